import type { BehaviourRequest, Counterexample, FileChange, Sandbox } from '@typed-evidence-chain/core';
import { refsOf, type Arg, type Scenario } from './arguments/arg.js';
import { rankOfDifference } from './running/compare-reports.js';
import { collectCalls, findCallers } from './collect-calls.js';
import type { CodeBase, Language } from './code-base.js';
import { mergeConstants, type Constants } from './arguments/constants.js';
import { findSubjects, type Subject } from './find-subjects.js';
import { plainArg } from './arguments/plain-arg.js';
import type { HarnessReport } from './running/plan.js';
import { judgeCalls, type Judged } from './running/judge-calls.js';
import { makeScenarios, type ScenarioSet } from './arguments/make-scenarios.js';
import { compareGlobals } from './running/compare-globals.js';
import { uniteLines } from './running/unite-lines.js';
import { emptyParts, type ReportParts } from './report-parts.js';
import { rewriteRefs } from './arguments/rewrite-refs.js';
import { SeenIndex } from './seen-index.js';
import { Session } from './running/session.js';
import { shrink, toCounterexample, type Difference } from './running/shrink.js';
import { sizeOf } from './arguments/simplify.js';
import { findTargets, type Module, type Targets } from './targets.js';

const MAX_MODULES = 250;
const MAX_CALLS = 5000;
const CALLS_EACH = 320;
const SEED = 20_240_229;

/** Compares the functions of one language that the change reaches. */
export async function compareLanguage(
  language: Language,
  sandbox: Sandbox,
  request: BehaviourRequest,
): Promise<ReportParts> {
  const { trees } = request;
  const [base, head] = await Promise.all([language.open(request.base), language.open(request.head)]);
  const targets = findTargets(trees.patch.files, language, base, head);
  if (targets.changed.size === 0) return { ...emptyParts(), skipped: targets.skipped };

  const callers = findCallers(request.testFiles, language, targets, base, head);
  await Promise.all([
    base.load([...callers.base, ...targets.affected]),
    head.load([...callers.head, ...[...targets.affected].map((key) => targets.modules.get(key)?.head ?? key)]),
  ]);
  const calls = collectCalls(callers, targets, base, head);
  const modules = modulesToLoad(targets, calls, base, head);
  const pathsOf = (side: 'base' | 'head'): string[] =>
    modules.map((module) => module[side]).filter((path) => path !== undefined);
  const sides = {
    base: await base.prepare(pathsOf('base'), trees),
    head: await head.prepare(pathsOf('head'), trees),
  };
  const { dependencies, scratch } = trees;
  const { limits, signal } = request;
  const watchesThis = changedFiles(request, targets).some((file) =>
    base.handsThis(file.oldPath ?? file.path, file.hunks),
  );
  const session = new Session(sides, modules, {
    language,
    sandbox,
    dependencies,
    scratch,
    limits,
    watchesThis,
    signal,
  });
  const [inspectedBase, inspectedHead] = await Promise.all([
    session.inspect('base', calls),
    session.inspect('head', []),
  ]);

  const texts = [...targets.changed].flatMap((key) => [
    base.text(key),
    head.text(targets.modules.get(key)?.head ?? ''),
  ]);
  const privateNames = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/\b(?:private|protected)\s+(?:readonly\s+)?(\w+)/g)].map((match) => match[1] ?? ''),
    ),
  );
  const called = new Set(calls.map((scenario) => scenario.target.module).filter((key) => targets.affected.has(key)));
  const found = findSubjects(
    targets,
    modules,
    { base: inspectedBase, head: inspectedHead },
    called,
    head.dependencies(),
    privateNames,
    (name) => privateNames.has(name) || isFieldIn(texts, name),
  );

  const seen = new SeenIndex(
    found.subjects,
    [...calls, ...withValues(calls, inspectedBase)].flatMap((call) => rewriteRefs(call, found.canonical) ?? []),
    targets,
    base,
    head,
  );
  const constants = constantsOf(request, targets, base, head);
  const types = base.types(base.closure([...targets.affected].filter((key) => base.has(key))));
  const planned = found.subjects.map((subject, index) => ({
    subject,
    set: makeScenarios({
      target: subject.target,
      create: subject.isClass,
      seen: seen.scenarios(subject).map((scenario) => ({ ...scenario, create: subject.isClass || scenario.create })),
      signatures: seen.signaturesOf(subject),
      constants: constants(subject),
      values: seen,
      types,
      seed: SEED + index,
      limit: Math.min(CALLS_EACH, Math.ceil(MAX_CALLS / found.subjects.length)),
    }),
  }));
  const changedPaths = {
    base: [...targets.changed].filter((key) => base.has(key)),
    head: [...targets.changed]
      .map((key) => targets.modules.get(key)?.head)
      .filter((path): path is string => path !== undefined),
  };
  const globals = compareGlobals(inspectedBase.globals, inspectedHead.globals);
  const parts = await callAll(planned, session, privateNames, constants, language, changedPaths);
  return {
    compared: parts.compared,
    skipped: [...targets.skipped, ...found.skipped, ...parts.skipped],
    counterexamples: [
      ...found.differences,
      ...globals,
      ...parts.counterexamples.filter((one) => globals.length === 0 || one.subject !== globals[0]?.subject),
    ],
    unusual: parts.unusual,
    missing: found.missing,
    executed: parts.executed,
  };
}

/** Written as a field of its class or of `this`. */
function isFieldIn(texts: readonly string[], name: string): boolean {
  const plain = name.replace(/^static /, '').replaceAll(/[^\w$]/g, '');
  const pattern = new RegExp(
    `\\b(?:this|self)\\.${plain.replaceAll('$', '\\$')}\\s*[=:]|^\\s+(?:static |readonly |public )*${plain.replaceAll('$', '\\$')}\\s*[=:!?]`,
    'm',
  );
  return texts.some((text) => pattern.test(text));
}

/** The calls whose arguments are made by other calls, once more with the plain values that came out. */
function withValues(calls: readonly Scenario[], inspected: HarnessReport): Scenario[] {
  return calls.flatMap((call, id) => {
    if (!call.args.some(hasCode)) return [];
    const args = inspected.values.get(id)?.map(plainArg);
    return args === undefined || args.includes(undefined)
      ? []
      : [{ ...call, args: args.filter((arg) => arg !== undefined) }];
  });
}

function hasCode(arg: Arg): boolean {
  if (arg.kind === 'array') return arg.items.some(hasCode);
  if (arg.kind === 'object') return arg.entries.some(([, value]) => hasCode(value));
  return arg.kind === 'code';
}

function modulesToLoad(targets: Targets, calls: readonly Scenario[], base: CodeBase, head: CodeBase): Module[] {
  const keys = new Set(targets.affected);
  // Modules that an affected one passes on, to tell what is defined outside of the reach of the change.
  for (const key of targets.affected) for (const path of base.importsOf(key)) keys.add(path);
  for (const call of calls) {
    for (const ref of [call.target, ...[...call.args, ...call.steps.flatMap((step) => step.args)].flatMap(refsOf)])
      keys.add(ref.module);
  }
  const isProgram = (code: CodeBase, path: string | undefined): boolean => path !== undefined && code.isProgram(path);
  return [...keys]
    .map((key) => targets.modules.get(key) ?? moduleOutside(key, base, head))
    .filter((module) => !isProgram(base, module.base) && !isProgram(head, module.head))
    .slice(0, MAX_MODULES);
}

function moduleOutside(key: string, base: CodeBase, head: CodeBase): Module {
  return { key, ...(base.has(key) ? { base: key } : {}), ...(head.has(key) ? { head: key } : {}) };
}

const changedFiles = ({ trees }: BehaviourRequest, { changed }: Targets): readonly FileChange[] =>
  trees.patch.files.filter((file) => changed.has(file.oldPath ?? file.path) || changed.has(file.path));

function constantsOf(
  request: BehaviourRequest,
  targets: Targets,
  base: CodeBase,
  head: CodeBase,
): (subject: Subject) => Constants {
  const ofChange = changedFiles(request, targets).map((file) =>
    mergeConstants([head.constants(file.path, file.hunks), base.constants(file.oldPath ?? file.path, [])]),
  );
  const known = new Map<string, Constants>();
  return (subject) => {
    const key = subject.target.module;
    const own = known.get(key) ?? mergeConstants([...ofChange, base.constants(key, [])]);
    known.set(key, own);
    return own;
  };
}

interface PlannedSubject {
  readonly subject: Subject;
  readonly set: ScenarioSet;
}

async function callAll(
  all: readonly PlannedSubject[],
  session: Session,
  privateNames: ReadonlySet<string>,
  constants: (subject: Subject) => Constants,
  { readable }: Language,
  changedPaths: { readonly base: readonly string[]; readonly head: readonly string[] },
): Promise<Omit<ReportParts, 'missing'>> {
  const skipped = all
    .filter(({ set }) => set.planned.length === 0)
    .map(({ subject, set }) => ({ subject: subject.label, reason: set.reason ?? 'no call of it is known' }));
  const planned = all.filter(({ set }) => set.planned.length > 0);
  let next = 0;
  const starts: number[] = [];
  const groups = planned.map(({ set }) => {
    starts.push(next);
    const calls = set.planned.map(({ scenario, probe }) => session.planCall(next++, scenario, probe));
    return { budgetMs: 900, calls };
  });
  const runs = await session.call(groups, changedPaths);
  const judge = (index: number): Judged =>
    judgeCalls(planned[index]!.set.planned, starts[index] ?? 0, runs, privateNames);
  // Answers that agree need no second look; where some differ, all calls are made again to see which ones are steady.
  if (planned.some((_, index) => differs(judge(index)))) {
    const again = await session.call(groups);
    runs.base.push(...again.base);
    runs.head.push(...again.head);
  }
  const compared: { subject: string; calls: number }[] = [];
  const near: Difference[] = [];
  const far: Counterexample[] = [];
  for (const [index, { subject, set }] of planned.entries()) {
    const judged = judge(index);
    if (judged.reason !== undefined) skipped.push({ subject: subject.label, reason: judged.reason });
    else compared.push({ subject: subject.label, calls: judged.calls });
    const toDifference = ({ planned: one, base, head, options }: (typeof judged.near)[number]): Difference => ({
      label: subject.label,
      scenario: one.scenario,
      ...(one.probe === true ? { probe: true } : {}),
      base,
      head,
      shapes: set.shapes,
      constants: constants(subject),
      options,
      printer: readable,
    });
    const bySize = (list: typeof judged.near): Difference[] =>
      list
        .map(toDifference)
        .toSorted(
          (a, b) =>
            rankOfDifference(a.base, a.head) - rankOfDifference(b.base, b.head) ||
            sizeOf(a.scenario) - sizeOf(b.scenario),
        );
    // What nobody outside calls may change its ways, as long as the arguments of the tests give the same.
    const counts = ({ planned: one }: (typeof judged.near)[number]): boolean =>
      !subject.isInternal || one.origin === 'near';
    const [smallest] = bySize(judged.near.filter(counts));
    const [unusual] = bySize([...judged.far, ...judged.near.filter((one) => !counts(one))]);
    if (smallest !== undefined) near.push(smallest);
    else if (unusual !== undefined) far.push(toCounterexample(unusual));
    if (subject.isClass && set.planned.every(({ scenario }) => scenario.steps.length === 0)) {
      skipped.push({
        subject: subject.label,
        reason: `no test shows how its methods are called: ${subject.methods.filter((name) => name !== 'constructor').join(', ')}`,
      });
    }
  }
  const isTold = (group: number): boolean => judge(group).reason === undefined;
  const [base, head] = [runs.base[0], runs.head[0]];
  const isWhole = base?.incomplete === undefined && base?.calls.size === head?.calls.size;
  const globals = isWhole ? compareGlobals(base?.globalsAtEnd, head?.globalsAtEnd) : [];
  const shrunk = await shrink(near, session);
  return {
    executed: {
      base: uniteLines(changedPaths.base, runs.base, isTold),
      head: uniteLines(changedPaths.head, runs.head, isTold),
    },
    compared,
    skipped,
    counterexamples: [...shrunk.map(toCounterexample), ...globals],
    unusual: far,
  };
}

const differs = (judged: Judged): boolean => judged.near.length + judged.far.length > 0;
