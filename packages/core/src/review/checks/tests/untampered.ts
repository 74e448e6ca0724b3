import { fail, pass, type Check } from '../../check.js';
import type { Finding } from '../../tamper/finding.js';

const ID = 'tests/untampered';

const describe = (finding: Finding): string =>
  `${finding.file}${finding.test === undefined || finding.test === '' ? '' : ` "${finding.test}"`}: ${finding.message}`;

/** Pure: any bent finding is FAIL; what was declared or does no harm is shown with before and after. */
export function testsUntampered(findings: readonly Finding[]): Check {
  const bent = findings.filter((finding) => finding.weight === 'bent');
  const shown = findings.filter((finding) => finding.weight !== 'bent');
  const details = { bent, shown };
  if (bent.length > 0) {
    const more = bent.length > 3 ? ` and ${bent.length - 3} more` : '';
    return fail(ID, `${bent.slice(0, 3).map(describe).join('; ')}${more}`, { details });
  }
  return pass(
    ID,
    shown.length === 0
      ? 'existing tests and the rules by which they run are as on the base'
      : `nothing was bent; ${shown.length} legitimate changes are shown`,
    {
      details,
    },
  );
}
