import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Path -> content; `null` removes the file. A file that starts with `#!` is made executable. */
export type Files = Readonly<Record<string, string | null>>;

export interface RepositoryOptions {
  /** What the first commit holds. */
  readonly files?: Files;
  /** Where the folder is made; default: the system's folder for temporary files. */
  readonly parent?: string;
}

/** A real git repository in a folder of its own. */
export interface TemporaryRepository {
  readonly path: string;
  /** The first commit. */
  readonly base: string;
  /** Writes files to the work tree. */
  readonly write: (files: Files) => Promise<void>;
  /** Commits everything that is in the work tree; returns the commit id. */
  readonly commit: (files: Files, message?: string) => Promise<string>;
  /** The change as `git diff` writes it, against the last commit; the work tree is as before afterwards. */
  readonly patch: (files: Files) => Promise<string>;
  /** Runs git in the repository; returns what it printed. Rejects when git fails. */
  readonly git: (...args: readonly string[]) => Promise<string>;
  readonly remove: () => Promise<void>;
}

const WHEN = '2024-01-01T00:00:00Z';

/** Neither the user's configuration nor a surrounding repository decides how a repository is made. */
function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const who = {
    GIT_AUTHOR_NAME: 'A. Author',
    GIT_AUTHOR_EMAIL: 'author@example.invalid',
    GIT_COMMITTER_NAME: 'A. Author',
    GIT_COMMITTER_EMAIL: 'author@example.invalid',
  };
  const when = { GIT_AUTHOR_DATE: WHEN, GIT_COMMITTER_DATE: WHEN };
  return {
    ...Object.fromEntries(inherited),
    ...who,
    ...when,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  };
}

async function writeFiles(root: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path);
    if (content === null) {
      await rm(file);
      continue;
    }
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    if (content.startsWith('#!')) await chmod(file, 0o755);
  }
}

/** Makes a git repository with one commit. The same files give the same commit id, on every machine. */
export async function temporaryRepository({
  files = {},
  parent = tmpdir(),
}: RepositoryOptions = {}): Promise<TemporaryRepository> {
  const path = await mkdtemp(join(parent, 'tec-repository-'));
  const git = async (...args: readonly string[]): Promise<string> => {
    const settings = [
      '-c',
      'core.autocrlf=false',
      '-c',
      'core.fileMode=true',
      '-c',
      'init.defaultBranch=main',
      '-c',
      'commit.gpgSign=false',
    ];
    const { stdout } = await execute('git', [...settings, ...args], {
      cwd: path,
      env: environment(),
      maxBuffer: 64 << 20,
    });
    return stdout;
  };
  const commitAll = async (message: string): Promise<string> => {
    await git('add', '--all');
    await git('commit', '--quiet', '--no-verify', '--allow-empty', '--message', message);
    return (await git('rev-parse', 'HEAD')).trim();
  };
  await git('init', '--quiet');
  await writeFiles(path, files);
  const base = await commitAll('the state before the change');
  return {
    path,
    base,
    git,
    write: (more) => writeFiles(path, more),
    commit: async (more, message = 'a change') => {
      await writeFiles(path, more);
      return commitAll(message);
    },
    patch: async (change) => {
      await writeFiles(path, change);
      await git('add', '--all');
      const text = await git('diff', '--cached', '--binary', '--no-color', '--no-ext-diff', 'HEAD');
      await git('reset', '--quiet', '--hard', 'HEAD');
      return text;
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
