import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DependencyFolder, Sandbox, SandboxLimits, SandboxOutcome, Tree } from '@typed-evidence-chain/core';

const ASSETS = fileURLToPath(new URL('../../../assets/behaviour/', import.meta.url)).replace(/\/$/, '');

export interface AssetRun {
  readonly sandbox: Sandbox;
  readonly tree: Tree;
  readonly dependencies: readonly DependencyFolder[];
  readonly scratch: string;
  readonly limits: SandboxLimits;
  readonly signal?: AbortSignal | undefined;
  readonly command: readonly [program: string, script: string];
  /** Given to the script as a file. */
  readonly input: unknown;
}

export interface AssetResult {
  /** The lines that it wrote, those with the nonce of this run. */
  readonly entries: readonly Record<string, unknown>[];
  /** It came to its own end. */
  readonly ended: boolean;
  /** Why it did not. */
  readonly reason: string;
}

/**
 * Runs one of our scripts in the sandbox. What it wrote counts only with the nonce that it was given on stdin; whatever
 * is missing or malformed is missing from the result.
 */
export async function runAsset(run: AssetRun): Promise<AssetResult> {
  await mkdir(run.scratch, { recursive: true });
  const folder = await mkdtemp(join(run.scratch, 'behaviour-'));
  const out = join(folder, 'out');
  const planFolder = join(folder, 'plan');
  await mkdir(out);
  await mkdir(planFolder);
  try {
    await writeFile(join(planFolder, 'plan.json'), JSON.stringify(run.input));
    const nonce = randomBytes(16).toString('hex');
    const [program, script] = run.command;
    const result = await run.sandbox.run({
      tree: run.tree,
      dependencies: run.dependencies,
      mounts: { harness: ASSETS, plan: planFolder },
      out,
      input: nonce,
      command: (paths) => [
        program,
        `${paths.mounts['harness']}/${script}`,
        `${paths.mounts['plan']}/plan.json`,
        paths.out ?? '',
        paths.tree,
      ],
      limits: run.limits,
      signal: run.signal,
    });
    const text = await readFile(join(out, 'result'), 'utf8').catch((error: NodeJS.ErrnoException) => {
      // Not written: the script did not get that far, which the outcome explains.
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const entries = parseLines(text, nonce);
    const reason = explain(result.outcome, result.stderr.toString('utf8'));
    return { entries, ended: entries.some((entry) => entry['end'] === true), reason };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function parseLines(text: string, nonce: string): Record<string, unknown>[] {
  const lines = text.split('\n').filter((line) => line.startsWith(`${nonce} `));
  return lines.map((line) => parseLine(line.slice(nonce.length + 1))).filter((entry) => entry !== undefined);
}

function parseLine(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // The last line of a run that was ended in the middle of it; the run counts as incomplete.
  }
}

function explain(outcome: SandboxOutcome, stderr: string): string {
  const last = stderr.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
  switch (outcome.kind) {
    case 'exited':
      return `the run ended early with code ${outcome.code}${last === '' ? '' : `: ${last}`}`;
    case 'signalled':
      return `the run was ended by ${outcome.signal}`;
    case 'timed-out':
      return 'the run took too long';
    case 'limit':
      return `the run went over its limit of ${outcome.limit}`;
    case 'not-started':
      return `the run could not be started: ${outcome.reason}`;
  }
}
