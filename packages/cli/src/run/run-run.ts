import { resolve } from 'node:path';
import { documentFormat, InputError, parseTask, type TecConfig } from '@typed-evidence-chain/core';
import { newRunId, RunStore, storeRoot } from '@typed-evidence-chain/store';
import { GitWorkspace } from '@typed-evidence-chain/workspace';
import type { RunFlags } from '../commands/run.js';
import { loadConfig } from '../input/load-config.js';
import { readGivenFile } from '../input/read-file.js';
import { chooseBuilder } from './choose-builder.js';
import { checkHandOver } from './hand-over.js';
import { performRun } from './perform-run.js';
import type { StoredRequest } from './run-request.js';

const MOST_ROUNDS = 20;

function roundsOf(text: string): number {
  const rounds = Number(text);
  if (Number.isInteger(rounds) && rounds >= 1 && rounds <= MOST_ROUNDS) return rounds;
  throw new InputError('input/usage', `--rounds ${text} is not a number from 1 to ${MOST_ROUNDS}`, {
    field: '--rounds',
    remedy: 'Give a number, such as --rounds 3',
  });
}

const withFlags = (config: TecConfig, { sandbox }: RunFlags): TecConfig =>
  sandbox === undefined
    ? config
    : { ...config, sandbox: { ...config.sandbox, driver: sandbox as TecConfig['sandbox']['driver'] } };

/** A missing key or package is said before a run begins. */
async function assertModel(model: string, config: TecConfig): Promise<void> {
  const { createModel } = await import('@typed-evidence-chain/agents');
  await createModel({ model, baseUrl: config.models.baseUrl });
}

/** The whole command; returns the exit code. */
export async function runRun(flags: RunFlags): Promise<number> {
  const task = parseTask(
    (await readGivenFile(flags.task, 'task')).toString('utf8'),
    documentFormat(flags.task),
    flags.task,
  );
  const rounds = roundsOf(flags.rounds);
  const repository = resolve(flags.repo);
  const workspace = new GitWorkspace();
  await workspace.sweep();
  const base = await workspace.resolveBase({ repository, base: flags.base });
  const loaded = await loadConfig(workspace, repository, base, flags.config);
  const config = withFlags(loaded.config, flags);
  const builder = chooseBuilder(config, flags);
  if (builder.model !== undefined) await assertModel(builder.model, config);
  const handOver = {
    out: flags.out === undefined ? undefined : resolve(flags.out),
    branch: flags.branch,
    apply: flags.apply,
  };
  await checkHandOver(repository, base, handOver);
  const request: StoredRequest = {
    config,
    rounds,
    builder,
    handOver,
    ...(flags.type === undefined ? {} : { type: flags.type }),
  };
  const store = new RunStore(
    storeRoot(flags.store ?? config.store, flags.store === undefined ? repository : process.cwd()),
  );
  const run = store.create({ runId: newRunId(), kind: 'run', repository, base, task: { ...task }, request });
  try {
    return await performRun(run, flags);
  } finally {
    run.close();
  }
}
