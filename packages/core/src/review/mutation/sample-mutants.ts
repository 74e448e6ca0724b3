import { pathAtHead } from '../files/changed-files.js';
import type { PairedObservation } from '../measure/reproduction.js';
import type { Mutant, MutationEngine } from '../ports/mutation-engine.js';
import type { TestCommand } from '../ports/test-runner.js';
import type { Tree } from '../ports/tree.js';
import type { ReviewSession } from '../session.js';
import { judgeMutant, type MutantJudgement } from './judge-mutant.js';
import { orderMutants } from './order-mutants.js';
import { touchedLines } from './touched-lines.js';

/** No further mutant is begun when it would not end within this time. */
const BUDGET_MS = 60_000;
/** A mutant may take this many times as long as the tests took without it, and never less than the floor. */
const TIMEOUT_FACTOR = 5;
const TIMEOUT_FLOOR_MS = 5_000;
const AT_ONCE = 2;

export interface MutationSpec {
  /** The code that was tested, and where mutants are put. */
  readonly tree: Tree;
  readonly command: TestCommand;
  /** Narrow the runs to these files where the runner can. */
  readonly files: readonly string[] | undefined;
  /** Tests that passed in every run on the tree. */
  readonly witnesses: readonly PairedObservation[];
  /** The longest run of them on the tree. */
  readonly durationMs: number;
}

export interface TriedMutant extends MutantJudgement {
  readonly file: string;
  readonly line: number;
  readonly operator: string;
  readonly original: string;
  readonly replacement: string;
  readonly durationMs: number;
}

export interface MeasuredMutants {
  readonly kind: 'measured';
  readonly engine: string;
  /** By file and line. */
  readonly tried: readonly TriedMutant[];
  /** Mutants that the changed lines offer. */
  readonly possible: number;
  /** At most so many were to be tried (`review.mutants`). */
  readonly wanted: number;
  readonly budgetMs: number;
  readonly elapsedMs: number;
  /** The time was used up before all that were wanted had been tried. */
  readonly outOfTime: boolean;
  /** Changed files of the program that the engine cannot read. */
  readonly unread: readonly { readonly file: string; readonly reason: string }[];
}

export type MutationSample =
  | MeasuredMutants
  | { readonly kind: 'nothing'; readonly reason: string }
  | { readonly kind: 'not-run'; readonly reason: string };

/** The answer where `review.mutants` is 0. */
export const MUTANTS_OFF: MutationSample = { kind: 'not-run', reason: 'it is switched off (review.mutants is 0)' };

interface Candidates {
  readonly mutants: readonly Mutant[];
  readonly sources: ReadonlyMap<string, string>;
  readonly unread: MeasuredMutants['unread'];
}

/** Mutants on the lines of the program that the patch changed. */
async function candidates(session: ReviewSession, engine: MutationEngine, tree: Tree): Promise<Candidates> {
  const mutants: Mutant[] = [];
  const sources = new Map<string, string>();
  const unread: { file: string; reason: string }[] = [];
  for (const change of session.trees.patch.files) {
    const path = pathAtHead(change);
    const lines = touchedLines(change);
    if (path === undefined || lines.length === 0 || session.roles.of(path) !== 'production') continue;
    const bytes = session.ports.analysis.isCode(path) ? await tree.read(path) : undefined;
    if (bytes === undefined) continue;
    const source = bytes.toString('utf8');
    // Written back, such a file would differ in other places too.
    const found = Buffer.from(source, 'utf8').equals(bytes)
      ? await engine.find({ path, source, lines })
      : ({ kind: 'unknown', reason: 'it is no UTF-8 text' } as const);
    if (found.kind === 'unknown') {
      unread.push({ file: path, reason: found.reason });
      continue;
    }
    sources.set(path, source);
    mutants.push(...found.mutants);
  }
  return { mutants, sources, unread };
}

/**
 * Puts a few small faults into the lines that the patch changed, one at a time, and asks the tests whether they notice.
 * Bounded in number (`review.mutants`) and time; which ones are tried is drawn from the digest of the patch, so that the
 * same review tries the same ones. A figure about the tests, never a word against the change: some mutants change
 * nothing that anybody could see.
 */
export async function sampleMutants(session: ReviewSession, spec: MutationSpec): Promise<MutationSample> {
  const wanted = session.config.review.mutants;
  if (wanted === 0) return MUTANTS_OFF;
  const engine = session.ports.mutation;
  if (!engine) return { kind: 'not-run', reason: 'this host brings no mutation engine' };
  if (spec.witnesses.length === 0) return { kind: 'not-run', reason: 'there is no test that passes on both sides' };
  if (spec.durationMs > BUDGET_MS)
    return {
      kind: 'not-run',
      reason: `one run of the tests takes ${Math.round(spec.durationMs / 1000)} s, the time for all mutants is ${BUDGET_MS / 1000} s`,
    };
  const started = performance.now();
  const elapsed = (): number => performance.now() - started;
  const { mutants, sources, unread } = await candidates(session, engine, spec.tree);
  if (mutants.length === 0) return none(unread);

  const queue = [...orderMutants(mutants, session.trees.patch.digest)];
  const tried: { mutant: Mutant; trial: TriedMutant }[] = [];
  let begun = 0;
  let outOfTime = false;
  const worker = async (): Promise<void> => {
    while (begun < wanted && !outOfTime) {
      if (elapsed() + spec.durationMs > BUDGET_MS) {
        outOfTime = queue.length > 0;
        return;
      }
      const mutant = queue.shift();
      if (!mutant) return;
      begun += 1;
      const text = await engine.apply(mutant, sources.get(mutant.path) ?? '');
      if (text === undefined) begun -= 1;
      else tried.push({ mutant, trial: await tryMutant(session, spec, mutant, text) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (tried.length === 0) return none(unread);
  tried.sort((a, b) =>
    a.mutant.path === b.mutant.path ? a.mutant.edit.from - b.mutant.edit.from : a.mutant.path < b.mutant.path ? -1 : 1,
  );
  return {
    kind: 'measured',
    engine: engine.name,
    tried: tried.map(({ trial }) => trial),
    possible: mutants.length,
    wanted,
    budgetMs: BUDGET_MS,
    elapsedMs: Math.round(elapsed()),
    outOfTime,
    unread,
  };
}

function none(unread: MeasuredMutants['unread']): MutationSample {
  const [first] = unread;
  return first
    ? {
        kind: 'not-run',
        reason: `${unread.length} of the changed files cannot be mutated (${first.file}: ${first.reason})`,
      }
    : { kind: 'nothing', reason: 'the changed lines offer nothing to mutate' };
}

async function tryMutant(
  session: ReviewSession,
  { tree, command, files, witnesses, durationMs }: MutationSpec,
  mutant: Mutant,
  text: string,
): Promise<TriedMutant> {
  const { path, line, operator, original, replacement } = mutant;
  const place = `${path}:${line}`;
  const mutated = await session.trees.derive(tree, [{ path, content: text }], `head with a mutant at ${place}`);
  const report = await session.run(mutated, command, {
    purpose: `mutant at ${place}`,
    files,
    timeoutMs: Math.min(session.limits.timeoutMs, Math.max(TIMEOUT_FLOOR_MS, TIMEOUT_FACTOR * durationMs)),
  });
  return {
    file: path,
    line,
    operator,
    original,
    replacement,
    ...judgeMutant(report, witnesses),
    durationMs: Math.round(report.durationMs),
  };
}
