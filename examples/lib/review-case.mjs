import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeRepository } from './make-repository.mjs';

const TEC = fileURLToPath(new URL('../../packages/cli/bin/tec.js', import.meta.url));

/** One run of the command. Resolves to its exit code, when it has ended and cleaned up after itself. */
function runTec(args, { report, interrupt }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [TEC, ...args], {
      stdio: ['ignore', report ? 'inherit' : 'ignore', 'inherit'],
    });
    const forward = () => child.kill('SIGINT');
    interrupt.addEventListener('abort', forward, { once: true });
    child.on('error', reject);
    child.on('close', (code) => {
      interrupt.removeEventListener('abort', forward);
      resolve(code);
    });
  });
}

/**
 * Reviews one case with the built command. With `report`, its own report goes to stdout. Resolves to the exit code and
 * to what `--json FILE` wrote: a result, or an error.
 */
export async function reviewCase({ base, task, submission }, { sandbox, report, interrupt }) {
  const out = mkdtempSync(join(tmpdir(), 'example-result-'));
  let repository;
  try {
    repository = makeRepository(base);
    const json = join(out, 'result.json');
    const args = ['review', '--repo', repository, '--task', task, '--submission', submission, '--json', json];
    if (sandbox !== undefined) args.push('--sandbox', sandbox);
    if (!report || !process.stderr.isTTY) args.push('--quiet');
    const exitCode = await runTec(args, { report, interrupt });
    return { exitCode, result: exitCode === null ? undefined : JSON.parse(readFileSync(json, 'utf8')) };
  } finally {
    for (const folder of [out, repository]) if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}
