import type { TestResult } from '@typed-evidence-chain/core';

/** Tells tests of one file with the same title apart by their order. The results of one process. */
export function numberOccurrences(tests: readonly TestResult[]): TestResult[] {
  const counts = new Map<string, number>();
  return tests.map((test) => {
    const key = JSON.stringify([test.id.file, test.id.title]);
    const occurrence = counts.get(key) ?? 0;
    counts.set(key, occurrence + 1);
    return { ...test, id: { ...test.id, occurrence } };
  });
}

/** One result a test; `contradiction` is the title of a test that two processes gave different results. */
export function uniteResults(tests: readonly TestResult[]): {
  readonly tests: readonly TestResult[];
  readonly contradiction: string | undefined;
} {
  const seen = new Map<string, TestResult>();
  let contradiction: string | undefined;
  for (const test of tests) {
    const key = JSON.stringify([test.id.file, test.id.title, test.id.occurrence]);
    const other = seen.get(key);
    if (other === undefined) seen.set(key, test);
    else if (other.status !== test.status) contradiction ??= test.id.title;
  }
  return { tests: [...seen.values()], contradiction };
}
