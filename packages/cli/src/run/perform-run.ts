import { dirname, join, resolve } from 'node:path';
import { createChain } from '@typed-evidence-chain/chain';
import {
  submissionBackend,
  validate,
  submissionSchema,
  WorkspaceError,
  type BuilderBackend,
  type Built,
  type ChainResult,
  type Task,
} from '@typed-evidence-chain/core';
import { storeRoot, type OpenRun } from '@typed-evidence-chain/store';
import type { CommonFlags } from '../commands/common-flags.js';
import { EXIT_DONE, EXIT_NEEDS_REVIEW } from '../exit-codes.js';
import { loadPlugins } from '../input/load-plugins.js';
import { plain } from '../output/marks.js';
import { abortOnSignals } from '../review/abort-on-signals.js';
import { baseReports } from '../review/base-reports.js';
import { writeReports } from '../review/run-review.js';
import { createBuilder } from './choose-builder.js';
import { handOver } from './hand-over.js';
import { chainRouter } from './chain-router.js';
import { readStoredRequest, type StoredRequest } from './run-request.js';
import { showRunProgress } from './show-run-progress.js';

/** Works on an opened run to its end, from the start or from where it was left; returns the exit code. */
export async function performRun(run: OpenRun, flags: CommonFlags): Promise<number> {
  const { header } = run;
  const request = readStoredRequest(header.request, run.folder);
  const { config } = request;
  const { plugins, origins } = await loadPlugins(config.plugins ?? [], header.repository);
  const chain = createChain({
    plugins,
    origins,
    sandbox: config.sandbox.driver,
    hide: [resolve(header.repository), resolve(run.folder)],
    baseReports: baseReports(config),
    ...(await chainRouter(config, plugins, origins)),
  });
  const stopProgress = showRunProgress(chain, flags.quiet === true);
  const abort = abortOnSignals();
  try {
    const result = (await chain.run(header.task as unknown as Task, {
      repository: header.repository,
      base: header.base,
      builder: await builderOf(request),
      config,
      rounds: request.rounds,
      runId: header.runId,
      steps: run.steps,
      journal: run.journal,
      signal: abort.signal,
      ...(request.type === undefined ? {} : { type: request.type }),
    })) as ChainResult;
    stopProgress();
    // Before the run counts as finished: one that is killed here hands its change over when it is resumed.
    const lines = header.kind === 'run' ? await handedOver(run, request, result, flags) : [];
    run.finish(result);
    await writeReports(result, flags);
    for (const line of [...lines, `run      ${header.runId} in ${run.folder}`]) {
      if (flags.quiet !== true) process.stderr.write(`${plain(line)}\n`);
    }
    return result.verdict === 'DONE' ? EXIT_DONE : EXIT_NEEDS_REVIEW;
  } catch (error) {
    if (flags.quiet !== true) process.stderr.write(`${plain(resumeCommand(run))} goes on with this run\n`);
    throw error;
  } finally {
    stopProgress();
    abort.dispose();
  }
}

async function builderOf({ builder, change, submission, config }: StoredRequest): Promise<BuilderBackend> {
  if (builder) return createBuilder(builder, config);
  const given: Built['change'] =
    change && 'head' in change ? { kind: 'head', ref: change.head } : { kind: 'patch', text: change?.patch ?? '' };
  return submissionBackend({
    change: given,
    submission: submission === undefined ? undefined : validate(submissionSchema, submission, 'submission', {}),
  });
}

function resumeCommand({ header, folder }: OpenRun): string {
  const root = dirname(folder);
  return `tec runs resume ${header.runId}${root === storeRoot() ? '' : ` --store ${JSON.stringify(root)}`}`;
}

/** A hand-over that fails does not hide what was found, and can be tried again: the run is not over. */
async function handedOver(
  run: OpenRun,
  request: StoredRequest,
  result: ChainResult,
  flags: CommonFlags,
): Promise<readonly string[]> {
  try {
    return await handOverOf(run, request, result);
  } catch (cause) {
    // With --json, stdout belongs to the one error.
    if (flags.json !== true) await writeReports(result, flags);
    const { message } = cause as Error;
    throw new WorkspaceError('workspace/git-failed', `The accepted change could not be handed over: ${message}`, {
      file: join(run.folder, 'change.patch'),
      remedy: `The change is in that file; once this is mended, \`${resumeCommand(run)}\` hands it over`,
      cause,
    });
  }
}

/** The patch of every round stays with the run; the accepted one goes where the user wants it. */
async function handOverOf(run: OpenRun, request: StoredRequest, result: ChainResult): Promise<readonly string[]> {
  let last: Buffer | undefined;
  for (const { stage, value } of run.finished()) {
    const round = /^build-(\d+)$/.exec(stage)?.[1];
    const { change } = (value ?? {}) as Partial<Built>;
    if (round === undefined || change?.kind !== 'patch') continue;
    last = Buffer.from(change.text, 'latin1');
    run.keep(`round-${round}.patch`, last);
  }
  if (result.verdict !== 'DONE' || last === undefined) return [];
  const { repository, base, task } = run.header;
  const kept = run.keep('change.patch', last);
  const done = await handOver({ repository, base, title: task.title, patch: last }, request.handOver);
  return done.some((line) => line.startsWith('patch')) ? done : [`patch    ${kept}`, ...done];
}
