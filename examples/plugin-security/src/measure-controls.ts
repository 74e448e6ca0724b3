import {
  headSuite,
  measureTwoSided,
  testLabel,
  type FileCoverage,
  type ReviewSession,
  type TestRef,
} from '@typed-evidence-chain/core';
import type { Control, Controls } from './checks/controls-pass.js';
import type { SecurityEvidence } from './evidence.js';
import type { MeasuredExploit } from './exploit.js';

export interface MeasuredControls extends Controls {
  /** Of the changed files, by what stands for honest use. */
  readonly coverage: readonly FileCoverage[];
}

/** Runs the named controls on both sides; without any, what passes on the base beside the exploit stands for them. */
export async function measureControls(
  { exploit, controls }: SecurityEvidence,
  measured: MeasuredExploit,
  changed: readonly string[],
  session: ReviewSession,
): Promise<MeasuredControls> {
  if (controls.tests.length > 0) return named(controls.tests, controls.command ?? exploit.command, changed, session);
  const exploits = new Set(measured.runs.filter((run) => run.base.outcome !== 'blocked').map(({ label }) => label));
  const seen = (side: 'baseReports' | 'headReports'): ReadonlyMap<string, string> =>
    new Map((measured[side][0]?.tests ?? []).map((test) => [testLabel(test.id), test.status]));
  const [before, after] = [seen('baseReports'), seen('headReports')];
  const beside = [...before].flatMap(([label, base]): readonly Control[] =>
    base === 'passed' && !exploits.has(label) ? [{ label, base, head: after.get(label) ?? 'not-collected' }] : [],
  );
  const suite = await headSuite(session);
  const own =
    suite.kind === 'measured'
      ? suite.value.entries.filter(
          (entry) => entry.base?.status === 'passed' && entry.kind !== 'unstable' && !exploits.has(entry.label),
        )
      : [];
  const fromSuite = own.map(({ label, head }): Control => ({
    label,
    base: 'passed',
    head: head?.status ?? 'not-collected',
  }));
  const all = new Map([...beside, ...fromSuite].map((control) => [control.label, control]));
  const command = await session.testCommand();
  const coverage =
    command && session.config.review.coverage && changed.length > 0
      ? (await session.run(await session.headRun(), command, { purpose: 'coverage by the suite', coverage: changed }))
          .coverage
      : [];
  return { origin: 'found', controls: [...all.values()], reach: undefined, coverage };
}

async function named(
  tests: readonly TestRef[],
  command: string | undefined,
  changed: readonly string[],
  session: ReviewSession,
): Promise<MeasuredControls> {
  const sides = { base: await session.evidenceBase(), head: await session.headRun() };
  const outcome = await measureTwoSided(session, { tests, command }, sides);
  if (outcome.kind === 'not-run')
    return {
      origin: 'named',
      controls: [{ label: outcome.reason, base: 'not-run', head: 'not-run' }],
      reach: undefined,
      coverage: [],
    };
  const { pairs, command: used, files } = outcome.value;
  const controls = pairs.map(({ id, base, head }): Control => ({
    label: testLabel(id),
    base: base.status,
    head: head.status,
  }));
  const wanted = session.config.review.coverage && changed.length > 0;
  const narrowed = used.source === 'submission' ? undefined : files;
  const coverage = wanted
    ? (await session.run(sides.head, used, { purpose: 'coverage by the controls', files: narrowed, coverage: changed }))
        .coverage
    : [];
  const ran = coverage.some((file) => Object.values(file.lines).some((count) => count > 0));
  return { origin: 'named', controls, reach: wanted && coverage.length > 0 ? ran : undefined, coverage };
}
