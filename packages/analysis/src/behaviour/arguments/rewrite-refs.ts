import { refsOf, type Arg, type Ref, type Scenario } from './arg.js';

/** The scenario with every ref replaced; undefined where one of them has no replacement. */
export function rewriteRefs(scenario: Scenario, replace: (ref: Ref) => Ref | undefined): Scenario | undefined {
  const target = replace(scenario.target);
  if (target === undefined) return undefined;
  const all = [...scenario.args, ...scenario.steps.flatMap((step) => step.args)].flatMap(refsOf);
  if (all.some((ref) => replace(ref) === undefined)) return undefined;
  const rewrite = (arg: Arg): Arg => {
    switch (arg.kind) {
      case 'literal':
        return arg;
      case 'ref':
        return replace(arg) ?? arg;
      case 'array':
        return { ...arg, items: arg.items.map(rewrite) };
      case 'object':
        return { ...arg, entries: arg.entries.map(([key, value]) => [key, rewrite(value)] as const) };
      case 'code':
        return { ...arg, parts: arg.parts.map((part) => (typeof part === 'string' ? part : rewrite(part))) };
    }
  };
  return {
    ...scenario,
    target,
    args: scenario.args.map(rewrite),
    steps: scenario.steps.map((step) => ({ ...step, args: step.args.map(rewrite) })),
  };
}
