// The main job on real input: `npm start` reviews the changes in examples/reviews with the built command.
//   npm start                        every case
//   npm start -- bug-honest          the cases whose name contains the word
//   npm --silent start -- --json     one JSON document on stdout, nothing else
import { fileURLToPath } from 'node:url';
import { judgeOutcome } from './lib/judge-outcome.mjs';
import { listCases } from './lib/list-cases.mjs';
import { missingTool } from './lib/missing-tool.mjs';
import { reviewCase } from './lib/review-case.mjs';

const NOT_ISOLATED =
  'No sandbox works on this machine (tec doctor says why). These examples come with the project, so they run WITHOUT ISOLATION here; tec review never does that by itself.';

const args = process.argv.slice(2);
const asJson = args.includes('--json');
const words = args.filter((arg) => !arg.startsWith('-'));
const say = asJson ? () => undefined : (text) => console.log(text);

const controller = new AbortController();
let interruptedBy;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(name, () => {
    interruptedBy = name;
    controller.abort();
  });
}

let sandbox;
async function reviewOnce(entry) {
  const options = { report: !asJson, interrupt: controller.signal };
  const outcome = await reviewCase(entry, { ...options, sandbox });
  if (outcome.result?.error?.code !== 'sandbox/none-works' || sandbox !== undefined) return outcome;
  console.error(NOT_ISOLATED);
  sandbox = 'none';
  return reviewCase(entry, { ...options, sandbox });
}

const all = listCases(fileURLToPath(new URL('reviews', import.meta.url)));
const chosen = all.filter(({ id }) => words.length === 0 || words.some((word) => id.includes(word)));
const done = [];
for (const entry of chosen) {
  if (interruptedBy !== undefined) break;
  const { id, expected } = entry;
  say(`\n${'─'.repeat(80)}\n${id}: ${expected.about}\n`);
  const missing = missingTool(expected.needs);
  if (missing !== undefined) {
    say(`skipped: ${missing} is not installed here`);
    done.push({ id, about: expected.about, skipped: `${missing} is not installed` });
    continue;
  }
  const outcome = await reviewOnce(entry);
  if (interruptedBy !== undefined) break;
  const differences = judgeOutcome(expected, outcome);
  say(differences.length === 0 ? `as expected: ${expected.verdict}` : `NOT AS EXPECTED: ${differences.join('; ')}`);
  const { type, verdict, failing } = expected;
  done.push({ id, about: expected.about, expected: { type, verdict, failing }, differences, result: outcome.result });
}

const reviewed = done.filter((entry) => entry.skipped === undefined);
const failed = reviewed.filter((entry) => entry.differences.length > 0).length;
const summary = { passed: reviewed.length - failed, failed, skipped: done.length - reviewed.length };
if (asJson) {
  console.log(
    JSON.stringify({ schema: 'tec/examples/v1', isolated: sandbox === undefined, ...summary, cases: done }, null, 2),
  );
} else {
  say(`\n${'─'.repeat(80)}`);
  for (const { id, skipped, result, differences, about } of done) {
    const mark = skipped !== undefined ? '–' : differences.length === 0 ? '✔' : '✖';
    say(
      `${mark} ${(skipped === undefined ? (result?.verdict ?? 'no verdict') : 'skipped').padEnd(13)} ${id.padEnd(38)} ${about}`,
    );
  }
  say(
    `${summary.passed} as expected, ${summary.failed} not${summary.skipped > 0 ? `, ${summary.skipped} skipped` : ''}`,
  );
}
if (interruptedBy !== undefined) {
  console.error('stopped by', interruptedBy);
  process.exitCode = 130;
} else {
  process.exitCode = failed > 0 || reviewed.length === 0 ? 1 : 0;
}
