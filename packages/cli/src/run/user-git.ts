import { execFile } from 'node:child_process';

export interface GitAnswer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Git on the user's own repository, for handing a change over. No hook runs, no prompt waits. */
export function userGit(
  repository: string,
  args: readonly string[],
  { input, env }: { readonly input?: Buffer; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<GitAnswer> {
  const host = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^GIT_(DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|PREFIX|NAMESPACE)$/.test(name),
    ),
  );
  const options = { env: { ...host, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', ...env }, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    const child = execFile(
      'git',
      ['-C', repository, '-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', ...args],
      options,
      (error, stdout, stderr) => {
        if (error && typeof error.code !== 'number') reject(error);
        else resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
      },
    );
    // Git may refuse before it has read its input: its exit code tells.
    child.stdin?.on('error', () => child.stdin?.destroy());
    child.stdin?.end(input);
  });
}
