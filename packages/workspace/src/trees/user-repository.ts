import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { InputError } from '@typed-evidence-chain/core';

import { failure, type Git } from './git.js';
import { parseTreeListing, type TreeEntry } from './parse-tree-listing.js';

interface RepositoryFacts {
  readonly toplevel: string | undefined;
  readonly objectFormat: string;
  readonly objects: string;
  readonly shallow: string;
}

/** The user's repository. Everything here reads refs and paths; no content goes through its configuration. */
export class UserRepository {
  private constructor(
    private readonly git: Git,
    private readonly folder: string,
    private readonly facts: RepositoryFacts,
  ) {}

  /** Throws `InputError` (`input/not-a-repository`) where the folder is not in a repository. */
  static async find(git: Git, folder: string): Promise<UserRepository> {
    const root = resolve(folder);
    if (!(await isFolder(root))) throw notARepository(folder, 'there is no such folder');
    const here = git.at('-C', root);
    const facts = [
      '--is-inside-work-tree',
      '--show-object-format',
      '--path-format=absolute',
      '--git-path',
      'objects',
      '--git-path',
      'shallow',
    ];
    const told = await here.run(['rev-parse', ...facts, '--show-toplevel']);
    if (told.exitCode === 0) return new UserRepository(here, folder, await factsOf(here, told.stdout));
    // A bare repository, or the folder .git itself, has no top level.
    const bare = await here.run(['rev-parse', ...facts]);
    if (bare.exitCode === 0) return new UserRepository(here, folder, await factsOf(here, bare.stdout));
    if (/not a git repository/iu.test(bare.stderr)) throw notARepository(folder, 'it is not in a git repository');
    throw failure(['rev-parse'], bare.stderr);
  }

  /** The root of the work tree; undefined in a bare repository. */
  get toplevel(): string | undefined {
    return this.facts.toplevel;
  }

  get objectFormat(): string {
    return this.facts.objectFormat;
  }

  /** Absolute path of the folder with the objects, also for linked worktrees. */
  get objects(): string {
    return this.facts.objects;
  }

  /** Absolute path of the file that names the ends of a shallow history, whether it is there or not. */
  get shallow(): string {
    return this.facts.shallow;
  }

  /** The commit id that a ref names. Throws `InputError` (`input/unknown-ref`). */
  async commit(ref: string): Promise<string> {
    // `rev-parse` would take a leading dash for an option in versions before 2.30.
    const found = ref.startsWith('-') ? undefined : await this.revParse(`${ref}^{commit}`);
    if (found !== undefined) return found;
    if (ref === 'HEAD') {
      throw new InputError('input/unknown-ref', `HEAD names no commit in ${this.folder}`, {
        remedy: 'Make a first commit, or name the base with --base',
      });
    }
    throw new InputError('input/unknown-ref', `${ref} names no commit in ${this.folder}`, {
      remedy: 'Fetch the ref, or name a branch, tag or commit that exists',
      details: { ref },
    });
  }

  /**
   * The commit that a change is judged against: the given one; HEAD for a patch; for a head, where it left HEAD. Throws
   * `InputError` (`input/unknown-ref`).
   */
  async base(base: string | undefined, head: string | undefined): Promise<string> {
    if (base !== undefined || head === undefined) return this.commit(base ?? 'HEAD');
    const args = ['merge-base', await this.commit('HEAD'), await this.commit(head)];
    const { exitCode, stdout, stderr } = await this.git.run(args);
    if (exitCode === 0) return stdout.toString('utf8').trim();
    if (exitCode !== 1) throw failure(args, stderr);
    throw new InputError('input/unknown-ref', `HEAD and ${head} have no common ancestor here`, {
      remedy: 'Name the base with --base; in a shallow clone, fetch more history first: git fetch --unshallow',
      details: { head },
    });
  }

  /** The first of these files, as paths from the root, that is there at a commit. */
  async firstBlob(
    commit: string,
    paths: readonly string[],
  ): Promise<{ readonly path: string; readonly content: Buffer } | undefined> {
    // Git would take a path with dots in front relative to the folder, and a line feed for the end of the question.
    const asked = paths.filter((path) => !/^\.\.?\/|\n/u.test(path));
    if (asked.length === 0) return undefined;
    const input = asked.map((path) => `${commit}:${path}\n`).join('');
    const answers = (await this.git.text(['cat-file', '--batch-check=%(objecttype) %(objectname)'], { input })).split(
      '\n',
    );
    const found = answers.findIndex((answer) => /^blob [0-9a-f]+$/u.test(answer));
    const path = asked[found];
    if (path === undefined) return undefined;
    return { path, content: await this.git.output(['cat-file', 'blob', answers[found]!.slice('blob '.length)]) };
  }

  /** The files of a commit that are at or below a path from the root. */
  async filesAt(commit: string, path: string): Promise<readonly TreeEntry[]> {
    const args = ['ls-tree', '-r', '-z', '--long', '--full-tree', commit, '--', path];
    return parseTreeListing(await this.git.output(args, { env: { GIT_LITERAL_PATHSPECS: '1' } }));
  }

  private async revParse(expression: string): Promise<string | undefined> {
    const { exitCode, stdout } = await this.git.run([
      'rev-parse',
      '--verify',
      '--quiet',
      '--end-of-options',
      expression,
    ]);
    return exitCode === 0 ? stdout.toString('utf8').trim() : undefined;
  }
}

/** Answers stand on a line each; those of a repository whose path has a line feed are asked for one by one. */
async function factsOf(git: Git, stdout: Buffer): Promise<RepositoryFacts> {
  const lines = stdout.toString('utf8').replace(/\n$/u, '').split('\n');
  const [inside, objectFormat = '', objects = '', shallow = '', toplevel] = lines;
  const hasWorkTree = inside === 'true';
  if (lines.length <= 5) return { objectFormat, objects, shallow, toplevel: hasWorkTree ? toplevel : undefined };
  const place = (name: string): Promise<string> =>
    git.text(['rev-parse', '--path-format=absolute', '--git-path', name]);
  return {
    objectFormat,
    objects: await place('objects'),
    shallow: await place('shallow'),
    toplevel: hasWorkTree ? await git.text(['rev-parse', '--show-toplevel']) : undefined,
  };
}

function notARepository(folder: string, why: string): InputError {
  return new InputError('input/not-a-repository', `${folder} can't be reviewed: ${why}`, {
    file: folder,
    remedy: 'Name a folder inside a git work tree',
  });
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
}
