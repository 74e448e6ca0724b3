import {
  fail,
  normalisePath,
  notRun,
  pass,
  testLabel,
  type Check,
  type PairedObservation,
  type TestStatus,
} from '@typed-evidence-chain/core';

const ID = 'bug/fails-on-base';

const WHY: Partial<Record<TestStatus, string>> = {
  passed: 'passes on the base',
  skipped: 'is skipped on the base',
  todo: 'is marked todo',
  errored: 'could not be loaded or set up on the base',
  crashed: 'did not come to its end on the base: the process went away',
  'not-collected': 'was not seen by the runner on the base',
  unstable: 'does not give the same result in all runs on the base',
};

/** Only `failed` (or `timed-out`) on the base is a reproduction; an absent test is no failure. */
export const isRed = (status: TestStatus): boolean => status === 'failed' || status === 'timed-out';

/** A row of a parametrised test, as pytest writes it. */
const isRow = (title: string): boolean => /\[[^\]]*\]$/.test(title);

/** A test that the named file defines and several others run, each with another subject: rows of one test. */
const isRunElsewhere = ({ ref, id }: PairedObservation): boolean =>
  id.file !== '' && id.file !== normalisePath(ref.file) && (id.alsoIn ?? []).includes(normalisePath(ref.file));

/**
 * Whether every test of a pair's reference must be red: yes where the evidence names tests; a whole file, or a
 * parametrised test with its rows, may hold controls that pass on both sides.
 */
const mustAll = (pair: PairedObservation): boolean => {
  const { ref, id } = pair;
  if (ref.name === undefined || isRunElsewhere(pair)) return false;
  return !(isRow(id.title) && !isRow(typeof ref.name === 'string' ? ref.name : ref.name.join(' ')));
};

/** Pure. `pairs` are the tests that the evidence names, observed on both sides. */
export function failsOnBase(pairs: readonly PairedObservation[]): Check {
  if (pairs.length === 0) return notRun(ID, 'the evidence names no test that could be run');
  const problems = pairs
    .filter((pair) => mustAll(pair) && !isRed(pair.base.status))
    .map((pair) => `${testLabel(pair.id)} ${WHY[pair.base.status] ?? pair.base.status}`);
  for (const ref of new Set(pairs.filter((pair) => !mustAll(pair)).map((pair) => pair.ref))) {
    const tests = pairs.filter((pair) => pair.ref === ref && !mustAll(pair));
    if (tests.some((pair) => isRed(pair.base.status))) continue;
    const first = tests[0];
    if (first)
      problems.push(
        `${tests.length === 1 ? testLabel(first.id) : `each of the ${tests.length} tests of ${ref.file}`} ${WHY[first.base.status] ?? first.base.status}`,
      );
  }
  const details = {
    tests: pairs.map((pair) => ({
      test: testLabel(pair.id),
      base: pair.base.runs,
      head: pair.head.runs,
      failure: pair.base.failure,
    })),
  };
  const red = pairs.filter((pair) => isRed(pair.base.status)).length;
  return problems.length === 0
    ? pass(ID, `${red} of ${pairs.length} reproduction tests ${pairs.length === 1 ? 'fails' : 'fail'} on the base`, {
        details,
      })
    : fail(ID, problems.slice(0, 3).join('; '), { details });
}
