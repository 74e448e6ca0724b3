import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const WHO = 'Example Author';
const MAIL = 'author@example.invalid';
const WHEN = '2025-03-03T09:00:00Z';

/** Neither the user's git configuration nor a surrounding repository decides how the example is made. */
const ENV = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: WHO,
  GIT_AUTHOR_EMAIL: MAIL,
  GIT_AUTHOR_DATE: WHEN,
  GIT_COMMITTER_NAME: WHO,
  GIT_COMMITTER_EMAIL: MAIL,
  GIT_COMMITTER_DATE: WHEN,
};

/** A real git repository with the files of `base` as its only commit, in a new folder. */
export function makeRepository(base) {
  const folder = mkdtempSync(join(tmpdir(), 'example-repository-'));
  cpSync(base, folder, { recursive: true });
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const git = (...args) =>
    execFileSync('git', ['-c', 'core.autocrlf=false', '-c', 'init.defaultBranch=main', ...args], {
      cwd: folder,
      env: { ...Object.fromEntries(inherited), ...ENV },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--no-verify', '--no-gpg-sign', '--message', 'the state before the change');
  return folder;
}
