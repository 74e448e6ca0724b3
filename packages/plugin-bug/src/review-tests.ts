import {
  changedTestsReports,
  fail,
  filesOf,
  judgeChange,
  measureTwoSided,
  notRun,
  selectTests,
  testKey,
  testLabel,
  type Check,
  type CheckExtras,
  type PairedObservation,
  type ReviewSession,
  type TestReport,
  type TwoSided,
  type Witness,
} from '@typed-evidence-chain/core';
import { bentEquality } from './bent-equality.js';
import { failsOnBase, isRed } from './checks/fails-on-base.js';
import { passesOnHead } from './checks/passes-on-head.js';
import { rightReason } from './checks/right-reason.js';
import { stable } from './checks/stable.js';
import { targetsPatch } from './checks/targets-patch.js';
import { declaredRetries } from './declared-retries.js';
import type { Reproduction } from './evidence.js';
import { falsify } from './falsify/falsify.js';
import { reasonContext } from './reason-context.js';

/** Why a report cannot be used: its events, counts and exit code do not agree, or the channel was touched. */
const unusable = (reports: readonly TestReport[]): string | undefined => {
  const bad = reports.find((report) => report.outcome === 'unmeasured' || report.outcome === 'not-started');
  return bad && `the run cannot be used: ${bad.reason}`;
};

const untrusted = (reports: readonly TestReport[]): string | undefined => {
  const bad = reports.find((report) => report.outcome !== 'ran');
  return bad && `the run ${bad.outcome}: ${bad.reason}`;
};

const medianMs = (reports: readonly TestReport[]): number => {
  const sorted = reports.map((report) => report.durationMs).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
};

/** The reproduction as a witness for other trees: green when each of its tests passes. */
function witnessOf(session: ReviewSession, measured: TwoSided, targets: readonly PairedObservation[]): Witness {
  const files = measured.command.source === 'submission' ? undefined : measured.files;
  const timeoutMs = Math.min(session.limits.timeoutMs, Math.max(3000, medianMs(measured.headReports) * 10));
  return async (tree, purpose, coverage) => {
    const coverageOf = coverage && targets.map(({ head }) => head.id);
    const report = await session.run(tree, measured.command, { purpose, files, coverage, coverageOf, timeoutMs });
    for (const target of targets) {
      const selected = selectTests(report.tests, target.ref);
      const result =
        selected.find((test) => testKey(test.id) === testKey(target.id)) ??
        selected.find((test) => test.id.title === '');
      if (result?.status === 'passed' && report.outcome === 'ran') continue;
      const kind =
        result?.failure?.kind ??
        (report.outcome === 'timed-out' ? 'timeout' : report.outcome === 'crashed' ? 'exit' : 'other');
      return {
        green: false,
        why: kind,
        message: result?.failure?.message ?? (report.reason || result?.status || 'the test was not seen'),
        coverage: report.coverage,
      };
    }
    return { green: true, coverage: report.coverage };
  };
}

/** Tests of the reproduction that another run on the head, which is needed anyway, does not see passing. */
async function redInSuite(session: ReviewSession, targets: readonly PairedObservation[]): Promise<readonly string[]> {
  const tests = (await changedTestsReports(session)).flatMap((report) => report.tests);
  return targets.flatMap((target) => {
    const status = tests.find((test) => testKey(test.id) === testKey(target.id))?.status;
    return status === undefined || status === 'passed'
      ? []
      : [`${testLabel(target.id)} is ${status} when the changed tests run together`];
  });
}

/** Tests that ask for what only the patch brings show a feature beside the fix: composite, whatever its parts are. */
function alsoBringsAFeature(target: Check, reason: Check): Check {
  const asking = (reason.details?.['askedOfPatch'] ?? []) as readonly string[];
  if (asking.length === 0 || target.status === 'NOT_RUN') return target;
  const message = `composite: beside the fix it brings a feature (${asking.slice(0, 2).join('; ')}); split the change`;
  return fail(target.id, target.status === 'FAIL' ? `${target.summary}; ${message}` : message, {
    details: { ...target.details },
  });
}

/** Re-executes a reproduction that is made of tests. */
export async function reviewTests(reproduction: Reproduction, session: ReviewSession): Promise<readonly Check[]> {
  const spec = { tests: reproduction.tests, command: reproduction.command };
  const sides = { base: await session.evidenceBase(), head: await session.headRun() };
  const worthwhile = (base: TestReport, head: TestReport): boolean => {
    const redOnBase = reproduction.tests.some(
      (ref) => base.outcome === 'timed-out' || selectTests(base.tests, ref).some((test) => isRed(test.status)),
    );
    const greenOnHead = reproduction.tests.every((ref) =>
      selectTests(head.tests, ref).some((test) => test.status === 'passed'),
    );
    return redOnBase && greenOnHead && head.outcome === 'ran';
  };
  const outcome = await measureTwoSided(session, spec, sides, worthwhile);
  if (outcome.kind === 'not-run') {
    return ['bug/fails-on-base', 'bug/right-reason', 'bug/passes-on-head', 'bug/stable', 'bug/targets-patch'].map(
      (id) => notRun(id, outcome.reason),
    );
  }
  const measured = outcome.value;
  const extras: CheckExtras = { command: measured.command.text, source: measured.command.source };
  const { pairs } = measured;
  const red = pairs.filter((pair) => isRed(pair.base.status));
  const targets = pairs.filter((pair) => isRed(pair.base.status) && pair.head.status === 'passed');

  const problemOnBase = unusable(measured.baseReports);
  const onBase = problemOnBase === undefined ? failsOnBase(pairs) : notRun('bug/fails-on-base', problemOnBase);
  const onHead = passesOnHead(pairs, untrusted(measured.headReports), await declaredRetries(session, pairs));
  let steady = stable(pairs, measured.repeats, measured.planned);
  let reason =
    problemOnBase === undefined
      ? rightReason(red, await reasonContext(session, red, medianMs(measured.headReports)))
      : notRun('bug/right-reason', problemOnBase);
  const proven = onBase.status === 'PASS' && onHead.status === 'PASS' && reason.status === 'PASS';
  if (proven) {
    const { problems, tried } = await falsify(session, measured, targets);
    const details = { ...reason.details, falsification: tried };
    reason = problems.length > 0 ? fail('bug/right-reason', problems.join('; '), { details }) : { ...reason, details };
  }
  let target = notRun('bug/targets-patch', 'the reproduction does not hold, so nothing can be attributed to the patch');
  if (proven) {
    const files = targets.flatMap(({ head }) => filesOf(head.id));
    const judged = await judgeChange(session, witnessOf(session, measured, targets), files);
    target = await bentEquality(session, judged, alsoBringsAFeature(targetsPatch(judged), reason));
    const wavering = [
      ...(judged.headAgain?.green === false ? [judged.headAgain.message ?? 'red'] : []),
      ...(await redInSuite(session, targets)),
    ];
    if (wavering.length > 0)
      steady = fail('bug/stable', `a further run on the head was not green: ${wavering.slice(0, 2).join('; ')}`, {
        details: { ...steady.details },
      });
  }
  return [onBase, reason, onHead, steady, target].map((check) => ({ ...check, ...extras }));
}
