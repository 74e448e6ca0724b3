import type { Scenario } from './arguments/arg.js';
import type { CodeBase, Language } from './code-base.js';
import { isTestFile } from './file-roles.js';
import type { Targets } from './targets.js';

const MAX_FILES = 200;

/** The files whose calls are looked at: tests that reach the change, new tests of the head, and the affected modules. */
export function findCallers(
  testFiles: readonly string[],
  language: Language,
  targets: Targets,
  base: CodeBase,
  head: CodeBase,
): { readonly base: readonly string[]; readonly head: readonly string[] } {
  const reaches = (code: CodeBase, path: string, affected: ReadonlySet<string>): boolean =>
    [...code.closure([path])].some((one) => affected.has(one));
  const isTest = (path: string): boolean => isTestFile(path) && language.isSource(path);
  const others = base.paths().filter((path) => isTest(path) && reaches(base, path, targets.affected));
  const ofBase = [...new Set([...testFiles, ...others, ...targets.affected])].filter((path) => base.has(path));
  const headAffected = new Set([...targets.affected].map((key) => targets.modules.get(key)?.head ?? ''));
  const ofHead = head
    .paths()
    .filter((path) => isTest(path) && head.text(path) !== base.text(path) && reaches(head, path, headAffected));
  return { base: ofBase.slice(0, MAX_FILES), head: ofHead.slice(0, MAX_FILES) };
}

/** Modules are named by their keys, also where a test of the head imports a file under its new name. */
export function collectCalls(
  callers: { readonly base: readonly string[]; readonly head: readonly string[] },
  targets: Targets,
  base: CodeBase,
  head: CodeBase,
): Scenario[] {
  const keys = new Map([...targets.modules.values()].map((module) => [module.head ?? '', module.key]));
  return [
    ...callers.base.flatMap((path) => base.calls(path, (found) => found)),
    ...callers.head.flatMap((path) => head.calls(path, (found) => keys.get(found) ?? found)),
  ];
}
