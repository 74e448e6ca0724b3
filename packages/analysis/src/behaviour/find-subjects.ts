import type { Ref } from './arguments/arg.js';
import { compareMembers } from './compare-members.js';
import { sameValue } from './running/compare-reports.js';
import { describeValue } from './running/describe-report.js';
import type { ExportInfo, HarnessReport } from './running/plan.js';
import type { Module, Targets } from './targets.js';

export interface Subject {
  /** `src/money.js allocate` */
  readonly label: string;
  /** How it is reached on both sides. */
  readonly target: Ref;
  readonly isClass: boolean;
  readonly methods: readonly string[];
  /** All names of it at the base. */
  readonly aliases: readonly Ref[];
  /** No entry point passes it on, although there are entry points: only the package itself (and its tests) calls it. */
  readonly isInternal: boolean;
}

export interface Subjects {
  readonly subjects: readonly Subject[];
  readonly missing: readonly { readonly subject: string; readonly side: 'base' | 'head' }[];
  readonly skipped: readonly { readonly subject: string; readonly reason: string }[];
  /** Differences that show without a call: exported values, modules that no longer load. */
  readonly differences: readonly {
    readonly subject: string;
    readonly args: string;
    readonly base: string;
    readonly head: string;
  }[];
  /** Keeps a name only where both sides have it, under a name that both sides have. */
  readonly canonical: (ref: Ref) => Ref | undefined;
}

type Exports = Readonly<Record<string, ExportInfo>>;

const isCallable = (info: ExportInfo | undefined): boolean => info !== undefined && info.kind !== 'value';

export function findSubjects(
  targets: Targets,
  modules: readonly Module[],
  inspected: { readonly base: HarnessReport; readonly head: HarnessReport },
  called: ReadonlySet<string>,
  dependencies: ReadonlySet<string>,
  privateNames: ReadonlySet<string>,
  isField: (name: string) => boolean,
): Subjects {
  const ids = new Map(modules.map((module, index) => [module.key, index]));
  const exportsOf = (side: 'base' | 'head', key: string): Exports | undefined =>
    inspected[side].modules.get(ids.get(key) ?? -1)?.exports;
  const label = (key: string): string => targets.modules.get(key)?.head ?? targets.modules.get(key)?.base ?? key;
  const skipped: { subject: string; reason: string }[] = [];
  const missing: { subject: string; side: 'base' | 'head' }[] = [];
  const differences: { subject: string; args: string; base: string; head: string }[] = [];
  const subjects: Subject[] = [];

  const aliases = new Map<number, Ref[]>();
  for (const module of modules) {
    for (const [name, info] of Object.entries(exportsOf('base', module.key) ?? {})) {
      if (info.identity === undefined) continue;
      aliases.set(info.identity, [...(aliases.get(info.identity) ?? []), { kind: 'ref', module: module.key, name }]);
    }
  }
  // The module that defines it comes first, entry points that pass it on come last.
  const rank = (ref: Ref): number =>
    (targets.changed.has(ref.module) ? 0 : 2) +
    (targets.entries.has(ref.module) ? 1 : 0) +
    (ref.name.includes('.') ? 0.5 : 0);
  const onBoth = (refs: readonly Ref[]): Ref | undefined =>
    refs
      .filter((ref) => isCallable(exportsOf('head', ref.module)?.[ref.name]))
      .toSorted((a, b) => rank(a) - rank(b))[0];
  /** Exported classes that the head's class does not extend any more. */
  const lostAncestors = (base: ExportInfo, head: ExportInfo): string[] =>
    (base.ancestors ?? []).flatMap((identity) => {
      const ref = onBoth(aliases.get(identity) ?? []);
      const other = ref === undefined ? undefined : exportsOf('head', ref.module)?.[ref.name]?.identity;
      return ref === undefined || other === undefined || head.ancestors?.includes(other) === true ? [] : [ref.name];
    });
  const aliasesOf = (ref: Ref): readonly Ref[] => {
    const identity = exportsOf('base', ref.module)?.[ref.name]?.identity;
    return identity === undefined ? [ref] : (aliases.get(identity) ?? [ref]);
  };

  for (const key of new Set([...targets.changed, ...targets.entries])) {
    const module = targets.modules.get(key);
    if (module?.base === undefined) continue;
    const reports = {
      base: inspected.base.modules.get(ids.get(key) ?? -1),
      head: inspected.head.modules.get(ids.get(key) ?? -1),
    };
    if (module.head === undefined) {
      if (targets.entries.has(key) && !targets.changed.has(key))
        missing.push({ subject: `${key} (entry point)`, side: 'head' });
      continue;
    }
    if (reports.base === undefined || reports.base.error !== undefined) {
      if (ids.has(key))
        skipped.push({ subject: label(key), reason: `it cannot be loaded: ${reports.base?.error ?? 'no answer'}` });
    } else if (reports.head === undefined || reports.head.error !== undefined) {
      const reason = reports.head?.error ?? inspected.head.incomplete;
      const lacking = reason === undefined ? undefined : lackingDependency(reason, dependencies);
      if (lacking !== undefined)
        skipped.push({ subject: label(key), reason: `it needs ${lacking}, which is not installed` });
      else if (reason !== undefined)
        differences.push({
          subject: label(key),
          args: '(import)',
          base: 'can be loaded',
          head: `cannot be loaded: ${reason}`,
        });
      else skipped.push({ subject: label(key), reason: 'no answer from the head' });
    }
  }

  const seen = new Set<number>();
  for (const key of new Set([...targets.changed, ...targets.entries, ...called])) {
    const [base, head] = [exportsOf('base', key), exportsOf('head', key)];
    if (base === undefined || !targets.affected.has(key)) continue;
    // Where no entry point leads to the change, the changed modules are what others can use.
    const isOffered = targets.entries.has(key) || (targets.entries.size === 0 && targets.changed.has(key));
    if (isOffered && head !== undefined) {
      const names = missingNames(label(key), base, head);
      missing.push(...names.filter(({ side }) => side === 'head' || targets.entries.has(key)));
    }
    for (const [name, info] of Object.entries(base)) {
      if (info.kind === 'value') {
        const other = head?.[name];
        if (called.has(key) && !targets.changed.has(key) && !targets.entries.has(key)) continue;
        if (other?.kind !== 'value' || info.value === undefined || other.value === undefined) continue;
        if (sameValue(info.value, other.value, { privateNames, lenient: false })) continue;
        differences.push({
          subject: `${label(key)} ${name}`,
          args: '(value)',
          base: describeValue(info.value),
          head: describeValue(other.value),
        });
        continue;
      }
      if (info.identity === undefined || seen.has(info.identity)) continue;
      seen.add(info.identity);
      const all = aliases.get(info.identity) ?? [];
      // A function that also comes from a module which the change does not reach is defined there, or before it.
      if (all.some((ref) => !targets.affected.has(ref.module))) continue;
      const target = onBoth(all);
      if (target === undefined) {
        const isNamed = all.some((ref) => targets.entries.has(ref.module)) || targets.entries.size === 0;
        if (!isNamed) skipped.push({ subject: `${label(key)} ${name}`, reason: 'it is exported at the base only' });
        continue;
      }
      const isInternal = targets.entries.size > 0 && !all.some((ref) => targets.entries.has(ref.module));
      const subject = `${label(target.module)} ${target.name}`;
      const other = exportsOf('head', target.module)?.[target.name];
      if (!isInternal && other !== undefined) {
        const { lost, changed } = compareMembers(info, other, isField);
        missing.push(...lost.map((member) => ({ subject: `${subject}.${member}`, side: 'head' as const })));
        differences.push(
          ...changed.map(({ name: member, base: before, head: after }) => ({
            subject,
            args: member,
            base: before,
            head: after,
          })),
          ...lostAncestors(info, other).map((ancestor) => ({
            subject,
            args: '(instances)',
            base: `are instances of ${ancestor}`,
            head: 'are not',
          })),
        );
      }
      subjects.push({
        label: subject,
        target,
        isClass: info.kind === 'class',
        methods: info.methods ?? [],
        aliases: all,
        isInternal,
      });
    }
  }
  subjects.sort((a, b) => rank(a.target) - rank(b.target));
  return {
    subjects,
    missing,
    skipped,
    differences,
    canonical: (ref) => onBoth(aliasesOf(ref)) ?? valueRef(ref, exportsOf),
  };
}

/** A value (an object with functions, a constant) that both sides export. */
function valueRef(ref: Ref, exportsOf: (side: 'base' | 'head', key: string) => Exports | undefined): Ref | undefined {
  const [first = ''] = ref.name.split('.');
  const isThere = (side: 'base' | 'head'): boolean =>
    exportsOf(side, ref.module)?.[ref.name] !== undefined || exportsOf(side, ref.module)?.[first]?.kind === 'value';
  return isThere('base') && isThere('head') ? ref : undefined;
}

function missingNames(label: string, base: Exports, head: Exports): { subject: string; side: 'base' | 'head' }[] {
  const lacking = (one: Exports, other: Exports, side: 'base' | 'head'): { subject: string; side: 'base' | 'head' }[] =>
    Object.keys(one)
      .filter((name) => other[name] === undefined)
      // `api.parse` is named only where `api` itself is still there; a default that repeats the names is left out.
      .filter((name) => !name.includes('.') || countsAsMember(name, one, other, side))
      .map((name) => ({ subject: `${label} ${name}`, side }));
  return [...lacking(base, head, 'head'), ...lacking(head, base, 'base')];
}

/** A static method that is new may be a helper of the class; a new function of an exported object is an offer. */
function countsAsMember(name: string, one: Exports, other: Exports, side: 'base' | 'head'): boolean {
  const owner = name.split('.')[0] ?? '';
  if (other[owner] === undefined || owner === 'default') return false;
  return side === 'head' || one[owner]?.kind === 'value';
}

/** A package that the head declares and that is not there says nothing about the change. */
function lackingDependency(reason: string, declared: ReadonlySet<string>): string | undefined {
  const [, name = ''] =
    /Cannot find (?:module|package) '((?:@[^/']+\/)?[^./'][^/']*)/.exec(reason) ??
    /No module named '([^'.]+)/.exec(reason) ??
    [];
  return declared.has(name) ? name : undefined;
}
