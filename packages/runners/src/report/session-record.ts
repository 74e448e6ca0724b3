import { stripVTControlCharacters } from 'node:util';
import type { StackFrame, TestStatus } from '@typed-evidence-chain/core';
import type { ChannelSession } from '../channel/event-decoder.js';
import type { DescribedError } from './failure.js';

export type ReportedStatus = Exclude<TestStatus, 'unstable'>;

export interface ReportedTest {
  readonly key: number | undefined;
  readonly file: string;
  readonly also: readonly string[];
  readonly title: string;
  readonly status: ReportedStatus;
  readonly ms: number | undefined;
  readonly error: DescribedError | undefined;
  readonly inSetup: boolean;
  readonly marks: readonly string[];
}

export interface NamedTest {
  readonly key: number | undefined;
  readonly file: string;
  /** Other files of the tree whose code made the test. */
  readonly also?: readonly string[];
  readonly title: string;
}

export interface HookFailure extends NamedTest {
  /** It belongs to one test (`beforeEach`), not to a group. */
  readonly each: boolean;
  /** Title of the group, or empty for the root. */
  readonly group: string;
  readonly error: DescribedError;
}

/** What one process said about its tests, with the events sorted by kind. */
export interface SessionRecord {
  readonly id: number;
  readonly first: number;
  readonly last: number;
  readonly kind: string;
  /** Name of the package whose program it is. */
  readonly tool: string | undefined;
  readonly main: string;
  /** A process that `node --test` started for one file. */
  readonly isTestChild: boolean;
  /** The script names a test library that would have reported. */
  readonly usesLibrary: boolean;
  readonly runner: string | undefined;
  readonly tests: readonly ReportedTest[];
  readonly planned: readonly NamedTest[];
  readonly started: readonly NamedTest[];
  readonly fileErrors: readonly { readonly file: string; readonly error: DescribedError }[];
  readonly hookFailures: readonly HookFailure[];
  /** `isCaught`: code of the process listened, so that the error did not end it. */
  readonly uncaught: readonly {
    readonly error: DescribedError;
    readonly test: string | undefined;
    readonly isCaught: boolean;
  }[];
  readonly late: readonly { readonly name: string; readonly message: string }[];
  readonly retried: readonly NamedTest[];
  readonly marks: readonly string[];
  readonly tampering: readonly string[];
  readonly openFiles: readonly string[];
  /** The runner said that it came to its end; `failures` as it counted them. */
  readonly end: { readonly failures: number | undefined } | undefined;
  /** The process came to its end in order. */
  readonly close: { readonly code: number; readonly called: string } | undefined;
  /** Files in the result folder that this process vouches for. */
  readonly attachments: readonly { readonly file: string; readonly sha256: string }[];
  /** `named`: those of them that belong to the tests which the run was asked about. */
  readonly lines: readonly {
    readonly file: string;
    readonly lines: Readonly<Record<number, number>>;
    readonly named: Readonly<Record<number, number>>;
  }[];
}

type Fields = Readonly<Record<string, unknown>>;
const STATUSES: readonly string[] = [
  'passed',
  'failed',
  'errored',
  'skipped',
  'todo',
  'timed-out',
  'crashed',
  'not-collected',
];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const optionalText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
/** Without the colours of a terminal. */
const plainText = (value: unknown): string | undefined =>
  typeof value === 'string' ? stripVTControlCharacters(value) : undefined;
const optionalNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function frames(value: unknown): StackFrame[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter(isFields).map((frame) => {
    const place = {
      file: text(frame['file']),
      line: optionalNumber(frame['line']) ?? 0,
      column: optionalNumber(frame['column']) ?? 0,
    };
    const name = text(frame['function']);
    return name === '' ? place : { ...place, function: name };
  });
}

function describedError(value: unknown): DescribedError {
  if (!isFields(value)) return {};
  return {
    name: optionalText(value['name']),
    class: optionalText(value['class']),
    code: optionalText(value['code']),
    message: plainText(value['message']),
    stack: plainText(value['stack']),
    operator: optionalText(value['operator']),
    matcher: value['matcher'] === true,
    frames: frames(value['frames']),
  };
}

const named = (fields: Fields): NamedTest & { readonly also: readonly string[] } => ({
  key: optionalNumber(fields['key']),
  file: text(fields['file']),
  also: texts(fields['also']),
  title: texts(fields['titles']).join(' '),
});

export function readSession(session: ChannelSession): SessionRecord {
  const of = (type: string): Fields[] =>
    session.events.filter((event) => event.type === type).map((event) => event.fields);
  const open = of('open')[0] ?? {};
  const closed = of('close')[0];
  const ended = of('end')[0];
  const endedFiles = new Set(of('file-end').map((fields) => text(fields['file'])));
  return {
    id: session.id,
    first: session.first,
    last: session.last,
    kind: text(open['kind']),
    tool: optionalText(open['tool']),
    main: text(open['main']),
    isTestChild: open['child'] === true,
    usesLibrary: open['library'] === true,
    runner: optionalText(of('runner')[0]?.['name']),
    tests: of('test').map((fields) => ({
      ...named(fields),
      status: STATUSES.includes(text(fields['status'])) ? (text(fields['status']) as ReportedStatus) : 'errored',
      ms: optionalNumber(fields['ms']),
      error: isFields(fields['error']) ? describedError(fields['error']) : undefined,
      inSetup: fields['setup'] === true,
      marks: texts(fields['marks']),
    })),
    planned: of('planned').map(named),
    started: of('start').map(named),
    fileErrors: of('file-error').map((fields) => ({
      file: text(fields['file']),
      error: describedError(fields['error']),
    })),
    hookFailures: of('hook-failed').map((fields) => ({
      ...named(fields),
      each: fields['each'] === true,
      group: texts(fields['group']).join(' '),
      error: describedError(fields['error']),
    })),
    uncaught: of('uncaught').map((fields) => ({
      error: describedError(fields['error']),
      test: optionalText(fields['test']),
      isCaught: fields['isCaught'] === true,
    })),
    late: of('late').map((fields) => ({ name: text(fields['name']), message: text(fields['message']) })),
    retried: of('retried').map(named),
    marks: of('mark').map((fields) => text(fields['mark'])),
    tampering: of('tamper').map((fields) => text(fields['what'])),
    openFiles: of('file-start')
      .map((fields) => text(fields['file']))
      .filter((file) => !endedFiles.has(file)),
    end: ended === undefined ? undefined : { failures: optionalNumber(ended['failures']) },
    close:
      closed === undefined ? undefined : { code: optionalNumber(closed['code']) ?? 0, called: text(closed['called']) },
    attachments: of('attachment').map((fields) => ({ file: text(fields['file']), sha256: text(fields['sha256']) })),
    lines: of('lines').map((fields) => ({
      file: text(fields['file']),
      lines: lineCounts(fields['lines']),
      named: lineCounts(fields['named']),
    })),
  };
}

function lineCounts(value: unknown): Record<number, number> {
  const counts: Record<number, number> = {};
  if (!isFields(value)) return counts;
  for (const [line, count] of Object.entries(value))
    if (typeof count === 'number' && /^\d+$/.test(line)) counts[Number(line)] = count;
  return counts;
}
