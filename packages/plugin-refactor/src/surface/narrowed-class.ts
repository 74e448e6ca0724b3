import type { ClassInterface, MemberKind } from '@typed-evidence-chain/core';

/** The classes of one side by name, as far as they are known. */
export type Classes = ReadonlyMap<string, ClassInterface>;

/** Parents that carry no meaning for callers. */
const NEUTRAL = new Set(['object', 'Object', 'ABC', 'Generic', 'Protocol']);
/** The language's own errors of JavaScript, all of which are an `Error`. */
const ERROR = /^(Aggregate|Eval|Range|Reference|Syntax|Type|URI)Error$/;
const BUILTIN =
  /^(object|Object|ABC|Generic|Protocol|Exception|\w*Error|\w*Warning|dict|list|set|tuple|str|int|float)$/;

interface Inherited {
  readonly members: ReadonlyMap<string, MemberKind>;
  readonly ancestors: ReadonlySet<string>;
  readonly open: boolean;
}

/** A class with what it has from its parents. */
function inherited(name: string, classes: Classes, seen = new Set<string>()): Inherited {
  const own = classes.get(name);
  const members = new Map<string, MemberKind>();
  const ancestors = new Set<string>();
  if (!own || seen.has(name)) return { members, ancestors, open: !BUILTIN.test(name) };
  let { open } = own;
  for (const parent of own.parents) {
    if (!NEUTRAL.has(parent)) ancestors.add(parent);
    if (ERROR.test(parent) && !classes.has(parent)) ancestors.add('Error');
    const above = inherited(parent, classes, new Set([...seen, name]));
    above.members.forEach((kind, member) => members.set(member, kind));
    above.ancestors.forEach((ancestor) => ancestors.add(ancestor));
    open ||= above.open;
  }
  for (const [member, kind] of Object.entries(own.members)) members.set(member, kind);
  return { members, ancestors, open };
}

const words: Readonly<Record<MemberKind, string>> = {
  method: 'a method',
  'static method': 'a static method',
  getter: 'a getter',
  setter: 'a setter',
  accessor: 'a getter with a setter',
  field: 'a field',
  unknown: 'a field',
};

/** Whether who used the one can use the other in the same way. */
function serves(before: MemberKind, after: MemberKind): boolean {
  if (before === after || before === 'unknown' || after === 'unknown') return true;
  const called = (kind: MemberKind): boolean => kind === 'method' || kind === 'static method';
  if (called(before) || called(after)) return before === 'method' && after === 'static method';
  if (before === 'getter') return after !== 'setter';
  if (before === 'setter') return after !== 'getter';
  return before === 'field' ? after === 'accessor' || after === 'getter' : after === 'field';
}

/**
 * Pure. What users of a class lose: members, the way in which they are used, and what it is an instance of. `isPublic`
 * says whether others can name a class; parents that nobody else can name may come and go.
 */
export function narrowedClass(
  name: string,
  base: Classes,
  head: Classes,
  isPublic: (name: string) => boolean,
): string[] {
  const before = inherited(name, base);
  const after = inherited(name, head);
  const told: string[] = [];
  for (const [member, kind] of before.members) {
    const now = after.members.get(member);
    if (now === undefined) {
      if (!after.open) told.push(`${name}.${member.replace('static ', '')} is gone (it was ${words[kind]})`);
    } else if (!serves(kind, now)) told.push(`${name}.${member} was ${words[kind]} and is ${words[now]} now`);
  }
  const visible = (ancestors: ReadonlySet<string>): string[] =>
    [...ancestors].filter((one) => (!base.has(one) && !head.has(one)) || isPublic(one));
  const [old, now] = [visible(before.ancestors), visible(after.ancestors)];
  const lost = old.filter((one) => !now.includes(one));
  const added = now.filter((one) => !old.includes(one));
  if (lost.length > 0) told.push(`${name} no longer extends ${lost.join(', ')}`);
  if (added.length > 0)
    told.push(`${name} extends ${added.join(', ')} now, so that whoever catches or tests for that takes it`);
  return told;
}
