import {
  fail,
  notRun,
  pass,
  testLabel,
  type Check,
  type PairedObservation,
  type TestFailure,
} from '@typed-evidence-chain/core';

const ID = 'bug/right-reason';

export interface ReasonContext {
  /** Names that only the patch brings: exports, methods, options. */
  readonly newNames: ReadonlySet<string>;
  /** Names that the patch's modules export and did not export before. */
  readonly newExports: ReadonlySet<string>;
  /** Names used by the statement that failed, by test label. */
  readonly usedAtFailure: ReadonlyMap<string, readonly string[]>;
  /** What a test hands over or asks for that only the patch brings, as a sentence without its subject, by test label. */
  readonly askedOfPatch: ReadonlyMap<string, string>;
  /** Paths that the patch adds. */
  readonly addedPaths: readonly string[];
  /** For a time-out on the base: milliseconds of the limit and of the head's run. */
  readonly limitMs: number;
  readonly headMs: number;
}

const MISSING = [
  /(?:^|[\s.(])([\w$]+)(?:\(\.\.\.\))? is not a (?:function|constructor)/,
  /([\w$]+) is not defined/,
  /reading '([\w$]+)'/,
  /does not provide an export named '([\w$]+)'/,
  /has no attribute '([\w$]+)'/,
  /name '([\w$]+)' is not defined/,
  /unexpected keyword argument '([\w$]+)'/,
  /cannot import name '([\w$]+)'/,
];

/** A name that the message says is missing. */
export const missingName = (message: string): string | undefined => {
  for (const pattern of MISSING) {
    const name = pattern.exec(message)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
};

function wrongReason(label: string, failure: TestFailure, context: ReasonContext): string | undefined {
  if (failure.kind === 'load') return `${label} could not load (${failure.name})`;
  if (failure.kind === 'setup') return `${label}: a hook or fixture failed, not the test`;
  if (failure.kind === 'exit') return `${label}: the process ended by itself`;
  const missing =
    failure.kind === 'error' ||
    /TypeError|ReferenceError|AttributeError|NameError/.test(`${failure.name} ${failure.message}`)
      ? missingName(failure.message)
      : undefined;
  if (missing !== undefined && context.newNames.has(missing))
    return `${label} fails only because ${missing} does not exist before the patch`;
  const used = context.usedAtFailure.get(label)?.filter((name) => context.newExports.has(name)) ?? [];
  if (used.length > 0) return `${label} fails at a line that asks for ${used.join(', ')}, which only the patch brings`;
  if (/MODULE_NOT_FOUND|Cannot find (module|package)|ModuleNotFoundError/.test(`${failure.name} ${failure.message}`)) {
    return `${label} fails for a module that is not there: ${failure.message.slice(0, 120)}`;
  }
  const added = context.addedPaths.find((path) => failure.message.includes(path));
  if (added !== undefined && /ENOENT|no such file|FileNotFound/i.test(`${failure.name} ${failure.message}`)) {
    return `${label} fails only because ${added} does not exist before the patch`;
  }
  return undefined;
}

/**
 * Pure. An assertion in the named test, or an error thrown while it runs the code under test; never a missing file,
 * module, export or function that the patch brings (CONTRACT, section 9, "Right reason").
 */
export function rightReason(red: readonly PairedObservation[], context: ReasonContext): Check {
  if (red.length === 0) return notRun(ID, 'no reproduction test failed on the base');
  const problems: string[] = [];
  const asking = red.flatMap(({ id }) => {
    const asked = context.askedOfPatch.get(testLabel(id));
    return asked === undefined ? [] : [`${testLabel(id)} ${asked}`];
  });
  for (const pair of red) {
    const label = testLabel(pair.id);
    if (pair.base.status === 'timed-out') {
      if (context.headMs * 10 >= context.limitMs)
        problems.push(
          `${label} timed out on the base, and the head needs ${Math.round(context.headMs)} ms, not less than a tenth of the limit`,
        );
      continue;
    }
    const failure = pair.base.failure;
    const problem = failure
      ? wrongReason(label, failure, context)
      : `${label}: the runner gave no reason for the failure`;
    if (problem !== undefined) problems.push(problem);
  }
  // Where others fail by themselves, what a few ask for in addition is a second change, not a lack of proof.
  if (asking.length === red.length) problems.push(...asking);
  const details = {
    ...(asking.length > 0 ? { askedOfPatch: asking } : {}),
    failures: red.map((pair) => ({ test: testLabel(pair.id), status: pair.base.status, failure: pair.base.failure })),
  };
  const kinds = [
    ...new Set(
      red.map((pair) =>
        pair.base.status === 'timed-out'
          ? 'a time-out'
          : pair.base.failure?.kind === 'assertion'
            ? 'an assertion'
            : 'an error of the code under test',
      ),
    ),
  ];
  return problems.length === 0
    ? pass(ID, `fails on the base by ${kinds.join(' and ')}`, { details })
    : fail(ID, problems.slice(0, 3).join('; '), { details });
}
