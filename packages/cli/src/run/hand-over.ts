import { constants } from 'node:fs';
import { access, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { InputError, WorkspaceError } from '@typed-evidence-chain/core';
import { createScratchFolder, removeScratchFolder } from '@typed-evidence-chain/workspace';
import { userGit } from './user-git.js';

export interface HandOver {
  readonly out?: string | undefined;
  readonly branch?: string | undefined;
  readonly apply?: boolean | undefined;
}

export interface AcceptedChange {
  readonly repository: string;
  readonly base: string;
  readonly title: string;
  readonly patch: Buffer;
}

const usage = (message: string, field: string, remedy: string): InputError =>
  new InputError('input/usage', message, { field, remedy });

/** Before anything is paid for: whether the change could be handed over in this way. */
export async function checkHandOver(folder: string, base: string, { out, branch, apply }: HandOver): Promise<void> {
  if (out !== undefined) await assertWritable(out);
  const repository = await topOf(folder);
  if (branch !== undefined) await assertNewBranch(repository, branch);
  if (apply) await assertClean(repository, base);
}

async function assertWritable(out: string): Promise<void> {
  const there = await stat(out).catch((error: NodeJS.ErrnoException) => {
    // Not there yet, which is the usual case; anything else shows when its folder is looked at.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (there?.isDirectory()) throw usage(`${out} is a folder`, '--out', 'Name a file');
  try {
    await access(there ? out : dirname(out), constants.W_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw usage(`${out} cannot be written (${code ?? 'unknown'})`, '--out', 'Name a file in a folder that is there');
  }
}

/** Git applies a patch within the folder that it is called in, and passes over the rest without a word. */
async function topOf(folder: string): Promise<string> {
  const { code, stdout } = await userGit(folder, ['rev-parse', '--show-toplevel']);
  return code === 0 ? stdout.replace(/\n$/, '') : folder;
}

async function assertNewBranch(repository: string, branch: string): Promise<void> {
  const name = await userGit(repository, ['check-ref-format', '--branch', branch]);
  if (name.code !== 0 || branch === '@')
    throw usage(`${branch} is no name of a branch`, '--branch', 'See git check-ref-format');
  // `a` and `a/b` cannot both be branches.
  const parts = branch.split('/');
  const above = parts.map((_, index) => `refs/heads/${parts.slice(0, index + 1).join('/')}`);
  const { stdout } = await userGit(repository, ['for-each-ref', '--format=%(refname)', ...above]);
  const taken = stdout.split('\n').find((ref) => above.includes(ref) || ref.startsWith(`refs/heads/${branch}/`));
  if (taken === `refs/heads/${branch}`)
    throw usage(`The branch ${branch} exists already`, '--branch', 'Name a new branch');
  if (taken !== undefined)
    throw usage(`${branch} cannot be a branch beside ${taken.slice('refs/heads/'.length)}`, '--branch', 'Name another');
}

async function assertClean(repository: string, base: string): Promise<void> {
  const bare = await userGit(repository, ['rev-parse', '--is-inside-work-tree']);
  if (bare.code === 0 && bare.stdout.trim() === 'false')
    throw usage('The repository has no work tree', '--apply', 'Take the patch file or --branch');
  const status = await userGit(repository, ['status', '--porcelain']);
  if (status.code !== 0) throw new WorkspaceError('workspace/git-failed', `git status failed: ${status.stderr.trim()}`);
  if (status.stdout !== '')
    throw usage(
      'The work tree is not clean: --apply would mix the change with yours',
      '--apply',
      'Commit or stash first, or take the patch file',
    );
  const head = await userGit(repository, ['rev-parse', 'HEAD']);
  if (head.stdout.trim() !== base)
    throw usage(
      'The work tree is not at the base of the change',
      '--apply',
      'Check the base out first, or take the patch file',
    );
}

/** Says what was handed over, one line each. */
export async function handOver(given: AcceptedChange, wanted: HandOver): Promise<readonly string[]> {
  const change = { ...given, repository: await topOf(given.repository) };
  const done: string[] = [];
  if (wanted.out !== undefined) {
    await writeFile(wanted.out, change.patch);
    done.push(`patch    ${wanted.out}`);
  }
  if (wanted.branch !== undefined)
    done.push(`branch   ${wanted.branch} at ${(await commitTo(wanted.branch, change)).slice(0, 12)}`);
  if (wanted.apply) {
    await applyTo(change);
    done.push(`applied  to ${change.repository}`);
  }
  return done;
}

/** A run that was killed after it applied its change, and is resumed, finds it there. */
async function applyTo({ repository, base, patch }: AcceptedChange): Promise<void> {
  const there = await userGit(repository, ['apply', '--reverse', '--check', '--binary', '-'], { input: patch });
  if (there.code === 0) return;
  await assertClean(repository, base);
  await must(repository, ['apply', '--binary', '--whitespace=nowarn', '-'], { input: patch });
}

async function must(
  repository: string,
  args: readonly string[],
  options: Parameters<typeof userGit>[2] = {},
): Promise<string> {
  const { code, stdout, stderr } = await userGit(repository, args, options);
  if (code !== 0)
    throw new WorkspaceError('workspace/git-failed', `git ${args[0] ?? ''} failed: ${stderr.trim()}`, {
      remedy: 'The patch is kept in the folder of the run',
    });
  return stdout.trim();
}

/** A commit and a ref by plumbing with an index of its own: work tree and index of the user stay as they are. */
async function commitTo(branch: string, { repository, base, title, patch }: AcceptedChange): Promise<string> {
  const folder = createScratchFolder(tmpdir(), 'index');
  try {
    const env = { GIT_INDEX_FILE: join(folder, 'index') };
    await must(repository, ['read-tree', base], { env });
    await must(repository, ['apply', '--cached', '--binary', '--whitespace=nowarn', '-'], { env, input: patch });
    const tree = await must(repository, ['write-tree'], { env });
    const known = (await userGit(repository, ['var', 'GIT_AUTHOR_IDENT'])).code === 0;
    const identity = known ? [] : ['-c', 'user.name=tec', '-c', 'user.email=tec@localhost'];
    const commit = await must(repository, [...identity, 'commit-tree', tree, '-p', base], {
      input: Buffer.from(`${title}\n`),
    });
    // Made by the same run before it was killed: the same files on the same base.
    const made = await userGit(repository, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}^{commit}`]);
    if (made.code === 0 && (await isSame(repository, made.stdout.trim(), tree, base))) return made.stdout.trim();
    // The old value of zeros: refused where somebody made the branch meanwhile.
    await must(repository, ['update-ref', `refs/heads/${branch}`, commit, '0'.repeat(commit.length)]);
    return commit;
  } finally {
    await removeScratchFolder(folder);
  }
}

async function isSame(repository: string, commit: string, tree: string, base: string): Promise<boolean> {
  const { code, stdout } = await userGit(repository, ['rev-parse', `${commit}^{tree}`, `${commit}^@`]);
  return code === 0 && stdout.trim() === `${tree}\n${base}`;
}
