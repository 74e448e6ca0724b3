import { compareReports, isTelling, type CompareOptions } from './compare-reports.js';
import type { PlannedScenario } from '../arguments/make-scenarios.js';
import type { CallReport, HarnessReport } from './plan.js';

export interface Judged {
  readonly calls: number;
  /** Why nothing is said about the function. */
  readonly reason?: string;
  readonly near: readonly JudgedDifference[];
  readonly far: readonly JudgedDifference[];
}

export interface JudgedDifference {
  readonly planned: PlannedScenario;
  readonly base: CallReport;
  readonly head: CallReport;
  readonly options: CompareOptions;
}

/** The calls of one function, seen twice on each side. */
export function judgeCalls(
  planned: readonly PlannedScenario[],
  firstId: number,
  runs: { readonly base: readonly HarnessReport[]; readonly head: readonly HarnessReport[] },
  privateNames: ReadonlySet<string>,
): Judged {
  const near: JudgedDifference[] = [];
  const far: JudgedDifference[] = [];
  let calls = 0;
  let telling = 0;
  for (const [index, one] of planned.entries()) {
    const id = firstId + index;
    const base = reportsOf(runs.base, id);
    // The run of the head did not survive this call.
    const isLost = runs.head.every((run) => run.lastStarted === id);
    const head = isLost ? [{ o: { k: 'lost' as const } }] : reportsOf(runs.head, id);
    if (base === undefined || head === undefined) continue;
    const [first, other] = [base[0]!, head[0]!];
    if (!agree(base)) {
      if (base.some(isSlow)) continue;
      return { calls: 0, reason: 'it answers differently from run to run at the base already', near: [], far: [] };
    }
    const options: CompareOptions = { privateNames, lenient: one.origin !== 'near' };
    if (!agree(head) && head.some(isSlow)) continue;
    calls += 1;
    if (isTelling(first)) telling += 1;
    const comparison = agree(head) ? compareReports(first, other, options) : 'different';
    if (comparison !== 'different') continue;
    // Two answers of the head for one input, where the base gives one: the answer that is not that of the base.
    const shown = agree(head)
      ? other
      : (head.find((report) => compareReports(first, report, options) === 'different') ?? other);
    (one.origin === 'far' ? far : near).push({ planned: one, base: first, head: shown, options });
  }
  const reason =
    calls === 0
      ? (runs.base[0]?.incomplete ?? runs.head[0]?.incomplete ?? 'none of its calls came to an end')
      : telling === 0 && near.length === 0
        ? 'no arguments are known with which it works'
        : undefined;
  return { calls, near, far, ...(reason === undefined ? {} : { reason }) };
}

function reportsOf(runs: readonly HarnessReport[], id: number): CallReport[] | undefined {
  const reports = runs.map((run) => run.calls.get(id)).filter((report) => report !== undefined);
  return reports.length === runs.length ? reports : undefined;
}

function agree(reports: readonly CallReport[]): boolean {
  const [first, ...others] = reports.map((report) => JSON.stringify(report));
  return others.every((text) => text === first);
}

function isSlow(report: CallReport): boolean {
  return [report.o, ...(report.steps ?? [])].some((outcome) => outcome?.k === 'timeout' || outcome?.k === 'pending');
}
