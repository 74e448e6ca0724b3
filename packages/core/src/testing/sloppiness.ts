import type { PluginSuite } from './plugin-suite.js';

const MIN_REASON = 10;

/** Pure. What is wrong with a suite before anything is run; empty where nothing is. `checks` are the plugin's own. */
export function sloppiness(
  suite: PluginSuite,
  checks: readonly string[],
  common: readonly string[],
): readonly string[] {
  const problems: string[] = [];
  const known = new Set([...checks, ...common]);
  const names = new Map<string, number>();
  const bodies = new Map<string, string>();
  for (const kind of ['routes', 'accepts', 'rejects'] as const) {
    if (suite[kind].length === 0) problems.push(`${kind} is empty: a plugin that ${kind} nothing is not tested`);
  }
  for (const kind of ['routes', 'accepts', 'rejects', 'malformed'] as const) {
    for (const one of suite[kind] ?? []) {
      const label = `${kind}: ${JSON.stringify(one.name)}`;
      if (one.name.trim() === '') problems.push(`${kind}: a case without a name`);
      if (one.reason.trim().length < MIN_REASON) problems.push(`${label} gives no reason`);
      else if (one.reason.trim().toLowerCase() === one.name.trim().toLowerCase())
        problems.push(`${label} repeats its name as its reason`);
      names.set(one.name, (names.get(one.name) ?? 0) + 1);
      const { name: _name, reason: _reason, ...body } = one;
      const text = JSON.stringify(body);
      const twin = bodies.get(text);
      if (twin !== undefined) problems.push(`${label} is the same case as ${twin}`);
      else bodies.set(text, label);
    }
  }
  for (const [name, count] of names) if (count > 1) problems.push(`${count} cases are called ${JSON.stringify(name)}`);
  for (const one of suite.rejects) {
    for (const id of [one.check, ...(one.also ?? [])]) {
      if (!known.has(id))
        problems.push(
          `rejects: ${JSON.stringify(one.name)} names ${id}, which is no check of this plugin or of every type`,
        );
    }
  }
  if (suite.rejects.length > 0 && !suite.rejects.some((one) => checks.includes(one.check))) {
    problems.push('rejects: no case is found by a check of the plugin itself');
  }
  return problems;
}
