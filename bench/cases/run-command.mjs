import { spawn } from 'node:child_process';

/** Runs a program; resolves to its exit code, output and wall time in seconds. After the limit it is killed, with all that it started. */
export function run(program, args, { cwd, env, mustWork = false, limitMs } = {}) {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: limitMs !== undefined,
    });
    const timer = limitMs === undefined ? undefined : setTimeout(() => process.kill(-child.pid, 'SIGKILL'), limitMs);
    const output = { stdout: [], stderr: [] };
    for (const name of ['stdout', 'stderr']) child[name].on('data', (chunk) => output[name].push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      const result = {
        code,
        seconds: (performance.now() - started) / 1000,
        stdout: Buffer.concat(output.stdout).toString(),
        stderr: Buffer.concat(output.stderr).toString(),
      };
      if (mustWork && code !== 0)
        reject(new Error(`${program} ${args.join(' ')} ended with ${code}: ${result.stderr.slice(-500)}`));
      else resolve(result);
    });
  });
}
