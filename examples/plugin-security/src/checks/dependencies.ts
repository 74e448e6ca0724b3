import { fail, notApplicable, notRun, pass, type Check } from '@typed-evidence-chain/core';
import { satisfies, validRange } from 'semver';
import type { Advisory } from '../evidence.js';

const ID = 'security/dependencies';

/** A dependency whose wish in the manifest changes, or that an advisory names. */
export interface ConcernedPackage {
  readonly name: string;
  /** The range in the manifest of the head. */
  readonly wish: string | undefined;
  /** Every version that is locked (or, without a lock file, installed), copies below other packages included. */
  readonly base: readonly string[];
  readonly head: readonly string[];
}

export interface InstalledState {
  readonly packages: readonly ConcernedPackage[];
  /** Where versions were read: a lock file, or the installed folders. */
  readonly source: string;
  /** Lock files that this plugin cannot read. */
  readonly unreadable: readonly string[];
}

const inRange = (version: string, range: string): boolean => satisfies(version, range, { includePrerelease: true });

/** Pure. What is installed counts, not what the manifest wishes for. */
export function dependencies({ packages, source, unreadable }: InstalledState, advisories: readonly Advisory[]): Check {
  if (packages.length === 0) return notApplicable(ID, 'no dependency is concerned');
  const details = { packages, source, unreadable };
  if (unreadable.length > 0)
    return notRun(ID, `the format of ${unreadable.join(', ')} is not known, so nobody can say what is installed`, {
      details,
    });
  const problems: string[] = [];
  for (const { name, wish, base, head } of packages) {
    const about = advisories.filter((advisory) => advisory.package === name);
    if (wish !== undefined && head.length === 0) problems.push(`${name} ${wish} is wished for and not in ${source}`);
    if (
      wish !== undefined &&
      validRange(wish) !== null &&
      head.length > 0 &&
      !head.some((version) => inRange(version, wish))
    ) {
      problems.push(`the manifest wishes for ${name} ${wish}, and ${source} still has ${head.join(', ')}`);
    }
    for (const { id, affected } of about) {
      if (affected === undefined) continue;
      if (validRange(affected) === null) problems.push(`${id}: ${affected} is no range of versions`);
      else if (!base.some((version) => inRange(version, affected)))
        problems.push(`${id}: no affected version of ${name} is installed on the base (${base.join(', ') || 'none'})`);
      const left = head.filter((version) => validRange(affected) !== null && inRange(version, affected));
      if (left.length > 0) problems.push(`${id}: ${source} still has ${name} ${left.join(', ')}, which is affected`);
    }
  }
  if (problems.length > 0) return fail(ID, problems.slice(0, 3).join('; '), { details });
  return pass(
    ID,
    packages.map(({ name, head }) => `${name} ${head.join(', ') || 'is gone'}`).join('; ') + ` (${source})`,
    { details },
  );
}
