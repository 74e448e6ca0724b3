// Code points that HFS+ leaves out when it compares names (the list of git's utf8.c, `next_hfs_char`).
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

/**
 * True for `.git` and for what a file system of another platform takes for it: other case, trailing dots and spaces,
 * streams (`.git::$INDEX_ALLOCATION`), short names (`git~1`), invisible code points.
 */
export function isGitFolderName(component: string): boolean {
  return /^(?:\.git|git~[0-9]+)[ .]*(?::.*)?$/iu.test(component.replace(IGNORED_BY_HFS, ''));
}

/** Why a path must not be written in any tree, or undefined. The path is relative to the root, with `/`. */
export function pathProblem(path: string): string | undefined {
  if (path === '') return 'the path is empty';
  if (path.startsWith('/')) return 'the path is absolute';
  if (/^[a-z]:/iu.test(path)) return 'the path starts with a drive letter';
  // A backslash separates folders on Windows: judge the path in both readings.
  const components = path.split(/[/\\]/u);
  if (components.includes('..')) return 'the path leaves the tree';
  if (components.some(isGitFolderName)) return 'the path goes into the .git folder';
  if (path.includes('\\')) return 'the path has a backslash';
  if (components.includes('') || components.includes('.')) return 'the path has an empty or a `.` component';
  if (path.includes('\0')) return 'the path has a NUL character';
  if (path.includes('\ufffd')) return 'the path is not UTF-8 text';
  return undefined;
}
