/** How the member of an object is written; nothing for the object itself. */
export function memberText(name: string | null): string {
  if (name === null) return '';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
