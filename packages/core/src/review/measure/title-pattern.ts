/** What the title of a test in its source stands for: `*` is what only the run knows. */
export const titlePattern = (title: string): RegExp =>
  new RegExp(
    `^${title
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  );
