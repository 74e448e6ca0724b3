import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InputError } from '@typed-evidence-chain/core';
import { RunStore, storeRoot } from '@typed-evidence-chain/store';
import { GitWorkspace } from '@typed-evidence-chain/workspace';
import type { RunsFlags } from '../commands/runs.js';
import { EXIT_DONE, EXIT_NEEDS_REVIEW } from '../exit-codes.js';
import { loadConfig } from '../input/load-config.js';
import { writeReports } from '../review/run-review.js';
import { describeRun, describeRuns, summaryOf } from './describe-runs.js';

async function openStore(flags: RunsFlags): Promise<RunStore> {
  if (flags.store !== undefined) return new RunStore(storeRoot(flags.store));
  if (flags.repo === undefined && flags.config === undefined) return new RunStore(storeRoot());
  const repository = resolve(flags.repo ?? '.');
  const { config } = await loadConfig(new GitWorkspace(), repository, 'HEAD', flags.config);
  return new RunStore(storeRoot(config.store, repository));
}

async function print(flags: RunsFlags, data: unknown, text: string): Promise<void> {
  const json = `${JSON.stringify(data, null, 2)}\n`;
  if (typeof flags.json === 'string') await writeFile(flags.json, json);
  process.stdout.write(flags.json === true ? json : text);
}

/** The whole command; returns the exit code. `resume` ends like the run itself. */
export async function runRuns(action: string | undefined, id: string | undefined, flags: RunsFlags): Promise<number> {
  const store = await openStore(flags);
  if (action === undefined) {
    const runs = store.list((error) => void process.stderr.write(`tec: ${error.message} (${error.file ?? ''})\n`));
    await print(
      flags,
      { schema: 'tec/runs/v1', store: store.root, runs: runs.map(summaryOf) },
      describeRuns(store.root, runs),
    );
    return EXIT_DONE;
  }
  if (id === undefined || (action !== 'show' && action !== 'resume')) {
    throw new InputError(
      'input/usage',
      action === 'show' || action === 'resume' ? `runs ${action} needs the id of a run` : `runs cannot ${action}`,
      {
        remedy: 'tec runs, tec runs show ID, tec runs resume ID',
      },
    );
  }
  return action === 'show' ? show(store, id, flags) : resume(store, id, flags);
}

async function show(store: RunStore, id: string, flags: RunsFlags): Promise<number> {
  const run = store.read(id);
  const events = store.events(id);
  await print(
    flags,
    { schema: 'tec/stored-run/v1', ...summaryOf(run), header: run.header, result: run.result ?? null, events },
    describeRun(run, events),
  );
  return EXIT_DONE;
}

async function resume(store: RunStore, id: string, flags: RunsFlags): Promise<number> {
  const { result } = store.read(id);
  if (result) {
    await writeReports(result, flags);
    return result.verdict === 'DONE' ? EXIT_DONE : EXIT_NEEDS_REVIEW;
  }
  const { performRun } = await import('../run/perform-run.js');
  await new GitWorkspace().sweep();
  const run = store.resume(id);
  try {
    return await performRun(run, flags);
  } finally {
    run.close();
  }
}
