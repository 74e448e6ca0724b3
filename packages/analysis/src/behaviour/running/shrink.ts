import type { Counterexample } from '@typed-evidence-chain/core';
import type { Scenario } from '../arguments/arg.js';
import { compareReports, firstDifference, kindOfDifference, type CompareOptions } from './compare-reports.js';
import type { Constants } from '../arguments/constants.js';
import { describeReport } from './describe-report.js';
import type { CallReport } from './plan.js';
import { describeScenario, type Printer } from '../arguments/print-arg.js';
import type { Session } from './session.js';
import type { Shape } from '../arguments/shape.js';
import { simplify, sizeOf } from '../arguments/simplify.js';

export interface Difference {
  readonly label: string;
  readonly scenario: Scenario;
  readonly probe?: boolean;
  readonly base: CallReport;
  readonly head: CallReport;
  readonly shapes: readonly Shape[];
  readonly constants: Constants;
  readonly options: CompareOptions;
  readonly printer: Printer;
}

const ROUNDS = 4;
const CANDIDATES = 60;

/** Makes the arguments smaller as long as the two sides still differ; a few runs for all differences together. */
export async function shrink(differences: readonly Difference[], session: Session): Promise<Difference[]> {
  let current = [...differences];
  let open = new Set(current.keys());
  for (let round = 0; round < ROUNDS && open.size > 0; round += 1) {
    const candidates = [...open].flatMap((index) =>
      candidatesFor(current[index]!).map((scenario) => ({ index, scenario })),
    );
    const calls = candidates.map(({ index, scenario }, id) => session.planCall(id, scenario, current[index]!.probe));
    const { base, head } = await session.call([{ budgetMs: 2000, calls }]);
    const better = new Map<number, Difference>();
    for (const [id, { index, scenario }] of candidates.entries()) {
      const [before, after] = [base[0]?.calls.get(id), head[0]?.calls.get(id)];
      const from = current[index]!;
      if (before === undefined || after === undefined) continue;
      if (compareReports(before, after, from.options) !== 'different') continue;
      if (kindOfDifference(before, after, from.options) !== kindOfDifference(from.base, from.head, from.options))
        continue;
      if (sizeOf(scenario) < sizeOf(better.get(index)?.scenario ?? from.scenario)) {
        better.set(index, { ...from, scenario, base: before, head: after });
      }
    }
    current = current.map((difference, index) => better.get(index) ?? difference);
    open = new Set(better.keys());
  }
  return current;
}

function candidatesFor(difference: Difference): Scenario[] {
  const found: Scenario[] = [];
  for (const scenario of simplify(difference.scenario, difference.shapes, difference.constants)) {
    if (sizeOf(scenario) < sizeOf(difference.scenario)) found.push(scenario);
    if (found.length >= CANDIDATES) break;
  }
  return found;
}

export function toCounterexample({ label, scenario, probe, base, head, options, printer }: Difference): Counterexample {
  const part = firstDifference(base, head, options) ?? 'o';
  const steps = /^(?:steps|reads)\./.test(part)
    ? scenario.steps.slice(0, Number(part.split('.')[1]) + (part.startsWith('steps') ? 1 : 0))
    : scenario.steps;
  return {
    subject: label,
    args:
      describeScenario({ ...scenario, steps }, printer) + (probe === true ? ', changing what was given and got' : ''),
    base: describeReport(base, part),
    head: describeReport(head, part),
  };
}
