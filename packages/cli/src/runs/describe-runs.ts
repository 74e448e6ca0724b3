import type { RecordedEvent, StoredRun } from '@typed-evidence-chain/store';
import { plain } from '../output/marks.js';

/** For `--json`. */
export const summaryOf = ({ folder, header, state, stages, result }: StoredRun): Readonly<Record<string, unknown>> => ({
  runId: header.runId,
  kind: header.kind,
  createdAt: header.createdAt,
  repository: header.repository,
  base: header.base,
  task: header.task.title,
  state,
  verdict: result?.verdict ?? null,
  type: result?.type ?? null,
  stages,
  folder,
});

const word = (run: StoredRun): string => run.result?.verdict ?? run.state;

export function describeRuns(root: string, runs: readonly StoredRun[]): string {
  if (runs.length === 0) return `no runs in ${plain(root)}\n`;
  const lines = runs.map(
    (run) =>
      `${run.header.runId}  ${run.header.kind.padEnd(6)}  ${word(run).padEnd(12)}  ${(run.result?.type ?? '').padEnd(9)}  ${plain(run.header.task.title).slice(0, 80)}`,
  );
  return `${lines.join('\n')}\n`;
}

/** What is said of one event, in a line. */
function eventText({ name, stage, seq, at, runId: _runId, ...payload }: RecordedEvent): string {
  const fields = payload as Readonly<Record<string, unknown>>;
  const check = fields['check'] as { id: string; status: string; summary: string } | undefined;
  const said = check ? `${check.id} ${check.status} ${check.summary}` : JSON.stringify(fields);
  return `${String(seq).padStart(4)}  ${at}  ${(stage || '-').padEnd(9)}  ${name.padEnd(17)}  ${plain(said).replace(/\n/g, ' ').slice(0, 200)}`;
}

export function describeRun(run: StoredRun, events: readonly RecordedEvent[]): string {
  const { header, result, state, stages, folder } = run;
  return [
    `${plain(header.task.title)}`,
    `run      ${header.runId} (${header.kind}, ${header.createdAt})`,
    `folder   ${plain(folder)}`,
    `base     ${header.base.slice(0, 12)} of ${plain(header.repository)}`,
    `state    ${state}${result ? `: ${result.verdict}` : ''}`,
    `stages   ${stages.join(', ') || 'none finished'}`,
    ...(result?.rounds ?? []).map(
      (round) => `round    ${round.round}: ${round.verdict} ${JSON.stringify(round.usage)}`,
    ),
    ...(result?.reasons ?? []).map((reason) => `  - ${plain(reason)}`),
    '',
    ...events.map(eventText),
    ...(state === 'interrupted' ? ['', `It can go on: tec runs resume ${header.runId}`] : []),
    '',
  ].join('\n');
}
