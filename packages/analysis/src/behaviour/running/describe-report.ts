import type { CallReport, Outcome, Serialised, ThrownError } from './plan.js';

const MAX_TEXT = 300;

/** A short text for one side of a difference; `part` as `firstDifference` names it. */
export function describeReport(report: CallReport, part: string): string {
  const [kind, index, ...rest] = part.split('.');
  const name = rest.join('.');
  switch (kind) {
    case 'args':
      return report.args === undefined
        ? 'the arguments can be made'
        : `making the arguments ${describeOutcome(report.args)}`;
    case 'steps':
      return describeOutcome(report.steps?.[Number(index)]);
    case 'mutated':
      return report.mutated === undefined
        ? 'leaves its arguments as they are'
        : `changes its arguments to ${short(describeValue(report.mutated))}`;
    case 'callbacks':
      return short(
        `calls its callback with ${(report.callbacks ?? []).map(describeValue).join(', ') || 'nothing: never'}`,
      );
    case 'reads':
    case 'final': {
      const list = kind === 'final' ? report.final : report.reads?.[Number(index)];
      const found = list?.find(([one]) => one === name);
      return `${name} is ${found === undefined ? 'nothing' : short(describeValue(found[1]))}`;
    }
    case 'given':
      return report.given?.includes(name) === true ? `has a field ${name}` : `has no field ${name}`;
    case 'trace':
      return short(`uses what it was given so: ${(report.trace ?? []).map(describeEvent).join(', ') || 'not at all'}`);
    case 'asked':
      return short(
        `asks ${(report.asked ?? []).map(([callback, kinds]) => `${callback} with ${kinds.join(' or ')}`).join(', ')}`,
      );
    case 'again':
      return `after its answer was changed, it answers ${describeOutcome(report.again)}`;
    case 'shared':
      return report.shared === true ? 'answers the same object again' : 'answers a new object each time';
    case 'printed':
      return report.printed === undefined ? 'prints nothing' : `prints ${short(JSON.stringify(report.printed))}`;
    case 'exitCode':
      return `sets the exit code ${report.exitCode ?? 0}`;
    default:
      return describeOutcome(report.o);
  }
}

export function describeOutcome(outcome: Outcome | undefined): string {
  switch (outcome?.k) {
    case 'value':
      return short(describeValue(outcome.v));
    case 'throw':
      return `throws ${describeError(outcome.e)}`;
    case 'exit':
      return `ends the process with code ${outcome.code}`;
    case 'timeout':
      return 'does not come to an end';
    case 'lost':
      return 'takes the whole run down, or never lets go of it';
    case 'pending':
      return 'answers a promise that stays pending';
    case 'no-method':
      return 'has no such method';
    default:
      return 'nothing';
  }
}

function describeError(error: ThrownError): string {
  if (error.c === 'thrown') return short(describeValue(error.value ?? null));
  return short(error.native || error.message === '' ? error.c : `${error.c}: ${error.message ?? ''}`);
}

export function describeValue(value: Serialised): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = value.v as Serialised[];
  switch (value.$) {
    case 'array':
      return `${frozen(value)}[${inner.map(describeValue).join(', ')}]`;
    case 'tuple':
      return `(${inner.map(describeValue).join(', ')})`;
    case 'object':
      return frozen(value) + entries(value.v);
    case 'instance':
      return `${frozen(value)}${value.c ?? ''} ${entries(value.v)}`;
    case 'set':
      return `Set {${inner.map(describeValue).join(', ')}}`;
    case 'map':
      return `Map {${(value.v as Serialised[][]).map(([key, one]) => `${describeValue(key ?? null)} => ${describeValue(one ?? null)}`).join(', ')}}`;
    case 'error':
      return `[${describeError(value.v as unknown as ThrownError)}]`;
    case 'date':
      return value.v === null ? 'Invalid Date' : `Date ${new Date(value.v as number).toISOString()}`;
    case 'undefined':
    case 'function':
    case 'promise':
      return value.$;
    case 'hole':
      return '';
    case 'same':
      return '(seen above)';
    case 'float':
      return Number.isInteger(value.v) ? `${String(value.v)}.0` : String(value.v);
    case 'bigint':
      return `${String(value.v)}n`;
    case 'mapping':
      return `${value.c ?? ''}(${describeValue(value.v as Serialised)})`;
    case 'boxed':
      return describeValue(value.v as Serialised);
    case 'text':
      return `${JSON.stringify((value.v as unknown[])[1])}…`;
    default:
      return typeof value.v === 'string' ? value.v : JSON.stringify(value.v);
  }
}

const describeEvent = (event: Serialised): string =>
  describeValue(event)
    .replace(/^\["([^"]*)"(?:, )?/, '$1 ')
    .replace(/ ?\]$/, '');

/** Equal texts would not show that one of them cannot be changed. */
const frozen = (value: Serialised): string =>
  typeof value === 'object' && value !== null && value.f === true ? 'frozen ' : '';

function entries(list: unknown): string {
  const pairs = list as readonly (readonly [string, Serialised])[];
  if (pairs.length === 0) return '{}';
  return `{ ${pairs.map(([key, one]) => `${key}: ${describeValue(one)}`).join(', ')} }`;
}

function short(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
