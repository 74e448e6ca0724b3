import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DependencyFolder, Sandbox, SandboxLimits, SandboxOutcome, Tree } from '@typed-evidence-chain/core';
import type { CallReport, ExportInfo, HarnessReport, Plan, Serialised } from './plan.js';

const ASSETS = fileURLToPath(new URL('../../assets/behaviour/', import.meta.url));

export interface HarnessRun {
  readonly sandbox: Sandbox;
  readonly tree: Tree;
  readonly dependencies: readonly DependencyFolder[];
  readonly scratch: string;
  readonly plan: Plan;
  readonly limits: SandboxLimits;
  readonly language: 'javascript' | 'python';
  readonly signal?: AbortSignal | undefined;
}

/** One run of the harness in one tree. What it wrote counts only with the nonce that it was given on stdin. */
export async function runHarness(run: HarnessRun): Promise<HarnessReport> {
  await mkdir(run.scratch, { recursive: true });
  const folder = await mkdtemp(join(run.scratch, 'behaviour-'));
  const out = join(folder, 'out');
  const planFolder = join(folder, 'plan');
  await mkdir(out);
  await mkdir(planFolder);
  try {
    await writeFile(join(planFolder, 'plan.json'), JSON.stringify(run.plan));
    const nonce = randomBytes(16).toString('hex');
    const result = await run.sandbox.run({
      tree: run.tree,
      dependencies: run.dependencies,
      mounts: { harness: ASSETS, plan: planFolder },
      out,
      input: nonce,
      command: (paths) => {
        const program = run.language === 'python' ? ['python3', '-B'] : [process.execPath];
        const script = `${paths.mounts['harness']}/${run.language === 'python' ? 'harness.py' : 'harness.mjs'}`;
        return [...program, script, `${paths.mounts['plan']}/plan.json`, paths.out ?? '', paths.tree];
      },
      limits: run.limits,
      signal: run.signal,
    });
    const text = await readFile(join(out, 'result'), 'utf8').catch((error: NodeJS.ErrnoException) => {
      // Not written: the harness did not get that far, which the outcome below explains.
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    return parseReport(text, nonce, explain(result.outcome, result.stderr.toString('utf8')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function parseReport(text: string, nonce: string, reason: string): HarnessReport {
  const modules = new Map<number, { error?: string; exports?: Record<string, ExportInfo> }>();
  const calls = new Map<number, CallReport>();
  const values = new Map<number, readonly Serialised[]>();
  let lastStarted: number | undefined;
  let ended = false;
  for (const line of text.split('\n')) {
    const entry = line.startsWith(`${nonce} `) ? parseLine(line.slice(nonce.length + 1)) : undefined;
    if (entry === undefined) continue;
    if (typeof entry['start'] === 'number') lastStarted = entry['start'];
    else if (typeof entry['value'] === 'number') values.set(entry['value'], entry['args'] as readonly Serialised[]);
    else if (typeof entry['module'] === 'number') {
      modules.set(entry['module'], entry as { error?: string; exports?: Record<string, ExportInfo> });
    } else if (typeof entry['call'] === 'number') {
      const { call, ...report } = entry;
      calls.set(call as number, report as CallReport);
      lastStarted = undefined;
    } else if (entry['end'] === true) ended = true;
  }
  return {
    modules,
    calls,
    values,
    ...(ended ? {} : { incomplete: reason }),
    ...(lastStarted === undefined ? {} : { lastStarted }),
  };
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
