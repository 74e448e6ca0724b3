import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createChain } from '@typed-evidence-chain/chain';
import { documentFormat, parseTask, type ChainResult, type TecConfig } from '@typed-evidence-chain/core';
import { GitWorkspace } from '@typed-evidence-chain/workspace';
import type { ReviewFlags } from '../commands/review.js';
import { EXIT_DONE, EXIT_NEEDS_REVIEW } from '../exit-codes.js';
import { loadConfig } from '../input/load-config.js';
import { loadPlugins } from '../input/load-plugins.js';
import { readGivenFile } from '../input/read-file.js';
import { readInput } from '../input/read-submission.js';
import { htmlReport } from '../output/html-report.js';
import { markdownReport } from '../output/markdown-report.js';
import { chainRouter } from '../run/chain-router.js';
import { showProgress } from '../output/progress.js';
import { textReport } from '../output/text-report.js';
import { abortOnSignals } from './abort-on-signals.js';
import { baseReports } from './base-reports.js';
import { recordReview } from './record-review.js';

const withFlags = (config: TecConfig, flags: ReviewFlags): TecConfig => ({
  ...config,
  sandbox:
    flags.sandbox === undefined
      ? config.sandbox
      : { ...config.sandbox, driver: flags.sandbox as TecConfig['sandbox']['driver'] },
  review: flags.failFast ? { ...config.review, failFast: true } : config.review,
});

/** The whole command; returns the exit code. */
export async function runReview(flags: ReviewFlags): Promise<number> {
  const task = parseTask(
    (await readGivenFile(flags.task, 'task')).toString('utf8'),
    documentFormat(flags.task),
    flags.task,
  );
  const { change, submission } = await readInput(flags);
  const workspace = new GitWorkspace();
  await workspace.sweep();
  const base = await workspace.resolveBase({
    repository: flags.repo,
    base: flags.base,
    head: 'head' in change ? change.head : undefined,
  });
  const loaded = await loadConfig(workspace, flags.repo, base, flags.config);
  const config = withFlags(loaded.config, flags);
  const { plugins, origins } = await loadPlugins(config.plugins ?? [], flags.repo, {
    workspace,
    repository: flags.repo,
    base,
    head: 'head' in change ? change.head : undefined,
  });
  const chain = createChain({
    plugins,
    origins,
    sandbox: config.sandbox.driver,
    hide: [resolve(flags.repo)],
    baseReports: baseReports(config),
    ...(await chainRouter(config, plugins, origins)),
  });
  const progress = showProgress(chain, { quiet: flags.quiet === true, json: flags.json === true });
  const run = await recordReview(flags, workspace, { task, base, change, submission, config });
  const abort = abortOnSignals();
  try {
    const result = (await chain.run(task, {
      repository: flags.repo,
      base,
      change,
      config,
      signal: abort.signal,
      ...(run ? { runId: run.header.runId, steps: run.steps, journal: run.journal } : {}),
      ...(submission ? { submission } : {}),
      ...(flags.type === undefined ? {} : { type: flags.type }),
    })) as ChainResult;
    run?.finish(result);
    await progress.stop();
    await writeReports(result, flags);
    return result.verdict === 'DONE' ? EXIT_DONE : EXIT_NEEDS_REVIEW;
  } finally {
    await progress.stop();
    abort.dispose();
    run?.close();
  }
}

/** Results go to stdout or to files; with `--json` alone, stdout holds the JSON and nothing else. */
export async function writeReports(
  result: ChainResult,
  flags: Pick<ReviewFlags, 'json' | 'markdown' | 'html' | 'color'>,
): Promise<void> {
  const json = `${JSON.stringify(result, null, 2)}\n`;
  if (typeof flags.json === 'string') await writeFile(flags.json, json);
  if (flags.markdown !== undefined) await writeFile(flags.markdown, markdownReport(result));
  if (flags.html !== undefined) await writeFile(flags.html, htmlReport(result));
  process.stdout.write(
    flags.json === true ? json : textReport(result, { color: flags.color !== false && process.stdout.isTTY }),
  );
}
