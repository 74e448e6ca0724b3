import {
  notApplicable,
  notRun,
  pass,
  type Check,
  type CheckExtras,
  type MutationSample,
  type TriedMutant,
} from '@typed-evidence-chain/core';

export const MUTATION_SAMPLE = 'refactor/mutation-sample';

const short = (text: string, length: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
};

const place = ({ file, line }: TriedMutant): string => `${file}:${line}`;

/**
 * Pure. How many small faults in the changed lines the listed tests notice. There is no threshold: PASS says that it
 * was measured. A run that hangs counts as noticed, and is named.
 */
export function mutationSample(sample: MutationSample, extras: CheckExtras = {}): Check {
  const advisory: CheckExtras = { ...extras, blocking: false };
  if (sample.kind === 'nothing') return notApplicable(MUTATION_SAMPLE, sample.reason, advisory);
  if (sample.kind === 'not-run') return notRun(MUTATION_SAMPLE, sample.reason, advisory);
  const having = (outcome: TriedMutant['outcome']): readonly TriedMutant[] =>
    sample.tried.filter((mutant) => mutant.outcome === outcome);
  const entry = (mutant: TriedMutant): Readonly<Record<string, unknown>> => ({
    at: place(mutant),
    operator: mutant.operator,
    original: short(mutant.original, 200),
    replacement: short(mutant.replacement, 200),
    ...(mutant.by === undefined ? {} : { by: mutant.by }),
    seconds: mutant.durationMs / 1000,
  });
  const [killed, survived, timedOut, unknown] = [
    having('killed'),
    having('survived'),
    having('timed-out'),
    having('unknown'),
  ];
  const details = {
    engine: sample.engine,
    tried: sample.tried.length,
    wanted: sample.wanted,
    possible: sample.possible,
    killed: killed.map(entry),
    survived: survived.map(entry),
    timedOut: timedOut.map(entry),
    unknown: unknown.map(entry),
    budgetSeconds: sample.budgetMs / 1000,
    seconds: sample.elapsedMs / 1000,
    unread: sample.unread,
  };
  const judged = sample.tried.length - unknown.length;
  if (judged === 0) {
    const why = unknown[0]?.by ?? 'the runs cannot be used';
    return notRun(MUTATION_SAMPLE, `none of the ${unknown.length} tried could be judged: ${why}`, {
      ...advisory,
      details,
    });
  }
  const remarks = [
    `the listed tests notice ${killed.length + timedOut.length} of ${judged} mutants of the changed lines (${sample.possible} are possible)`,
    ...(survived.length > 0
      ? [
          `not noticed: ${survived
            .slice(0, 3)
            .map((mutant) => `${place(mutant)} ${short(mutant.original, 40)} → ${short(mutant.replacement, 40)}`)
            .join(', ')}`,
        ]
      : []),
    ...(timedOut.length > 0 ? [`${timedOut.length} ran into the time limit`] : []),
    ...(unknown.length > 0 ? [`${unknown.length} could not be judged`] : []),
    ...(sample.outOfTime ? [`no more were tried: the ${sample.budgetMs / 1000} s were used up`] : []),
    ...(sample.unread.length > 0
      ? [
          `not measured: ${sample.unread
            .slice(0, 3)
            .map(({ file, reason }) => `${file} (${reason})`)
            .join(', ')}`,
        ]
      : []),
  ];
  return pass(MUTATION_SAMPLE, remarks.join('; '), { ...advisory, details });
}
