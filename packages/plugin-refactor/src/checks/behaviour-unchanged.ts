import { fail, notApplicable, notRun, pass, type BehaviourReport, type Check } from '@typed-evidence-chain/core';

const ID = 'refactor/behaviour-unchanged';

/**
 * Pure. No counterexample, and nothing that others could use is gone. Where nothing could be compared, somebody has to
 * look at it, unless the listed tests run all that changed.
 */
export function behaviourUnchanged(
  report: BehaviourReport,
  lostExports: readonly string[],
  testsRunAll: boolean,
): Check {
  const details = {
    compared: report.compared,
    skipped: report.skipped,
    counterexamples: report.counterexamples,
    missing: report.missing,
  };
  const gone = [
    ...new Set([
      ...report.missing.filter((entry) => entry.side === 'head').map((entry) => entry.subject),
      ...lostExports,
    ]),
  ];
  const problems = [
    ...report.counterexamples.map(
      ({ subject, args, base, head }) => `${subject}(${args}) gives ${base} on the base and ${head} on the head`,
    ),
    ...(gone.length > 0 ? [`no longer exported: ${gone.join(', ')}`] : []),
  ];
  if (problems.length > 0) return fail(ID, problems.slice(0, 3).join('; '), { details });
  const calls = report.compared.reduce((sum, entry) => sum + entry.calls, 0);
  if (calls === 0) {
    const why = report.skipped[0] ? ` (${report.skipped[0].subject}: ${report.skipped[0].reason})` : '';
    if (report.skipped.length > 0 && !testsRunAll)
      return notRun(ID, `nothing that the change reaches could be compared${why}, and no test runs all of it`, {
        details,
      });
    return notApplicable(ID, `nothing that the change reaches could be called from outside${why}`, { details });
  }
  return pass(
    ID,
    `${report.compared.length} functions agree in ${calls} calls${
      report.skipped.length > 0
        ? `; not compared: ${report.skipped
            .map((entry) => entry.subject)
            .slice(0, 4)
            .join(', ')}`
        : ''
    }`,
    { details },
  );
}
