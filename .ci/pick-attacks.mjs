// Which attack fixtures fit into the time: all of them, or the same share of each kind and repository.
//   node .ci/pick-attacks.mjs CASES_FOLDER SECONDS_A_CASE BUDGET_SECONDS JOBS
// Prints the ids, joined by commas.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, ...numbers] = process.argv.slice(2);
const [secondsACase, budget, jobs] = numbers.map(Number);
const cases = readdirSync(folder)
  .sort()
  .flatMap((id) => {
    const file = join(folder, id, 'expected.json');
    return existsSync(file) ? [{ id, ...JSON.parse(readFileSync(file, 'utf8')) }] : [];
  });
const affordable = Math.floor((budget * jobs) / secondsACase);
const share = Math.min(1, affordable / cases.length);
const strata = new Map();
for (const entry of cases) {
  const key = `${entry.kind} ${entry.repo}`;
  strata.set(key, [...(strata.get(key) ?? []), entry]);
}
// Evenly spread over each stratum, at least one of each.
const picked = [...strata.values()].flatMap((group) => {
  const count = Math.max(1, Math.round(group.length * share));
  return Array.from({ length: count }, (_, index) => group[Math.floor((index * group.length) / count)]);
});
console.error(`${picked.length} of ${cases.length} attack fixtures (${Math.round(secondsACase)} s a case)`);
console.log(picked.map(({ id }) => id).join(','));
