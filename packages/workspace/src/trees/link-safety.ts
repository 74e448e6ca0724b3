import { isGitFolderName } from './path-safety.js';

// What Linux follows at most (MAXSYMLINKS).
const MAX_LINKS = 40;

/**
 * Where a symbolic link of a tree leads, followed inside the tree only. Undefined where it stays inside (it may dangle
 * or be a loop), else the reason why it must not be followed.
 */
export function linkProblem(links: ReadonlyMap<string, string>, link: string): string | undefined {
  const at = link.split('/').slice(0, -1);
  const first = links.get(link);
  if (first === undefined) return undefined;
  let followed = 1;
  if (isAbsolute(first)) return 'the link has an absolute target';
  const rest = first.split(/[/\\]/u).reverse();
  for (let component = rest.pop(); component !== undefined; component = rest.pop()) {
    if (component === '' || component === '.') continue;
    if (component === '..') {
      if (at.pop() === undefined) return 'the link leads out of the tree';
      continue;
    }
    if (isGitFolderName(component)) return 'the link leads into the .git folder';
    at.push(component);
    const target = links.get(at.join('/'));
    if (target === undefined) continue;
    followed += 1;
    if (followed > MAX_LINKS) return undefined;
    if (isAbsolute(target)) return 'the link leads to another one with an absolute target';
    at.pop();
    rest.push(...target.split(/[/\\]/u).reverse());
  }
  return undefined;
}

function isAbsolute(target: string): boolean {
  return /^(?:[/\\]|[a-z]:)/iu.test(target);
}
