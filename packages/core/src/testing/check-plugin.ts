import type { AnyPlugin } from '../plugin/change-plugin.js';
import type { LoadedPlugin } from '../plugin/plugin-host.js';
import { COMMON_CHECKS } from '../review/evidence-reviewer.js';
import { normaliseTask, taskSchema } from '../task/task.js';
import { EmbeddedRouter } from '../route/router.js';
import type { RouteSignal } from '../route/classification.js';
import type { PluginSuite, RejectedCase, RoutedCase, TestedChange } from './plugin-suite.js';
import type { PluginTestOptions, TestedChain } from './plugin-test-options.js';
import { acceptedProblems, rejectedProblems } from './judge-case.js';
import { reviewCase } from './review-case.js';
import { sloppiness } from './sloppiness.js';

export interface CaseResult {
  readonly kind: 'suite' | 'shape' | 'routes' | 'accepts' | 'rejects' | 'malformed';
  readonly name: string;
  /** One sentence each; empty where the case ends as it should. */
  readonly problems: readonly string[];
}

export interface PluginReport {
  readonly type: string;
  readonly passed: boolean;
  readonly results: readonly CaseResult[];
}

/** One case that can be run by itself, by any runner. */
export interface PluginCase {
  readonly kind: CaseResult['kind'];
  readonly name: string;
  readonly run: () => Promise<readonly string[]>;
}

/** The cases of a suite, ready to be run; nothing is executed before `run`, the loading of the plugin included. */
export function pluginCases(
  plugin: AnyPlugin,
  suite: PluginSuite,
  { createChain }: PluginTestOptions,
): readonly PluginCase[] {
  let made: TestedChain | undefined;
  const chain = (): TestedChain => (made ??= createChain({ plugins: [plugin] }));
  const loaded = (): LoadedPlugin => chain().plugins()[0] as LoadedPlugin;
  const review = async (
    one: TestedChange,
    judge: (outcome: Awaited<ReturnType<typeof reviewCase>>) => readonly string[],
  ): Promise<readonly string[]> => judge(await reviewCase(chain(), plugin.type, one));
  return [
    {
      kind: 'suite',
      name: 'is written with care',
      run: async () => sloppiness(suite, loaded().reviewer.checks, COMMON_CHECKS),
    },
    { kind: 'shape', name: 'loads, and names its checks after its type', run: async () => shapeProblems(loaded()) },
    ...suite.routes.map((one): PluginCase => ({
      kind: 'routes',
      name: one.name,
      run: async () => routeProblems(plugin, one, createChain),
    })),
    ...(suite.malformed ?? []).map((one): PluginCase => ({
      kind: 'malformed',
      name: one.name,
      run: async () => (plugin.evidence.safeParse(one.evidence).success ? ['the schema takes this evidence'] : []),
    })),
    ...suite.accepts.map((one): PluginCase => ({
      kind: 'accepts',
      name: one.name,
      run: () => review(one, (outcome) => acceptedProblems(loaded(), outcome)),
    })),
    ...suite.rejects.map((one: RejectedCase): PluginCase => ({
      kind: 'rejects',
      name: one.name,
      run: () => review(one, (outcome) => rejectedProblems(loaded(), one, outcome)),
    })),
  ];
}

/**
 * Runs a suite without any test runner: real git repositories, real executions. A case that breaks is a problem of that
 * case; nothing is thrown for a plugin that does not hold.
 */
export async function checkPlugin(
  plugin: AnyPlugin,
  suite: PluginSuite,
  options: PluginTestOptions,
): Promise<PluginReport> {
  const results: CaseResult[] = [];
  for (const { kind, name, run } of pluginCases(plugin, suite, options)) {
    results.push({
      kind,
      name,
      problems: await run().catch((error: unknown) => [`it broke: ${(error as Error).message}`]),
    });
  }
  return { type: plugin.type, passed: results.every(({ problems }) => problems.length === 0), results };
}

function shapeProblems({ plugin, reviewer, builder }: LoadedPlugin): readonly string[] {
  const prefix = `${plugin.type.toLowerCase()}/`;
  const ids = [...reviewer.checks, ...(reviewer.advice?.checks ?? [])];
  const foreign = ids.filter((id) => !id.startsWith(prefix));
  return [
    ...foreign.map((id) => `the check ${id} does not start with ${prefix}`),
    ...(new Set(ids).size < ids.length ? ['a check id is listed twice'] : []),
    ...(builder.instructions.trim() === ''
      ? ['the builder has no instructions: a model would not know what to prove']
      : []),
  ];
}

/** Routed among the types that the chain has by default, as a user would see it. */
function routeProblems(
  plugin: AnyPlugin,
  { task, to }: RoutedCase,
  createChain: PluginTestOptions['createChain'],
): readonly string[] {
  const others = createChain({})
    .plugins()
    .map((entry) => entry.plugin);
  const rules = [plugin, ...others.filter((other) => other.type !== plugin.type)].map(({ type, rule }) => ({
    type,
    rule,
  }));
  const { type, score, abstained, signals } = new EmbeddedRouter(rules).classify(normaliseTask(taskSchema.parse(task)));
  const went = type ?? `nobody (${abstained?.message ?? 'abstained'})`;
  if (to === 'elsewhere') return type === plugin.type ? [`it was routed to ${went} with ${score.toFixed(2)}`] : [];
  return type === plugin.type
    ? []
    : [`it was routed to ${went}, not to ${plugin.type}; ${spoken(signals, plugin.type)}`];
}

/** What counted for or against a type, so that a weight can be set: an author sees nothing else of the router. */
function spoken(signals: readonly RouteSignal[], type: string): string {
  const own = signals
    .filter((signal) => signal.type === type)
    .map(({ reason, weight }) => `${reason} (${weight < 0 ? '' : '+'}${weight.toFixed(1)})`);
  return own.length === 0 ? `nothing spoke for ${type}` : `for ${type} counted: ${own.join(', ')}`;
}
