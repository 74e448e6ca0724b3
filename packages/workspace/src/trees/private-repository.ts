import { isUtf8 } from 'node:buffer';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { failure, type Git } from './git.js';
import { missingContent } from './missing-content.js';
import { formatAlternates, objectDirectories } from './object-directories.js';
import { insertInTreeOrder } from './insert-in-tree-order.js';
import { pathBytes, pathKey } from './path-bytes.js';
import type { ObjectFormat } from './object-id.js';
import { parseRawDiff, type RawChange } from './parse-raw-diff.js';
import { parseTreeListing, type TreeEntry } from './parse-tree-listing.js';
import type { UserRepository } from './user-repository.js';

export type ApplyResult =
  { readonly kind: 'applied'; readonly tree: string } | { readonly kind: 'refused'; readonly reason: string };

/** A file to put into an index: `oid: null` removes it. */
export interface IndexEntry {
  readonly path: string;
  readonly mode: string;
  readonly oid: string | null;
}

/** Above it, a listing of the whole is as cheap. */
const LISTED_BY_NAME = 500;

// What a diff says must depend on the two trees alone.
const DIFF_OPTIONS = ['--no-ext-diff', '--no-textconv', '--no-color', '--diff-algorithm=myers', '--indent-heuristic'];
const RENAMES = ['-M50%', '-l2000'];

// Wins over every .gitattributes: no line-end conversion, filter, encoding, textconv or "is binary" by decree.
const ATTRIBUTES = '* -text !eol !filter !ident !working-tree-encoding !diff !merge !whitespace !crlf\n';

/**
 * A bare repository of one review. It borrows the objects of the user's repository, and has no ref, hook, remote or
 * setting of it; new objects stay here. All that git may do to a borrowed object is to refresh its time stamp, when the
 * very same one is made again.
 */
export class PrivateRepository {
  #indexes = 0;

  private constructor(
    readonly git: Git,
    private readonly folder: string,
    readonly objectFormat: ObjectFormat,
  ) {}

  static async create(git: Git, folder: string, source: UserRepository): Promise<PrivateRepository> {
    await git.output([
      'init',
      '--quiet',
      '--bare',
      '--template=',
      '--initial-branch=none',
      `--object-format=${source.objectFormat}`,
      folder,
    ]);
    await mkdir(join(folder, 'info'), { recursive: true });
    await mkdir(join(folder, 'indexes'));
    await writeFile(join(folder, 'info', 'attributes'), ATTRIBUTES);
    const objects = await objectDirectories(source.objects);
    await writeFile(join(folder, 'objects', 'info', 'alternates'), formatAlternates(objects));
    await copyIfThere(source.shallow, join(folder, 'shallow'));
    return new PrivateRepository(
      git.at('--git-dir', folder),
      folder,
      source.objectFormat === 'sha256' ? 'sha256' : 'sha1',
    );
  }

  treeOf(commit: string): Promise<string> {
    return this.git.text(['rev-parse', '--verify', `${commit}^{tree}`]);
  }

  async list(tree: string): Promise<readonly TreeEntry[]> {
    const args = ['ls-tree', '-r', '-z', '--long', '--full-tree', tree];
    const { exitCode, stdout, stderr } = await this.git.run(args);
    if (exitCode === 0) return parseTreeListing(stdout);
    const oid = /object info about '?([0-9a-f]+)/u.exec(stderr)?.[1];
    throw oid === undefined ? failure(args, stderr) : missingContent(`object ${oid}`, stderr);
  }

  /**
   * The listing of a tree that differs little from one that is listed: what is the same in both is shared, so that many
   * trees of a large repository take the memory of one.
   */
  async listLike(tree: string, known: string, listing: readonly TreeEntry[]): Promise<readonly TreeEntry[]> {
    const raw = await this.git.output(['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', known, tree]);
    const changes = parseRawDiff(raw);
    const touched = new Set(changes.map(({ newPath }) => pathKey(newPath)));
    const kept = listing.filter((entry) => !touched.has(pathKey(entry)));
    const paths = changes.filter(({ newMode }) => newMode !== undefined).map(({ newPath }) => pathBytes(newPath));
    if (paths.length === 0) return kept;
    if (paths.length > LISTED_BY_NAME || paths.some((path) => !isUtf8(path))) return this.list(tree);
    const args = ['ls-tree', '-r', '-z', '--long', '--full-tree', tree, '--', ...paths.map(String)];
    const added = parseTreeListing(await this.git.output(args, { env: { GIT_LITERAL_PATHSPECS: '1' } }));
    if (added.length !== paths.length) return this.list(tree);
    return insertInTreeOrder(kept, added);
  }

  /** What differs between two trees, with renames found by git. */
  async changes(base: string, head: string): Promise<readonly RawChange[]> {
    return parseRawDiff(
      await this.git.output(['diff-tree', '-r', '-z', '--raw', '--no-abbrev', ...RENAMES, base, head]),
    );
  }

  /** The same changes as text without context lines. */
  lines(base: string, head: string): Promise<Buffer> {
    const options = ['-r', '-p', '--full-index', '-U0', '--inter-hunk-context=0', '--src-prefix=a/', '--dst-prefix=b/'];
    return this.git.output(['diff-tree', ...options, ...DIFF_OPTIONS, ...RENAMES, base, head]);
  }

  /** The arguments that print the change as a patch that can be applied, binary files included. */
  patchArguments(base: string, head: string): readonly string[] {
    const options = ['-r', '-p', '--binary', '--full-index', '--src-prefix=a/', '--dst-prefix=b/'];
    return ['diff-tree', ...options, ...DIFF_OPTIONS, ...RENAMES, base, head];
  }

  /** Strict: no fuzz, no three-way merge, no white-space repair. */
  apply(tree: string, patch: Buffer): Promise<ApplyResult> {
    return this.withIndex(tree, async (index) => {
      const args = ['apply', '--cached', '-p1', '--whitespace=nowarn', '-'];
      const { exitCode, stderr } = await this.git.run(args, { ...index, input: patch });
      if (exitCode !== 0) return { kind: 'refused', reason: readableReason(stderr) };
      return { kind: 'applied', tree: await this.writeTree(index) };
    });
  }

  /** Another tree, made from one and a few entries. */
  edit(tree: string, entries: readonly IndexEntry[]): Promise<string> {
    return this.withIndex(tree, async (index) => {
      const input = Buffer.concat(entries.map((entry) => indexInfo(entry, tree.length)));
      await this.git.output(['update-index', '-z', '--index-info'], { ...index, input });
      return this.writeTree(index);
    });
  }

  /** The files of a folder as a tree. What the folder's own .gitignore names stays out, unless the tree has it. */
  treeOfFolder(tree: string, folder: string): Promise<string> {
    return this.withIndex(tree, async (index) => {
      await this.git.output(
        ['-c', 'core.bare=false', '-C', folder, '--work-tree', folder, 'add', '--all', '--', '.'],
        index,
      );
      return this.writeTree(index);
    });
  }

  /** Stores the content of files, byte for byte; the ids come in the same order. */
  async store(files: readonly string[]): Promise<readonly string[]> {
    if (files.length === 0) return [];
    const args = ['hash-object', '-w', '--no-filters', '--stdin-paths'];
    return (await this.git.text(args, { input: `${files.join('\n')}\n` })).split('\n');
  }

  private writeTree(index: Index): Promise<string> {
    // A partial clone may lack the content of files that nobody touched.
    return this.git.text(['write-tree', '--missing-ok'], index);
  }

  /** An index for each operation, so that those of one review can overlap. */
  private async withIndex<Result>(tree: string, use: (index: Index) => Promise<Result>): Promise<Result> {
    this.#indexes += 1;
    const file = join(this.folder, 'indexes', String(this.#indexes));
    const index = { env: { GIT_INDEX_FILE: file } };
    try {
      await this.git.output(['read-tree', tree], index);
      return await use(index);
    } finally {
      await rm(file, { force: true });
    }
  }
}

interface Index {
  readonly env: { readonly GIT_INDEX_FILE: string };
}

function indexInfo({ path, mode, oid }: IndexEntry, oidLength: number): Buffer {
  return Buffer.from(oid === null ? `0 ${'0'.repeat(oidLength)}\t${path}\0` : `${mode} ${oid}\t${path}\0`);
}

function readableReason(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.replace(/^(?:error|fatal): /u, ''));
  return lines.length > 5 ? `${lines.slice(0, 5).join('; ')}; and ${lines.length - 5} more lines` : lines.join('; ');
}

async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    // Only a shallow clone has the file.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
