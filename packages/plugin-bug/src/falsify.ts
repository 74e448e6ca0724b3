import {
  selectTests,
  testKey,
  testLabel,
  type PairedObservation,
  type ReviewSession,
  type TwoSided,
} from '@typed-evidence-chain/core';
import { lineIn, newInterface } from './reason-context.js';

const MAX_FLIPS = 2;

export interface Falsification {
  /** Why the reproduction cannot be believed; empty where it can. */
  readonly problems: readonly string[];
  /** What was tried. */
  readonly tried: readonly { readonly what: string; readonly outcome: string }[];
}

/**
 * The test can fail on the head too (THREATS D8): the assertion that failed on the base is given another expected
 * value, and has to go red. It stays green where it is not reached any more, or accepts everything.
 */
async function flipExpectations(session: ReviewSession, measured: TwoSided, red: readonly PairedObservation[]): Promise<Falsification> {
  const head = await session.headRun();
  const problems: string[] = [];
  const tried: { what: string; outcome: string }[] = [];
  for (const pair of red.filter((candidate) => candidate.base.failure?.kind === 'assertion').slice(0, MAX_FLIPS)) {
    const { file } = pair.id;
    const line = lineIn(pair.base.failure, file);
    const source = line === undefined ? undefined : (await session.trees.head.read(file))?.toString('utf8');
    const flip = source === undefined || line === undefined ? undefined : await session.ports.analysis.flipExpectation(file, source, line);
    if (!flip) continue;
    const tree = await session.trees.derive(head, [{ path: file, content: flip.source }], `head with another expectation in ${file}:${flip.line}`);
    const files = measured.command.source === 'submission' ? undefined : measured.files;
    const report = await session.run(tree, measured.command, { purpose: `falsification of ${testLabel(pair.id)}`, files });
    const result = selectTests(report.tests, pair.ref).find((test) => testKey(test.id) === testKey(pair.id));
    const what = `${file}:${flip.line}: ${flip.from} -> ${flip.to}`;
    tried.push({ what, outcome: result?.status ?? report.outcome });
    if (result?.status === 'passed') problems.push(`${testLabel(pair.id)} stays green on the head with another expected value (${what}): the assertion that failed on the base proves nothing there`);
  }
  return { problems, tried };
}

/**
 * A reproduction that turns green on the base as soon as the new names of the patch exist, doing nothing, only asks
 * whether they are there (THREATS B1, B2).
 */
async function stubNewNames(session: ReviewSession, measured: TwoSided, red: readonly PairedObservation[]): Promise<Falsification> {
  const { byModule, exports } = await newInterface(session);
  const files = new Set(red.map((pair) => pair.id.file));
  const { analysis } = session.ports;
  let asked = false;
  for (const file of files) {
    const source = (await session.trees.head.read(file))?.toString('utf8');
    const names = source === undefined ? [] : ((await analysis.namesUsed(file, source, 1, source.split('\n').length)) ?? []);
    if (names.some((name) => exports.has(name))) asked = true;
  }
  if (!asked) return { problems: [], tried: [] };
  const base = await session.evidenceBase();
  const edits = [];
  for (const [path, names] of byModule) {
    const source = (await base.read(path))?.toString('utf8');
    const stubbed = source === undefined ? undefined : await analysis.addStubs(path, source, names);
    if (stubbed !== undefined) edits.push({ path, content: stubbed });
  }
  if (edits.length === 0) return { problems: [], tried: [] };
  const tree = await session.trees.derive(base, edits, 'base + evidence + empty exports');
  const narrowed = measured.command.source === 'submission' ? undefined : measured.files;
  const report = await session.run(tree, measured.command, { purpose: 'base with empty exports of the names that the patch adds', files: narrowed });
  const green = red.filter((pair) => selectTests(report.tests, pair.ref).find((test) => testKey(test.id) === testKey(pair.id))?.status === 'passed');
  return {
    problems: green.map((pair) => `${testLabel(pair.id)} passes on the base once ${[...exports].join(', ')} exists and does nothing: it asks for a name, not for behaviour`),
    tried: [{ what: `empty exports: ${[...exports].join(', ')}`, outcome: green.length > 0 ? 'passed' : 'still red' }],
  };
}

/** Tries to show that the reproduction proves nothing. */
export async function falsify(session: ReviewSession, measured: TwoSided, red: readonly PairedObservation[]): Promise<Falsification> {
  const parts = [await flipExpectations(session, measured, red), await stubNewNames(session, measured, red)];
  return { problems: parts.flatMap((part) => part.problems), tried: parts.flatMap((part) => part.tried) };
}
