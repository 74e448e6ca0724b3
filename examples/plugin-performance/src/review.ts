import {
  dependenciesMissing,
  executedLines,
  headLines,
  normalisePath,
  notRun,
  splitChange,
  type Check,
  type ReviewerStrategy,
  type ReviewSession,
  type TestCommand,
  type TestReport,
} from '@typed-evidence-chain/core';
import { benchmarkRuns } from './checks/benchmark-runs.js';
import { fasterOnHead } from './checks/faster-on-head.js';
import { runsChange } from './checks/runs-change.js';
import type { PerformanceEvidence } from './evidence.js';

const CHECKS = ['performance/benchmark-runs', 'performance/faster-on-head', 'performance/runs-change'] as const;

const WORD = /[^\s"'`;|&<>()]+/g;

/** Runs a benchmark on both sides and holds the watch. Effects here, decisions in checks/. */
export class PerformanceReviewer implements ReviewerStrategy<PerformanceEvidence> {
  readonly checks = CHECKS;
  /** What a change makes faster stays as it is: no expectation may change on the way. */
  readonly testsAreFrozen = true;
  readonly runsAlone = true;

  readonly review = async ({ benchmark }: PerformanceEvidence, session: ReviewSession): Promise<readonly Check[]> => {
    const missing = await dependenciesMissing(session);
    if (missing !== undefined) return CHECKS.map((id) => notRun(id, missing));
    const command: TestCommand = { text: benchmark.command, cwd: '', source: 'submission' };
    const idle: TestCommand = { ...command, text: 'node -e 0' };
    const [base, head] = [await session.evidenceBase(), await session.headRun()];
    const reports: Record<'base' | 'head' | 'idle', TestReport[]> = { base: [], head: [], idle: [] };
    for (let round = 0; round < session.config.review.repeat; round += 1) {
      // One after the other, in an order that alternates: runs at the same time would measure each other.
      for (const side of round % 2 === 0 ? (['base', 'head'] as const) : (['head', 'base'] as const)) {
        reports[side].push(
          await session.run(side === 'base' ? base : head, command, { purpose: `benchmark on the ${side}` }),
        );
      }
      reports.idle.push(await session.run(head, idle, { purpose: 'start-up of a program' }));
    }
    const runs = benchmarkRuns(reports.base, reports.head);
    const ms = (side: keyof typeof reports): readonly number[] => reports[side].map(({ durationMs }) => durationMs);
    const faster =
      runs.status === 'PASS'
        ? fasterOnHead({ base: ms('base'), head: ms('head'), idle: ms('idle') }, benchmark.factor)
        : notRun('performance/faster-on-head', 'the benchmark does not come to its end');
    const extras = { command: command.text, source: command.source };
    return [runs, faster, await this.reach(command, session)].map((check) => ({ ...check, ...extras }));
  };

  readonly evidenceFiles = ({ benchmark }: PerformanceEvidence): readonly string[] =>
    (benchmark.command.match(WORD) ?? []).map(normalisePath);

  private async reach(command: TestCommand, session: ReviewSession): Promise<Check> {
    const { analysis } = session.ports;
    const named = new Set((command.text.match(WORD) ?? []).map(normalisePath));
    const units = (await splitChange(session)).production.filter(
      ({ change }) => analysis.isCode(change.path) && !named.has(change.path),
    );
    const files = [...new Set(units.map(({ change }) => change.path))];
    if (files.length === 0 || !session.config.review.coverage) return runsChange(undefined, files);
    const { coverage } = await session.run(await session.headRun(), command, {
      purpose: 'coverage by the benchmark',
      coverage: files,
    });
    if (coverage.length === 0) return runsChange(undefined, files);
    const executed: string[] = [];
    for (const unit of units) {
      const file = coverage.find((candidate) => candidate.file === unit.change.path);
      if (!file) continue;
      const source = (await session.trees.head.read(file.file))?.toString('utf8') ?? '';
      const lines = headLines(unit, source.split('\n').length);
      executed.push(
        ...executedLines(lines, await analysis.lineKinds(file.file, source), file).map(
          (line) => `${file.file}:${line}`,
        ),
      );
    }
    return runsChange(executed, files);
  }
}
