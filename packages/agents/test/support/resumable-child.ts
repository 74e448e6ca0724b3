import { builtInPlugins, createChain } from '@typed-evidence-chain/chain';
import { langchainBackend } from '@typed-evidence-chain/agents';
import { normaliseTask, taskSchema, type Steps } from '@typed-evidence-chain/core';
import { RunStore } from '@typed-evidence-chain/store';
import { BUG_TASK } from './sample-repository.js';

/**
 * One process that works on a stored run and kills itself with SIGKILL at a place: `before:STAGE`, `after:STAGE`,
 * `event:NAME:N` (the Nth event of that name in this process), or `never`.
 */
const [root = '', runId = '', repository = '', url = '', place = 'never'] = process.argv.slice(2);
const [kind, what, count = '1'] = place.split(/:(?!\/)/);

const die = (): void => void process.kill(process.pid, 'SIGKILL');
const store = new RunStore(root);
const known = store.list().some((run) => run.header.runId === runId);
const task = normaliseTask(taskSchema.parse(BUG_TASK));
const run = known
  ? store.resume(runId)
  : store.create({ runId, kind: 'run', repository, base: 'HEAD', task: { ...task }, request: {} });

const steps: Steps = {
  step: async (stage, input, work) => {
    if (kind === 'before' && stage === what) die();
    const value = await run.steps.step(stage, input, work);
    if (kind === 'after' && stage === what) die();
    return value;
  },
};
const chain = createChain({ plugins: builtInPlugins });
let seen = 0;
chain.onAny((name) => {
  if (kind !== 'event' || name !== what) return;
  seen += 1;
  if (seen === Number(count)) die();
});
const result = await chain.run(task, {
  repository,
  builder: langchainBackend({ model: 'openai:scripted', baseUrl: `${url}/v1` }),
  config: { review: { repeat: 1 } },
  runId,
  steps,
  journal: run.journal,
});
run.finish(result as never);
run.close();
process.stdout.write(result.verdict);
