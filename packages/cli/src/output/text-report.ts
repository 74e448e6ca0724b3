import Table from 'cli-table3';
import type { ChainResult, Check } from '@typed-evidence-chain/core';
import pc from 'picocolors';
import { MARKS, plain, seconds } from './marks.js';

export interface TextOptions {
  readonly color: boolean;
}

const width = (): number => Math.max(80, Math.min(process.stdout.columns ?? 120, 160));

/** What was claimed, what was run, what came out, why the verdict: at a glance. */
export function textReport(result: ChainResult, { color }: TextOptions): string {
  const c = pc.createColors(color);
  const tint = (check: Check, text: string): string =>
    check.status === 'PASS'
      ? c.green(text)
      : check.status === 'FAIL'
        ? c.red(text)
        : check.status === 'NOT_RUN'
          ? c.yellow(text)
          : c.dim(text);
  const { classification, task } = result;
  const lines = [
    `${c.bold(plain(task.title))}`,
    `type     ${classification.type ?? 'undecided'} (${classification.confidence}; ${plain(
      classification.signals
        .slice(0, 2)
        .map((signal) => signal.reason)
        .join('; ') || classification.decidedBy,
    )})`,
    ...(result.base === '' ? [] : [`base     ${result.base.slice(0, 12)}   patch ${result.patchDigest.slice(0, 19)}`]),
    ...(result.submission
      ? [
          `claim    ${result.submission.status} by ${plain(result.submission.builtBy)}${result.submission.summary ? `: ${plain(result.submission.summary)}` : ''}`,
        ]
      : []),
    ...(result.submission?.notes ?? []).map((note) => `note     ${plain(note)}`),
    `sandbox  ${result.sandbox.driver}${result.sandbox.isolated ? '' : c.red('  NOT ISOLATED')}${result.sandbox.notes.length > 0 ? ` (${result.sandbox.notes.join('; ')})` : ''}`,
    '',
  ];
  const summaryWidth = width() - 56;
  const table = new Table({
    head: ['', 'check', 'status', 'what came out', 'took'],
    colWidths: [3, 31, 14, summaryWidth, 9],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  for (const check of result.checks) {
    table.push([
      tint(check, MARKS[check.status]),
      check.id,
      tint(check, `${check.status}${check.blocking ? '' : '*'}`),
      plain(check.summary),
      seconds(check.durationMs),
    ]);
  }
  if (result.checks.length > 0) lines.push(table.toString(), '');
  const commands = [
    ...new Map(
      result.checks.filter((check) => check.command !== undefined).map((check) => [check.command, check]),
    ).values(),
  ];
  for (const check of commands)
    lines.push(c.dim(`ran      ${plain(check.command ?? '')}  (${plain(check.source ?? '')})`));
  if (result.checks.some((check) => !check.blocking)) lines.push(c.dim('*        advisory: never changes the verdict'));
  const { runs, totalMs } = result.timings;
  const reused = runs.filter((run) => run.reused).length;
  lines.push(
    c.dim(
      `cost     ${runs.length - reused} runs, ${seconds(runs.reduce((sum, run) => sum + run.durationMs, 0))} in the sandbox, ${seconds(totalMs)} in all${reused > 0 ? `; ${reused} answered by earlier reviews of this base` : ''}`,
    ),
    '',
  );
  lines.push(c.bold(result.verdict === 'DONE' ? c.green('DONE') : c.yellow('NEEDS_REVIEW')));
  lines.push(...result.reasons.map((reason) => `  - ${plain(reason)}`));
  lines.push('', c.dim('What this review cannot decide:'), ...result.limits.map((limit) => c.dim(`  - ${limit}`)), '');
  return lines.join('\n');
}
