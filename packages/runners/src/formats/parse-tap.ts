import type { TestResult } from '@typed-evidence-chain/core';
import { Parser } from 'tap-parser';

export interface TapReport {
  /** It has a plan, no parse error, and the counts agree. */
  readonly isComplete: boolean;
  readonly tests: readonly TestResult[];
}

interface Assertion {
  readonly ok: boolean;
  readonly name: string;
  readonly fullname?: string;
  readonly skip?: boolean | string;
  readonly todo?: boolean | string;
  readonly diag?: unknown;
}

const FILE = /\.[cm]?[jt]sx?$/;

/** TAP of any version; undefined where the text has no assertion. Never throws on garbage. */
export function parseTap(text: string): TapReport | undefined {
  const tests: TestResult[] = [];
  const parser = new Parser();
  const follow = (level: Parser, titles: readonly string[], file: string): void => {
    level.on('child', (child: Parser) => {
      // node-tap names the outermost group by its file.
      if (titles.length === 0 && FILE.test(child.name)) follow(child, [], child.name);
      else follow(child, child.name === '' ? titles : [...titles, child.name], file);
    });
    level.on('assert', (assertion: Assertion) => {
      if (!(titles.length === 0 && file === '' && FILE.test(assertion.name)))
        tests.push(toResult(assertion, titles, file));
    });
  };
  follow(parser, [], '');
  parser.end(text);
  if (tests.length === 0) return undefined;
  const results = parser.results;
  const hasPlan = results !== undefined && results !== null && results.plan.start !== null;
  return {
    isComplete: hasPlan && !results.bailout && results.failures.every((failure) => !failure.tapError),
    tests,
  };
}

function toResult(assertion: Assertion, titles: readonly string[], file: string): TestResult {
  const title = [...titles, assertion.name]
    .filter((part) => part !== '')
    .join(' ')
    .replaceAll(' › ', ' ');
  const status = assertion.skip ? 'skipped' : assertion.todo ? 'todo' : assertion.ok ? 'passed' : 'failed';
  const result = { id: { file, title, occurrence: 0 }, status } as const;
  return status === 'failed'
    ? {
        ...result,
        failure: { kind: 'assertion', name: 'AssertionError', message: diagnosticMessage(assertion.diag), stack: [] },
      }
    : result;
}

function diagnosticMessage(diag: unknown): string {
  if (typeof diag !== 'object' || diag === null) return '';
  if ('message' in diag && typeof diag.message === 'string') return diag.message;
  return JSON.stringify(diag).slice(0, 2000);
}
