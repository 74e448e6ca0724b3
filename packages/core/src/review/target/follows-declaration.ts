import { unitLabel, type ChangeUnit, type JudgedUnit } from './change-unit.js';
import { lineTokens } from './line-tokens.js';

/** A function that is declared on the line, with what it takes: `function f(a)`, `f = (a) =>`, `f(a) {`, `def f(a):`. */
const DECLARATION =
  /(?:\b(?:function\b\s*\*?|def\s)\s*([\p{ID_Start}_$][\p{ID_Continue}$]*)|([\p{ID_Start}_$][\p{ID_Continue}$]*)\s*[:=]\s*(?:async\b\s*)?(?:function\b[^(]*)?|^\s*(?:(?:async|static|public|private|protected|override)\s+)*([\p{ID_Start}_$][\p{ID_Continue}$]*)\s*(?=\([^()]*\)[^()]*\{\s*$))\s*\(([^()]*)\)/u;
const WORD = /^(?:[\p{ID_Start}_$]|\d|"|')/u;
const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

interface Renewed {
  /** Functions that take something else than before on lines which the reproduction needs; by name, with the place. */
  readonly functions: ReadonlyMap<string, string>;
  /** Functions that have another name there: the old one to the new one. */
  readonly names: ReadonlyMap<string, string>;
}

function renewed(judged: readonly JudgedUnit[]): Renewed {
  const functions = new Map<string, string>();
  const names = new Map<string, string>();
  for (const { unit, class: kind } of judged) {
    if (kind !== 'necessary' || unit.hunk === undefined) continue;
    const before = new Map(unit.hunk.removed.flatMap(declared));
    for (const [name, takes] of unit.hunk.added.flatMap(declared)) {
      const took = before.get(name);
      if (took !== undefined && took !== takes) functions.set(name, unitLabel(unit));
    }
    for (const [index, line] of unit.hunk.removed.entries()) {
      const [[old] = [], [now] = []] = [declared(line)[0], declared(unit.hunk.added[index] ?? '')[0]];
      if (old === undefined || now === undefined || old === now) continue;
      names.set(old, now);
      functions.set(now, unitLabel(unit));
    }
  }
  return { functions, names };
}

function declared(line: string): (readonly [name: string, takes: string])[] {
  const [, one, two, three, takes = ''] = DECLARATION.exec(line) ?? [];
  const name = one ?? two ?? three;
  return name === undefined ? [] : [[name, takes.replace(/\s+/g, ' ').trim()]];
}

/**
 * Pure. Calls that hand a function what it newly takes (or no longer what it took) or that use its new name, belong to the hunk that changes
 * these, also where the reproduction comes to another call of it. Nothing else may change on such a line, and what is
 * handed over has to be plain: names, members, constants, an object of these.
 */
export function withFollowers(judged: readonly JudgedUnit[]): readonly JudgedUnit[] {
  const change = renewed(judged);
  if (change.functions.size === 0) return judged;
  return judged.map((entry): JudgedUnit => {
    const name = entry.class === 'unrelated' ? followed(entry.unit, change) : undefined;
    if (name === undefined) return entry;
    const reason = `calls ${name} as ${change.functions.get(name) ?? ''} has it; the reproduction comes to another call`;
    return { unit: entry.unit, class: 'covered', reason };
  });
}

function followed({ change, hunk }: ChangeUnit, { functions, names }: Renewed): string | undefined {
  if (hunk === undefined || hunk.removed.length !== hunk.added.length) return undefined;
  let name: string | undefined;
  for (const [index, line] of hunk.removed.entries()) {
    const [old, after] = [lineTokens([line]), lineTokens([hunk.added[index] ?? ''])];
    if (old.join(' ') === after.join(' ')) continue;
    const before = old.map((token) => names.get(token) ?? token);
    if (before.join(' ') === after.join(' ')) {
      name = after.find((token) => functions.has(token)) ?? name;
      continue;
    }
    const [less, more] = before.length < after.length ? [before, after] : [after, before];
    const called = calledWithMore(less, more, change.path.endsWith('.py'));
    if (called === undefined || !functions.has(called)) return undefined;
    name = called;
  }
  return name;
}

/** The function whose call has more arguments on one side, where that is the only difference of the two lines. */
function calledWithMore(less: readonly string[], more: readonly string[], isPython: boolean): string | undefined {
  if (more.includes('`')) return undefined;
  let start = 0;
  while (start < less.length && less[start] === more[start]) start += 1;
  const count = more.length - less.length;
  if (less.slice(start).join(' ') !== more.slice(start + count).join(' ')) return undefined;
  const added = more.slice(start, start + count);
  const isPlain = added.every((token) => WORD.test(token) || '.,{}:'.includes(token) || (isPython && token === '='));
  const isList = added[0] === ',' || added.at(-1) === ',' || (more[start - 1] === '(' && more[start + count] === ')');
  return isPlain && isList ? calleeAt(more, start) : undefined;
}

/** The name before the bracket that is still open at that place. */
function calleeAt(tokens: readonly string[], place: number): string | undefined {
  const open: string[] = [];
  for (let index = place - 1; index >= 0; index -= 1) {
    const token = tokens[index] ?? '';
    const opener = CLOSES[token];
    if (opener !== undefined) open.push(opener);
    else if (token === open.at(-1)) open.pop();
    else if (/^[([{]$/.test(token)) {
      const isDeclaration = tokens[index - 2] === 'function' || tokens[index - 2] === 'def';
      return token === '(' && !isDeclaration ? tokens[index - 1] : undefined;
    }
  }
  return undefined;
}
