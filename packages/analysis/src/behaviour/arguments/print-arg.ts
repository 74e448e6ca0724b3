import type { Arg, Primitive, Ref, Scenario } from './arg.js';

/** How a literal, an object and a ref are written in a language. */
export interface Printer {
  readonly literal: (value: Primitive) => string;
  readonly object: (entries: readonly (readonly [string, string])[]) => string;
  readonly ref: (ref: Ref) => string;
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

function jsLiteral(value: Primitive): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  return String(value);
}

function quote(text: string): string {
  const json = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function jsObject(entries: readonly (readonly [string, string])[]): string {
  if (entries.length === 0) return '{}';
  // A plain `__proto__: x` sets the prototype; computed, it is an ordinary key.
  const key = (name: string): string =>
    name === '__proto__' ? "['__proto__']" : IDENTIFIER.test(name) ? name : quote(name);
  return `{ ${entries.map(([name, value]) => `${key(name)}: ${value}`).join(', ')} }`;
}

/** For people: refs by their bare names. */
export const READABLE_JS: Printer = {
  literal: jsLiteral,
  object: jsObject,
  ref: (ref) => (ref.name === 'default' ? 'default' : ref.name.replace(/^default\./, '')),
};

/** For the harness: each ref reaches into its list of modules. */
export function jsPrinter(idOf: (module: string) => number): Printer {
  const path = (name: string): string =>
    name
      .split('.')
      .map((part) => `[${JSON.stringify(part)}]`)
      .join('');
  return { ...READABLE_JS, ref: (ref) => `$m[${idOf(ref.module)}]${path(ref.name)}` };
}

export const READABLE_PYTHON: Printer = {
  ...READABLE_JS,
  literal: (value) => {
    if (typeof value === 'string') return JSON.stringify(value);
    if (value == null) return 'None';
    return typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value);
  },
  object: (entries) => `{${entries.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(', ')}}`,
};

export function pythonPrinter(idOf: (module: string) => number): Printer {
  return { ...READABLE_PYTHON, ref: (ref) => `_m[${idOf(ref.module)}].${ref.name}` };
}

export function printArg(arg: Arg, printer: Printer): string {
  switch (arg.kind) {
    case 'literal':
      return printer.literal(arg.value);
    case 'array':
      return `[${arg.items.map((item) => printArg(item, printer)).join(', ')}]`;
    case 'object':
      return printer.object(arg.entries.map(([key, value]) => [key, printArg(value, printer)]));
    case 'ref':
      return printer.ref(arg);
    case 'code':
      return arg.parts.map((part) => (typeof part === 'string' ? part : printArg(part, printer))).join('');
  }
}

export function printArgs(args: readonly Arg[], printer: Printer): string {
  return args.map((arg) => printArg(arg, printer)).join(', ');
}

/** The arguments, followed by the method calls: `[1, 2]` or `{ mug: 3 } → .reserve('mug') → .available('mug')`. */
export function describeScenario(scenario: Scenario, printer: Printer): string {
  const steps = scenario.steps.map(
    (step) =>
      `${step.of === undefined ? '' : `answer ${step.of + 1}`}${step.method === null ? '' : `.${step.method}`}(${printArgs(step.args, printer)})`,
  );
  const args = printArgs(scenario.args, printer)
    .replaceAll(/[$_]rec\(\)/g, 'callback')
    .replaceAll(/[$_]rec\(/g, 'recorded(')
    .replaceAll(/\$cb\(/g, 'recorded(')
    .replaceAll(/\$watch\(/g, 'recorded(')
    .replaceAll(/\$after(Async)?\(/g, 'after(');
  return [args, ...steps].join(' → ');
}
