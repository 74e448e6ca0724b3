import type { Scenario } from './arg.js';
import { isScript, isTestFile } from './file-roles.js';
import type { ModuleGraph } from './module-graph.js';
import { readCalls } from './read-calls.js';
import type { Targets } from './targets.js';

const MAX_FILES = 200;

/**
 * The calls that tests (of both sides) and the affected modules themselves make. Modules are named by their keys, also
 * where a test of the head imports a file under its new name.
 */
export function collectCalls(
  testFiles: readonly string[],
  targets: Targets,
  base: ModuleGraph,
  head: ModuleGraph,
): Scenario[] {
  const keys = new Map([...targets.modules.values()].map((module) => [module.head ?? '', module.key]));
  const reaches = (graph: ModuleGraph, path: string, affected: ReadonlySet<string>): boolean =>
    [...graph.closure([path])].some((one) => affected.has(one));
  const named = testFiles.filter((path) => base.has(path));
  const others = base
    .paths()
    .filter((path) => isTestFile(path) && isScript(path) && reaches(base, path, targets.affected));
  const fromBase = [...new Set([...named, ...others, ...targets.affected])]
    .filter((path) => base.has(path))
    .slice(0, MAX_FILES);
  const headAffected = new Set([...targets.affected].map((key) => targets.modules.get(key)?.head ?? ''));
  const fromHead = head
    .paths()
    .filter((path) => isTestFile(path) && head.text(path) !== base.text(path) && reaches(head, path, headAffected))
    .slice(0, MAX_FILES);
  return [
    ...fromBase.flatMap((path) => calls(base, path, (found) => found)),
    ...fromHead.flatMap((path) => calls(head, path, (found) => keys.get(found) ?? found)),
  ];
}

function calls(graph: ModuleGraph, path: string, key: (found: string) => string): Scenario[] {
  const resolve = (specifier: string): string | undefined => {
    const found = graph.resolver.resolve(specifier, path);
    return found === undefined || !graph.has(found) ? undefined : key(found);
  };
  const isCommonJs = (module: string): boolean => graph.has(module) && !graph.hasModuleSyntax(module);
  return readCalls({ path, source: graph.text(path), resolve, isCommonJs });
}
