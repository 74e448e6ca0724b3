import type { TecConfig } from '../config/config.js';

const UNDECIDABLE = [
  'Whether the tests ask the right question: code rewritten so that a weak but honest test passes cannot be told from a fix.',
  'Whether the acceptance criteria are complete: what nobody wrote down was not checked.',
  'Whether this machine can be trusted: whoever controls it controls the verdict.',
];

/** The last lines of every report: what this layer cannot decide, and what the settings left out. */
export function reportLimits(config: TecConfig): readonly string[] {
  const { repeat, ablation, coverage, advisory, failFast, mutants } = config.review;
  return [
    ...UNDECIDABLE,
    ...(repeat < 3 ? [`Setting: evidence was run ${repeat} time(s) on each side instead of 3 (review.repeat).`] : []),
    ...(ablation === false ? ['Setting: no part of the patch was taken back (review.ablation is off).'] : []),
    ...(coverage ? [] : ['Setting: executed lines were not recorded (review.coverage is off).']),
    ...(mutants === 0 ? ['Setting: no faults were put into the changed lines (review.mutants is 0).'] : []),
    ...(advisory.length > 0 ? [`Setting: these checks do not count: ${advisory.join(', ')} (review.advisory).`] : []),
    ...(failFast ? ['Setting: the review stops at the first check that decides (--fail-fast).'] : []),
  ];
}
