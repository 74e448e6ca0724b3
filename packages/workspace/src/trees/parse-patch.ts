import type { Hunk } from '@typed-evidence-chain/core';

import { unquoteC } from './c-quote.js';
import { decodePath, type PathText } from './path-bytes.js';

/** What a patch text says about one file. */
export interface PatchSection {
  /** Undefined for a new file. */
  readonly oldPath: PathText | undefined;
  /** Undefined for a deleted file. */
  readonly newPath: PathText | undefined;
  readonly newMode: string | undefined;
  readonly copy: boolean;
  readonly binary: 'no' | 'with-data' | 'without-data';
  readonly hunks: readonly Hunk[];
}

/**
 * Reads a patch text the way `git apply -p1` does: sections start at `diff --git` or at `---`, `+++`, `@@`; hunks are
 * counted, so that their lines are never taken for headers; everything between is skipped. It reads bytes, as lines
 * may hold any. Nothing is said about whether the patch applies.
 */
export function parsePatch(text: Buffer): readonly PatchSection[] {
  const sections: PatchSection[] = [];
  const lines = new LineReader(text);
  while (!lines.done) {
    const section = lines.startsWith('diff --git ') ? gitSection(lines) : traditionalSection(lines);
    if (section === undefined) lines.next();
    else sections.push(section);
  }
  return sections;
}

class LineReader {
  #start = 0;

  constructor(readonly bytes: Buffer) {}

  get done(): boolean {
    return this.#start >= this.bytes.length;
  }

  /** Without its line end; a carriage return stays. */
  get line(): Buffer {
    const end = this.bytes.indexOf(10, this.#start);
    return this.bytes.subarray(this.#start, end < 0 ? this.bytes.length : end);
  }

  get first(): number | undefined {
    return this.bytes[this.#start];
  }

  startsWith(prefix: string, after = 0): boolean {
    let start = this.#start;
    for (let skip = 0; skip < after; skip += 1) {
      const end = this.bytes.indexOf(10, start);
      if (end < 0) return false;
      start = end + 1;
    }
    return this.bytes.toString('latin1', start, start + prefix.length) === prefix;
  }

  next(): void {
    const end = this.bytes.indexOf(10, this.#start);
    this.#start = end < 0 ? this.bytes.length : end + 1;
  }
}

interface Header {
  old?: PathText;
  new?: PathText;
  isNew: boolean;
  isDeleted: boolean;
  newMode?: string;
  copy: boolean;
}

function gitSection(lines: LineReader): PatchSection {
  const header: Header = { isNew: false, isDeleted: false, copy: false };
  const common = commonName(lines.line.subarray('diff --git '.length));
  lines.next();
  while (!lines.done && readHeaderLine(header, lines.line)) lines.next();
  const hunks = readHunks(lines);
  const binary = hunks.length > 0 ? 'no' : readBinary(lines);
  return {
    oldPath: header.isNew ? undefined : (header.old ?? common ?? header.new),
    newPath: header.isDeleted ? undefined : (header.new ?? common ?? header.old),
    newMode: header.newMode,
    copy: header.copy,
    binary,
    hunks,
  };
}

/** True where the line belongs to the header of a git section. */
function readHeaderLine(header: Header, line: Buffer): boolean {
  const match = HEADER_LINE.exec(line.toString('latin1', 0, 24));
  if (match === null) return false;
  const value = line.subarray(match[0].length);
  switch (match[0]) {
    case '--- ':
      if (isDevNull(value)) header.isNew = true;
      else header.old ??= prefixedName(value);
      break;
    case '+++ ':
      if (isDevNull(value)) header.isDeleted = true;
      else header.new ??= prefixedName(value);
      break;
    case 'new file mode ':
      header.isNew = true;
      header.newMode = value.toString('latin1').trim();
      break;
    case 'new mode ':
      header.newMode = value.toString('latin1').trim();
      break;
    case 'deleted file mode ':
      header.isDeleted = true;
      break;
    case 'copy from ':
      header.copy = true;
      header.old = plainName(value);
      break;
    case 'rename from ':
    case 'rename old ':
      header.old = plainName(value);
      break;
    case 'copy to ':
    case 'rename to ':
    case 'rename new ':
      header.new = plainName(value);
      break;
    default:
      break;
  }
  return true;
}

const HEADER_LINE =
  /^(?:--- |\+\+\+ |old mode |new mode |deleted file mode |new file mode |copy from |copy to |rename old |rename new |rename from |rename to |similarity index |dissimilarity index |index )/u;

function traditionalSection(lines: LineReader): PatchSection | undefined {
  if (!lines.startsWith('--- ') || !lines.startsWith('+++ ', 1) || !lines.startsWith('@@ -', 2)) return undefined;
  const oldName = lines.line.subarray(4);
  lines.next();
  const newName = lines.line.subarray(4);
  lines.next();
  const hunks = readHunks(lines);
  return {
    oldPath: isDevNull(oldName) ? undefined : prefixedName(oldName),
    newPath: isDevNull(newName) ? undefined : prefixedName(newName),
    newMode: undefined,
    copy: false,
    binary: 'no',
    hunks,
  };
}

function readHunks(lines: LineReader): Hunk[] {
  const hunks: Hunk[] = [];
  while (!lines.done) {
    const match = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/u.exec(lines.line.toString('latin1', 0, 100));
    if (match === null) break;
    lines.next();
    const hunk = {
      oldStart: Number(match[1]),
      oldLines: Number(match[2] ?? 1),
      newStart: Number(match[3]),
      newLines: Number(match[4] ?? 1),
      removed: [] as string[],
      added: [] as string[],
    };
    readHunkLines(lines, hunk);
    hunks.push(hunk);
  }
  return hunks;
}

function readHunkLines(lines: LineReader, hunk: Hunk & { removed: string[]; added: string[] }): void {
  let { oldLines, newLines } = hunk;
  while (!lines.done && (oldLines > 0 || newLines > 0)) {
    const { first, line } = lines;
    if (first === MINUS) {
      oldLines -= 1;
      hunk.removed.push(line.toString('utf8', 1));
    } else if (first === PLUS) {
      newLines -= 1;
      hunk.added.push(line.toString('utf8', 1));
    } else if (first === SPACE || first === LINE_FEED) {
      oldLines -= 1;
      newLines -= 1;
    } else if (first !== BACKSLASH) {
      return; // corrupt: git apply says so, with the line number
    }
    lines.next();
  }
  // `\ No newline at end of file` after the last line
  while (!lines.done && lines.first === BACKSLASH) lines.next();
}

const [LINE_FEED, SPACE, PLUS, MINUS, BACKSLASH] = [10, 32, 43, 45, 92];

function readBinary(lines: LineReader): PatchSection['binary'] {
  if (lines.startsWith('GIT binary patch')) {
    lines.next();
    return /^(?:literal|delta) \d+/u.test(lines.line.toString('latin1', 0, 30)) ? 'with-data' : 'without-data';
  }
  if (!/^(?:Binary files|Files) .* differ\r?$/su.test(lines.line.toString('latin1'))) return 'no';
  lines.next();
  return 'without-data';
}

function isDevNull(value: Buffer): boolean {
  return /^\/dev\/null(?:\s|$)/u.test(value.toString('latin1', 0, 10));
}

/** A name with `a/` or `b/` before it; whatever follows a tab is a time stamp. */
function prefixedName(value: Buffer): PathText {
  const quoted = unquoteC(value, 0);
  if (quoted !== undefined) return decodePath(withoutPrefix(quoted.value));
  const tab = value.indexOf(9);
  return decodePath(withoutPrefix(tab < 0 ? value : value.subarray(0, tab)));
}

function plainName(value: Buffer): PathText {
  return decodePath(unquoteC(value, 0)?.value ?? value);
}

/** `a/src/x` is `src/x`; an absolute path stays as it is, to be refused by its looks. */
function withoutPrefix(name: Buffer): Buffer {
  return name[0] === 47 ? name : name.subarray(name.indexOf(47) + 1);
}

/** The name in `a/NAME b/NAME`, where both are the same: the only names that a section without content changes has. */
function commonName(value: Buffer): PathText | undefined {
  const quoted = unquoteC(value, 0);
  if (quoted !== undefined) {
    const rest = value.subarray(quoted.end + 1);
    const second = unquoteC(rest, 0)?.value ?? rest;
    return sameName(quoted.value, second);
  }
  for (let space = value.indexOf(32); space >= 0; space = value.indexOf(32, space + 1)) {
    const rest = value.subarray(space + 1);
    const name = sameName(value.subarray(0, space), unquoteC(rest, 0)?.value ?? rest);
    if (name !== undefined) return name;
  }
  return undefined;
}

function sameName(first: Buffer, second: Buffer): PathText | undefined {
  const name = withoutPrefix(first);
  return name.length > 0 && name.equals(withoutPrefix(second)) ? decodePath(name) : undefined;
}
