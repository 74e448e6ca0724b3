import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { InputError } from '@typed-evidence-chain/core';

import { failure, type Git } from './git.js';

/** The user's repository. Everything here reads refs and paths; no content goes through its configuration. */
export class UserRepository {
  private constructor(
    private readonly git: Git,
    private readonly folder: string,
    /** The root of the work tree; undefined in a bare repository. */
    readonly toplevel: string | undefined,
  ) {}

  /** Throws `InputError` (`input/not-a-repository`) where the folder is not in a repository. */
  static async find(git: Git, folder: string): Promise<UserRepository> {
    const root = resolve(folder);
    if (!(await isFolder(root))) throw notARepository(folder, 'there is no such folder');
    const here = git.at('-C', root);
    const inside = await here.run(['rev-parse', '--is-inside-work-tree']);
    if (inside.exitCode !== 0) {
      if (/not a git repository/iu.test(inside.stderr)) throw notARepository(folder, 'it is not in a git repository');
      throw failure(['rev-parse'], inside.stderr);
    }
    const hasWorkTree = inside.stdout.toString('utf8').trim() === 'true';
    return new UserRepository(
      here,
      folder,
      hasWorkTree ? await here.text(['rev-parse', '--show-toplevel']) : undefined,
    );
  }

  objectFormat(): Promise<string> {
    return this.git.text(['rev-parse', '--show-object-format']);
  }

  /** Absolute path of a file or folder of the repository, such as `objects`; also for linked worktrees. */
  gitPath(name: string): Promise<string> {
    return this.git.text(['rev-parse', '--path-format=absolute', '--git-path', name]);
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

  /** The content of a file at a commit; undefined where there is no such file. */
  async blob(commit: string, path: string): Promise<Buffer | undefined> {
    const oid = await this.revParse(`${commit}:${path}`);
    if (oid === undefined) return undefined;
    const type = await this.git.text(['cat-file', '-t', oid]);
    return type === 'blob' ? await this.git.output(['cat-file', 'blob', oid]) : undefined;
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
