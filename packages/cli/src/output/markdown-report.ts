import type { ChainResult } from '@typed-evidence-chain/core';
import { MARKS, plain, seconds } from './marks.js';

/** Text of the reviewed change, so that it stays text in Markdown. */
const cell = (text: string): string =>
  plain(text)
    .replace(/([\\`*_{}[\]<>|#])/g, '\\$1')
    .replace(/\s*\n\s*/g, ' ');

/** The report for a pull request. */
export function markdownReport(result: ChainResult): string {
  const rows = result.checks.map(
    (check) =>
      `| ${MARKS[check.status]} | \`${check.id}\` | ${check.status}${check.blocking ? '' : ' (advisory)'} | ${cell(check.summary)} | ${seconds(check.durationMs)} |`,
  );
  return [
    `## ${result.verdict}: ${cell(result.task.title)}`,
    '',
    `Type **${result.classification.type ?? 'undecided'}** (${result.classification.confidence}), base \`${result.base.slice(0, 12)}\`, patch \`${result.patchDigest.slice(0, 19)}\`, sandbox ${result.sandbox.driver}${result.sandbox.isolated ? '' : ' (**not isolated**)'}.`,
    ...(result.submission?.notes ?? []).map((note) => `\n> ${cell(note)}`),
    '',
    ...(rows.length > 0
      ? ['| | check | status | what came out | took |', '| --- | --- | --- | --- | --- |', ...rows, '']
      : []),
    ...(result.reasons.length > 0 ? ['### Why', '', ...result.reasons.map((reason) => `- ${cell(reason)}`), ''] : []),
    '### What this review cannot decide',
    '',
    ...result.limits.map((limit) => `- ${cell(limit)}`),
    '',
  ].join('\n');
}
