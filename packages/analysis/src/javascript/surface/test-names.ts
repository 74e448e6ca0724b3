/** What the names of test frameworks mean: mocha, jest, vitest, node:test, tape, tap, ava, jasmine, QUnit, Playwright. */
export type TestKind = 'case' | 'group';

export const kinds: Readonly<Record<string, TestKind>> = {
  it: 'case',
  test: 'case',
  specify: 'case',
  fit: 'case',
  xit: 'case',
  xtest: 'case',
  xspecify: 'case',
  subtest: 'case',
  describe: 'group',
  context: 'group',
  suite: 'group',
  fdescribe: 'group',
  fcontext: 'group',
  xdescribe: 'group',
  xcontext: 'group',
  xsuite: 'group',
};

/** Markers that a name stands for by itself. */
export const namedMarkers: Readonly<Record<string, string>> = {
  fit: 'only',
  fdescribe: 'only',
  fcontext: 'only',
  xit: 'skip',
  xtest: 'skip',
  xspecify: 'skip',
  xdescribe: 'skip',
  xcontext: 'skip',
  xsuite: 'skip',
  only: 'only',
  skip: 'skip',
  skipIf: 'skip',
  runIf: 'skip',
  fixme: 'skip',
  todo: 'todo',
  todoIf: 'todo',
  fails: 'fails',
  failing: 'fails',
  fail: 'fails',
};

/** Modifiers that take arguments of their own before the title: `it.each(table)('title', …)`. */
export const curried = new Set(['each', 'for', 'skipIf', 'runIf', 'todoIf']);
export const neutral = new Set(['concurrent', 'sequential', 'serial', 'parallel', 'shuffle', 'strict', 'if', 'cb']);

/** Keys of an options object. */
export const optionMarkers: Readonly<Record<string, string>> = {
  skip: 'skip',
  todo: 'todo',
  only: 'only',
  fails: 'fails',
  retry: 'retry',
  retries: 'retry',
  timeout: 'timeout',
  expectFailure: 'fails',
};

export const runnerModules = new Set([
  'node:test',
  'test',
  'mocha',
  'vitest',
  '@jest/globals',
  'tape',
  'tap',
  'ava',
  'bun:test',
  'uvu',
  'qunit',
  'zora',
  '@playwright/test',
  '@tapjs/core',
  'jasmine',
]);

export const assertModules = new Set([
  'assert',
  'node:assert',
  'assert/strict',
  'node:assert/strict',
  'power-assert',
  'uvu/assert',
]);
