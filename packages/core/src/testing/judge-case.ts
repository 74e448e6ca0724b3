import type { LoadedPlugin } from '../plugin/plugin-host.js';
import type { Check } from '../review/check.js';
import type { RejectedCase } from './plugin-suite.js';
import type { CaseOutcome } from './review-case.js';

const said = ({ id, status, summary }: Check): string => `${id} is ${status}: ${summary}`;

/** What holds for every review: each announced check is answered, and the events tell the same. Pure. */
function contractProblems({ reviewer }: LoadedPlugin, { result, events }: CaseOutcome): readonly string[] {
  const answered = result.checks.map((check) => check.id);
  const finished = events.flatMap(({ name, event }) =>
    name === 'check.finished' && 'check' in event ? [event.check.id] : [],
  );
  const announced = [...reviewer.checks, ...(reviewer.advice?.checks ?? [])];
  const silent = result.checks.filter(
    (check) => announced.includes(check.id) && check.summary === 'the reviewer of this type gave no answer',
  );
  return [
    ...announced
      .filter((id) => answered.filter((other) => other === id).length !== 1)
      .map((id) => `${id} is not answered exactly once`),
    ...silent.map(({ id }) => `the reviewer gives no answer to ${id}`),
    ...answered.filter((id) => !finished.includes(id)).map((id) => `no check.finished was sent for ${id}`),
    ...result.checks.filter((check) => check.summary.trim() === '').map(({ id }) => `${id} has no summary`),
  ];
}

/** Pure. */
export function acceptedProblems(plugin: LoadedPlugin, outcome: CaseOutcome): readonly string[] {
  const { result } = outcome;
  const own = result.checks.filter((check) => plugin.reviewer.checks.includes(check.id));
  const idle = own.every((check) => check.status !== 'PASS')
    ? ['no check of the plugin itself passed: nothing was proven']
    : [];
  return [
    ...contractProblems(plugin, outcome),
    ...(result.verdict === 'DONE' ? idle : result.reasons.map((reason) => `it should be DONE, but ${reason}`)),
  ];
}

/** Pure. A case is rejected for its reason only: another check that fails must be named, too. */
export function rejectedProblems(
  plugin: LoadedPlugin,
  expected: RejectedCase,
  outcome: CaseOutcome,
): readonly string[] {
  const { result } = outcome;
  const problems = [...contractProblems(plugin, outcome)];
  if (result.verdict === 'DONE') return [...problems, `it should be rejected by ${expected.check}, and was accepted`];
  const blocking = result.checks.filter((check) => check.blocking);
  const found = blocking.find((check) => check.id === expected.check);
  const named = new Set([expected.check, ...(expected.also ?? [])]);
  const failed = blocking.filter((check) => check.status === 'FAIL');
  if (found === undefined || (found.status !== 'FAIL' && found.status !== 'NOT_RUN')) {
    problems.push(
      `it is rejected for another reason than ${expected.check}: ${failed.map(said).join('; ') || result.reasons.join('; ')}`,
    );
  } else if (found.status === 'NOT_RUN' && failed.length > 0) {
    problems.push(`${expected.check} was not run, since ${failed.map(said).join('; ')}`);
  }
  for (const check of failed)
    if (!named.has(check.id)) problems.push(`${said(check)}; name it in "also", or take it out of the case`);
  for (const id of expected.also ?? []) {
    if (!failed.some((check) => check.id === id)) problems.push(`${id} is named in "also" and does not fail`);
  }
  return problems;
}
