import { resolve } from 'node:path';
import {
  StoreError,
  type GivenChange,
  type RawSubmission,
  type Task,
  type TecConfig,
  type Workspace,
} from '@typed-evidence-chain/core';
import { newRunId, RunStore, storeRoot, type OpenRun } from '@typed-evidence-chain/store';
import type { ReviewFlags } from '../commands/review.js';

export interface ReviewToRecord {
  readonly task: Task;
  readonly base: string;
  readonly change: GivenChange;
  readonly submission: RawSubmission | undefined;
  readonly config: TecConfig;
}

/** A ref may move until a review is resumed; its commit does not. */
async function lasting(
  change: GivenChange,
  repository: string,
  workspace: Workspace,
): Promise<{ patch: string } | { head: string }> {
  if ('head' in change) return { head: await workspace.resolveBase({ repository, base: change.head }) };
  return { patch: Buffer.from(change.patch).toString('latin1') };
}

/**
 * The review in the run store, unless `--no-store`. Where the user's own place cannot be written to, the review goes on
 * without a record and says so; a store that somebody named has to work.
 */
export async function recordReview(
  flags: ReviewFlags,
  workspace: Workspace,
  { task, base, change, submission, config }: ReviewToRecord,
): Promise<OpenRun | undefined> {
  if (flags.store === false) return undefined;
  const repository = resolve(flags.repo);
  const named = flags.store === true ? config.store : (flags.store ?? config.store);
  const store = new RunStore(storeRoot(named, typeof flags.store === 'string' ? process.cwd() : repository));
  const request = {
    config,
    change: await lasting(change, repository, workspace),
    ...(submission ? { submission } : {}),
    ...(flags.type === undefined ? {} : { type: flags.type }),
  };
  try {
    return store.create({ runId: newRunId(), kind: 'review', repository, base, task: { ...task }, request });
  } catch (error) {
    if (!(error instanceof StoreError) || named !== undefined) throw error;
    if (flags.quiet !== true) process.stderr.write(`tec: this review is not recorded: ${error.message}\n`);
    return undefined;
  }
}
