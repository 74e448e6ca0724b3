import type { TestFailure } from '@typed-evidence-chain/core';

export interface Doubts {
  /** Names that only the change brings. */
  readonly names: ReadonlySet<string>;
  /** For a time-out on the base: milliseconds that the head needs, and the limit. */
  readonly headMs: number;
  readonly limitMs: number;
}

const MISSING = [
  /(?:^|[\s.(])([\w$]+)(?:\(\.\.\.\))? is not a (?:function|constructor)/,
  /([\w$]+) is not defined/,
  /reading '([\w$]+)'/,
  /has no attribute '([\w$]+)'/,
  /unexpected keyword argument '([\w$]+)'/,
];

/**
 * Pure. Why a red test on the base does not show that the attack succeeds; undefined where it does. A test that cannot
 * load is red on the base too, and exploits nothing.
 */
export function unbelievable(
  status: string,
  failure: TestFailure | undefined,
  { names, headMs, limitMs }: Doubts,
): string | undefined {
  if (status === 'timed-out')
    return headMs * 10 < limitMs ? undefined : 'timed out on the base, and the head is hardly faster';
  if (!failure) return 'failed on the base, and the runner gave no reason';
  if (failure.kind === 'load') return `could not load on the base (${failure.name})`;
  if (failure.kind === 'setup') return 'failed on the base in a hook or fixture, not in the test';
  if (failure.kind === 'exit') return 'ended its own process on the base';
  const text = `${failure.name} ${failure.message}`;
  if (/MODULE_NOT_FOUND|Cannot find (module|package)|ModuleNotFoundError/.test(text))
    return 'asks for a module that is not there on the base';
  for (const pattern of MISSING) {
    const name = pattern.exec(failure.message)?.[1];
    if (name !== undefined && names.has(name)) return `fails on the base only because ${name} does not exist there`;
  }
  return undefined;
}
