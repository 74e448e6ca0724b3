import type { TestResult } from '@typed-evidence-chain/core';

interface GoEvent {
  readonly Action: string;
  readonly Package: string;
  readonly Test?: string;
  readonly Elapsed?: number;
  readonly Output?: string;
}

const STATUS = { pass: 'passed', fail: 'failed', skip: 'skipped' } as const;

/**
 * The output of `go test -json` (golang.org/cmd/test2json). The file of a test is its package: go names no other.
 * Subtests are tests of their own (`TestA/case`). A package that failed without a failed test could not be built.
 */
export function parseGoTest(text: string): readonly TestResult[] | undefined {
  const events = text.split('\n').flatMap(readEvent);
  if (events.length === 0) return undefined;
  const output = new Map<string, string>();
  const started = new Map<string, GoEvent>();
  const tests: TestResult[] = [];
  const key = (event: GoEvent): string => JSON.stringify([event.Package, event.Test ?? '']);
  for (const event of events) {
    if (event.Action === 'output')
      output.set(key(event), ((output.get(key(event)) ?? '') + (event.Output ?? '')).slice(-8000));
    else if (event.Action === 'run') started.set(key(event), event);
    else if (event.Action === 'pass' || event.Action === 'fail' || event.Action === 'skip') {
      started.delete(key(event));
      if (event.Test !== undefined) tests.push(toResult(event, STATUS[event.Action], output.get(key(event)) ?? ''));
      else if (
        event.Action === 'fail' &&
        !tests.some((test) => test.id.file === event.Package && test.status === 'failed')
      ) {
        tests.push(loadFailure(event, output.get(key(event)) ?? ''));
      }
    }
  }
  for (const event of started.values()) {
    tests.push({
      id: { file: event.Package, title: event.Test ?? '', occurrence: 0 },
      status: 'crashed',
      failure: { kind: 'exit', name: 'Exit', message: output.get(key(event)) ?? '', stack: [] },
    });
  }
  return tests;
}

function toResult(event: GoEvent, status: 'passed' | 'failed' | 'skipped', output: string): TestResult {
  const isPanic = /^panic: /m.test(output);
  return {
    id: { file: event.Package, title: event.Test ?? '', occurrence: 0 },
    status,
    ...(event.Elapsed === undefined ? {} : { durationMs: event.Elapsed * 1000 }),
    ...(status === 'failed'
      ? {
          failure: {
            kind: isPanic ? ('error' as const) : ('assertion' as const),
            name: isPanic ? 'panic' : 'Fail',
            message: output,
            stack: [],
          },
        }
      : {}),
  };
}

function loadFailure(event: GoEvent, output: string): TestResult {
  return {
    id: { file: event.Package, title: '', occurrence: 0 },
    status: 'errored',
    failure: { kind: 'load', name: 'BuildError', message: output, stack: [] },
  };
}

function readEvent(line: string): GoEvent[] {
  if (!line.startsWith('{')) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch (error) {
    // Something else that was printed.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
  if (typeof parsed !== 'object' || parsed === null) return [];
  const { Action, Package, Test, Elapsed, Output } = parsed as Record<string, unknown>;
  if (typeof Action !== 'string' || typeof Package !== 'string') return [];
  return [
    {
      Action,
      Package,
      ...(typeof Test === 'string' ? { Test } : {}),
      ...(typeof Elapsed === 'number' ? { Elapsed } : {}),
      ...(typeof Output === 'string' ? { Output } : {}),
    },
  ];
}

/** `go test …` with `-json`; undefined where the command is another one. */
export function asGoJson(text: string): string | undefined {
  const match = /^\s*go\s+test\b/.exec(text);
  if (match === null || /[|;&<>`$]/.test(text)) return undefined;
  return /\s-json\b/.test(text) ? text : `${match[0]} -json${text.slice(match[0].length)}`;
}
