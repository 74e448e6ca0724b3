import type { ReviewSession } from '../session.js';
import type { Tree } from '../ports/tree.js';
import { editsWithout } from './change-units.js';
import { unitLabel, type ChangeUnit } from './change-unit.js';
import type { Witness, WitnessOutcome } from './witness.js';

export interface AblationResult {
  /** Units whose removal turns the reproduction red for a reason that speaks of behaviour. */
  readonly necessary: ReadonlyMap<ChangeUnit, string>;
  /** Units whose removal leaves it green. */
  readonly unneeded: ReadonlySet<ChangeUnit>;
  readonly runs: number;
  readonly budget: number;
  /** Units that were judged only together, for lack of budget or because they depend on each other. */
  readonly grouped: readonly (readonly ChangeUnit[])[];
}

/** A red that only says "something that the other parts need is gone". */
const brokenOnly = (outcome: WitnessOutcome): boolean =>
  outcome.why === 'load' ||
  outcome.why === 'setup' ||
  /\bis not defined\b|is not a function|is not a constructor|does not provide an export|cannot find module|has no attribute|cannot import name|is not iterable$/i.test(
    outcome.message ?? '',
  );

const identifiers = (text: readonly string[]): Set<string> =>
  new Set(text.join('\n').match(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu) ?? []);

/** Names that a unit brings: they occur in its added lines and not in what it removes. */
function ownNames({ change, hunk }: ChangeUnit): Set<string> {
  const hunks = hunk ? [hunk] : change.hunks;
  const removed = identifiers(hunks.flatMap((part) => part.removed));
  const base = change.path.slice(change.path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
  return new Set(
    [...identifiers(hunks.flatMap((part) => part.added)), ...(change.status === 'added' ? [base] : [])].filter(
      (name) => !removed.has(name),
    ),
  );
}

/** Units connected with one of the seeds through names that one of them brings. */
export function dependents(seeds: readonly ChangeUnit[], all: readonly ChangeUnit[]): readonly ChangeUnit[] {
  const group = new Set(seeds);
  for (let grown = true; grown;) {
    grown = false;
    const names = new Set([...group].flatMap((unit) => [...ownNames(unit)]));
    for (const unit of all) {
      if (group.has(unit)) continue;
      const mine = ownNames(unit);
      if ([...mine].some((name) => name.length > 2 && names.has(name))) {
        group.add(unit);
        grown = true;
      }
    }
  }
  return [...group];
}

/**
 * Takes parts of the patch back, one at a time, and asks the reproduction (THREATS D3). Parts that cannot be missed
 * for a mere technical reason (a name or a module is gone) are taken back together with what depends on them.
 * Above the budget, parts of one file are judged together first and split while the budget lasts.
 */
export async function ablate(
  session: ReviewSession,
  head: Tree,
  units: readonly ChangeUnit[],
  witness: Witness,
  budget: number,
): Promise<AblationResult> {
  const necessary = new Map<ChangeUnit, string>();
  const unneeded = new Set<ChangeUnit>();
  const grouped: (readonly ChangeUnit[])[] = [];
  let runs = 0;

  const ask = async (group: readonly ChangeUnit[]): Promise<WitnessOutcome> => {
    runs += 1;
    const label = `head without ${group.map(unitLabel).join(', ')}`.slice(0, 200);
    const tree = await session.trees.derive(head, await editsWithout(session, group), label);
    return witness(tree, `ablation: ${label}`);
  };

  const judge = async (group: readonly ChangeUnit[]): Promise<void> => {
    let outcome = await ask(group);
    let judged = group;
    if (!outcome.green && brokenOnly(outcome)) {
      const wider = dependents(group, units);
      if (wider.length > group.length && wider.length < units.length && runs < budget) {
        judged = wider;
        outcome = await ask(wider);
      }
    }
    if (outcome.green) {
      for (const unit of judged) if (!necessary.has(unit)) unneeded.add(unit);
      if (judged.length > 1) grouped.push(judged);
      return;
    }
    if (group.length > 1 && runs + 2 <= budget) {
      const middle = group.length >> 1;
      await judge(group.slice(0, middle));
      await judge(group.slice(middle));
      // Each half can be missed alone and not both together: they are needed as a whole.
      if (group.every((unit) => unneeded.has(unit))) {
        for (const unit of group) {
          unneeded.delete(unit);
          necessary.set(unit, 'needed together with others');
        }
      }
      return;
    }
    if (judged.length > 1) grouped.push(judged);
    for (const unit of group) {
      unneeded.delete(unit);
      necessary.set(unit, outcome.message ?? `the reproduction is ${outcome.why ?? 'not green'} without it`);
    }
  };

  const initial: readonly (readonly ChangeUnit[])[] =
    units.length <= budget ? units.map((unit) => [unit]) : groupByFile(units);
  // A unit that was judged in a wider group is not asked about again.
  const open = (group: readonly ChangeUnit[]): readonly ChangeUnit[] =>
    group.filter((unit) => !necessary.has(unit) && !unneeded.has(unit));
  const queue = [...initial];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const group = open(next);
      if (group.length > 0 && runs < budget) await judge(group);
    }
  };
  await Promise.all([worker(), worker()]);
  return { necessary, unneeded, runs, budget, grouped };
}

function groupByFile(units: readonly ChangeUnit[]): readonly (readonly ChangeUnit[])[] {
  const groups = new Map<string, ChangeUnit[]>();
  for (const unit of units) groups.set(unit.change.path, [...(groups.get(unit.change.path) ?? []), unit]);
  return [...groups.values()];
}
