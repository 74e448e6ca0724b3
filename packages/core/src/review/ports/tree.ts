/** Git file modes: regular, executable, symbolic link, submodule. */
export type FileMode = '100644' | '100755' | '120000' | '160000';

export interface TreeFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly mode: FileMode;
  /** Git object id. */
  readonly oid: string;
  /** Bytes; 0 for a submodule. */
  readonly size: number;
}

/** One state of the repository's files, identified by a git tree id; it never changes. */
export interface Tree {
  /** For people: `base`, `base + evidence`, `head`, `head without hunk 2`. */
  readonly label: string;
  /** Git tree id: equal ids mean equal files. */
  readonly id: string;
  readonly list: () => Promise<readonly TreeFile[]>;
  /** The bytes of a file, or undefined where there is no such file. */
  readonly read: (path: string) => Promise<Buffer | undefined>;
  /** A checkout on the host, made on first use; byte for byte, one fixed time stamp. Never to be written to. */
  readonly directory: () => Promise<string>;
}

/** `content: null` removes the file. */
export interface FileEdit {
  readonly path: string;
  readonly content: Buffer | string | null;
  readonly mode?: FileMode;
}

/** A contiguous change without context lines (`git diff -U0`). Line numbers start at 1. */
export interface Hunk {
  /** First line removed; where `oldLines` is 0, the line after which the new lines come. */
  readonly oldStart: number;
  readonly oldLines: number;
  /** First line added; where `newLines` is 0, the line after which the old lines were. */
  readonly newStart: number;
  readonly newLines: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

export interface FileChange {
  readonly status: 'added' | 'deleted' | 'modified' | 'renamed' | 'copied';
  /** The path at the head; at the base for a deleted file. */
  readonly path: string;
  /** The path at the base, where it differs. */
  readonly oldPath?: string;
  readonly oldMode?: FileMode;
  readonly newMode?: FileMode;
  readonly binary: boolean;
  /** A submodule or a Git LFS pointer: its content is not in the repository. */
  readonly external?: 'submodule' | 'lfs';
  /** Empty for binary files and pure renames or mode changes. */
  readonly hunks: readonly Hunk[];
}

/** The change from base to head, as git itself computes it from the two trees. */
export interface Patch {
  /** `sha256:…` of the patch text. */
  readonly digest: string;
  readonly text: string;
  readonly files: readonly FileChange[];
}
