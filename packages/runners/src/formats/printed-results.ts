import type { SandboxResult, TestResult } from '@typed-evidence-chain/core';
import type { Interpretation } from '../report/interpret.js';
import { numberOccurrences } from '../report/occurrences.js';
import { parseGoTest } from './parse-go-test.js';
import { parseTap } from './parse-tap.js';

const FAILING: ReadonlySet<string> = new Set(['failed', 'errored', 'timed-out', 'crashed']);

/**
 * For runners that take no reporter of ours: what they print. Only asked where no process reported results, and
 * undefined where nothing was printed that fits. `file`: where tests are that name no file themselves.
 */
export function printedResults(result: SandboxResult, isGo: boolean, file: string): Interpretation | undefined {
  if (result.outcome.kind !== 'exited') return undefined;
  const text = result.stdout.toString('utf8');
  const tap = isGo ? undefined : parseTap(text);
  const tests = isGo
    ? parseGoTest(text)
    : tap?.tests.map((test) => (test.id.file === '' ? { ...test, id: { ...test.id, file } } : test));
  if (tests === undefined) return undefined;
  return agree(
    isGo ? 'go test' : 'tap',
    tests,
    result.outcome.code,
    result.truncated ? 'the output was cut off' : tap?.isComplete === false ? 'the TAP output is not complete' : '',
  );
}

/** The same rules for each format: counts and exit code have to agree. */
export function agree(runner: string, results: readonly TestResult[], code: number, problem: string): Interpretation {
  const tests = numberOccurrences(results);
  const failing = tests.filter((test) => FAILING.has(test.status)).length;
  const reason =
    problem !== ''
      ? problem
      : code === 0 && failing > 0
        ? `the command exited with 0 although ${failing} of ${tests.length} tests failed`
        : code !== 0 && failing === 0
          ? `the command exited with ${code} and no test failed`
          : tests.length === 0
            ? 'no test was seen'
            : '';
  return { outcome: reason === '' ? 'ran' : 'unmeasured', reason, runner, tests };
}
