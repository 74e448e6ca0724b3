// Turns the JSON of `npm start -- --json` or of the attack fixtures into a line for each case and into counts.
//   node .ci/count-results.mjs examples|attacks RESULTS.json COUNTS.json
import { readFileSync, writeFileSync } from 'node:fs';

const readers = {
  examples: ({ cases }) =>
    cases.map(({ id, skipped, differences, result }) => ({
      id,
      skipped: skipped !== undefined,
      faults: differences ?? [],
      outcome: skipped ?? result?.verdict ?? 'no verdict',
    })),
  attacks: (cases) =>
    cases.map(({ id, skipped, mismatches, outcome }) => ({
      id,
      skipped: Boolean(skipped),
      faults: mismatches,
      outcome: skipped || outcome,
    })),
};

const [kind, from, to] = process.argv.slice(2);
const cases = readers[kind](JSON.parse(readFileSync(from, 'utf8')));
for (const { id, skipped, faults, outcome } of cases) {
  const mark = skipped ? '–' : faults.length === 0 ? '✔' : '✖';
  console.log(`  ${mark} ${id}: ${outcome}${faults.length > 0 ? ` (${faults.map(String).join('; ')})` : ''}`);
}
const counted = cases.filter((entry) => !entry.skipped);
const failed = counted.filter((entry) => entry.faults.length > 0).length;
writeFileSync(to, JSON.stringify({ passed: counted.length - failed, failed, skipped: cases.length - counted.length }));
