import type { FileChange, Patch } from '../ports/tree.js';

/** Every path that a change touches: the old and the new name of a rename both count. */
export const touchedPaths = (patch: Patch): readonly string[] => [
  ...new Set(patch.files.flatMap((file) => (file.oldPath === undefined ? [file.path] : [file.oldPath, file.path]))),
];

/** Where the file was at the base; undefined for an added file. */
export const pathAtBase = (file: FileChange): string | undefined =>
  file.status === 'added' || file.status === 'copied' ? undefined : (file.oldPath ?? file.path);

/** Where the file is at the head; undefined for a deleted file. */
export const pathAtHead = (file: FileChange): string | undefined => (file.status === 'deleted' ? undefined : file.path);
