import { fail, notApplicable, notRun, pass, preExisting, type Check, type CheckExtras } from '../../check.js';
import type { TestCommand, TestReport } from '../../ports/test-runner.js';
import type { ReviewSession } from '../../session.js';
import { silencedFiles } from './suppressions.js';

export type QualityKind = 'lint' | 'typecheck';

/** Lines of output without numbers and paths' line positions, to see whether a tool complains of something new. */
const complaints = (report: TestReport): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const line of report.output.split('\n')) {
    const normal = line
      .replace(/\u001b\[[0-9;]*m/g, '')
      .replace(/\d+/g, '#')
      .trim();
    if (normal !== '') counts.set(normal, (counts.get(normal) ?? 0) + 1);
  }
  return counts;
};

const newComplaints = (base: TestReport, head: TestReport): readonly string[] => {
  const before = complaints(base);
  return [...complaints(head)].filter(([line, count]) => count > (before.get(line) ?? 0)).map(([line]) => line);
};

const succeeded = (report: TestReport): boolean => report.process.kind === 'exited' && report.process.code === 0;

/** Pure: what the tool said on both sides. */
export function judgeQuality(id: string, base: TestReport, head: TestReport, extras: CheckExtras): Check {
  if (head.process.kind === 'not-started' || base.process.kind === 'not-started')
    return notRun(id, 'the command could not be started', extras);
  if (head.process.kind === 'timed-out' || head.process.kind === 'limit')
    return notRun(id, `it did not come to an end: ${head.reason}`, extras);
  if (succeeded(head)) return pass(id, 'passes on the head', extras);
  if (succeeded(base))
    return fail(id, 'passes on the base and fails on the head', {
      ...extras,
      details: { output: head.output.slice(-4000) },
    });
  const fresh = newComplaints(base, head);
  return fresh.length === 0
    ? preExisting(id, 'fails on the base in the same way', extras)
    : fail(id, `fails on both sides; new at the head: ${fresh.slice(0, 3).join(' | ').slice(0, 300)}`, {
        ...extras,
        details: { new: fresh.slice(0, 50) },
      });
}

/** Runs the repository's own lint or type check on both sides, with the tools' configuration of the base. */
export async function repoQuality(session: ReviewSession, kind: QualityKind): Promise<Check> {
  const id = `repo/${kind}`;
  const configured = session.config.commands[kind];
  const command: TestCommand | undefined = await session.ports.discovery[kind]({
    tree: session.trees.base,
    configured,
  });
  if (!command) return notApplicable(id, `the repository names no ${kind === 'lint' ? 'lint' : 'type check'} command`);
  const dependencies = await session.dependencies();
  const extras = { command: command.text, source: command.source };
  if (dependencies.kind === 'changed' && session.config.commands.prepare === undefined) {
    return notRun(
      id,
      `the patch changes dependencies and commands.prepare is not configured: ${dependencies.reasons[0] ?? ''}`,
      extras,
    );
  }
  const started = performance.now();
  const head = await session.headRun();
  const [before, after] = await Promise.all([
    session.runOnBase(command, `${kind} on the base`),
    session.runOnce(head, command, { purpose: `${kind} on the head`, later: true }),
  ]);
  const judged = judgeQuality(id, before, after, { ...extras, durationMs: Math.round(performance.now() - started) });
  const silenced = judged.status === 'PASS' ? await silencedFiles(session, kind) : [];
  return silenced.length === 0
    ? judged
    : fail(id, `passes on the head, where the patch takes ${silenced.join(', ')} out of the check`, extras);
}
