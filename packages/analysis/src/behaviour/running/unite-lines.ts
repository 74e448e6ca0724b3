import type { FileCoverage } from '@typed-evidence-chain/core';
import type { HarnessReport } from './plan.js';

/** The lines of the files that loading and the groups that count executed, over all runs of one side. */
export function uniteLines(
  files: readonly string[],
  runs: readonly HarnessReport[],
  counts: (group: number) => boolean,
): FileCoverage[] {
  const found = new Map<string, Record<number, number>>();
  for (const { file, group, lines } of runs.flatMap((run) => run.lines)) {
    const path = files[file];
    if (path === undefined) continue;
    const known = found.get(path) ?? {};
    found.set(path, known);
    const isCounted = group === undefined || counts(group);
    for (const [line, count] of Object.entries(lines))
      known[Number(line)] = (known[Number(line)] ?? 0) + (isCounted ? count : 0);
  }
  return [...found].map(([file, lines]) => ({ file, lines }));
}
