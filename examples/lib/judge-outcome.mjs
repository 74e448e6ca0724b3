const BLOCKED = new Set(['FAIL', 'NOT_RUN']);

/** Differences between what came out and what has to; none where all is as expected. */
export function judgeOutcome(expected, { exitCode, result }) {
  if (result === undefined || result.schema !== 'tec/result/v1') {
    return [
      `no verdict: exit code ${exitCode}${result?.error ? `, ${result.error.code}: ${result.error.message}` : ''}`,
    ];
  }
  const differences = [];
  if (result.classification.type !== expected.type)
    differences.push(`routed as ${result.classification.type}, not ${expected.type}`);
  if (result.verdict !== expected.verdict) differences.push(`${result.verdict}, not ${expected.verdict}`);
  for (const id of expected.failing) {
    const check = result.checks.find((candidate) => candidate.id === id);
    if (!check || !BLOCKED.has(check.status)) differences.push(`${id} is ${check?.status ?? 'missing'}, not FAIL`);
  }
  return differences;
}
