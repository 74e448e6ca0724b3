import type { ChangeView, TypeBuilder } from '@typed-evidence-chain/core';
import type { RefactorEvidence } from './evidence.js';

const INSTRUCTIONS = `A REFACTOR change must prove that nothing changed but the code's shape: tests that exist already pass before
and after, and they run the code that you touch. Leave existing tests, fixtures and snapshots alone. Add no export, option
or dependency, fix no bug on the way. If no test runs the code that you want to touch, say BLOCKED and name what is missing.
Evidence: {"nonRegression": {"tests": [{"file": "test/a.test.js"}], "added": []}}`;

/** The file's name without folders and endings: `src/a/money.ts` -> `money`. */
const stem = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/^test_|([._-](test|spec))?\.[^.]+$|_test(?=\.)/g, '')
    .replace(/\.(test|spec)$/, '');

/** What a REFACTOR asks of whoever builds it. */
export class RefactorBuilder implements TypeBuilder<RefactorEvidence> {
  readonly instructions = INSTRUCTIONS;
  readonly failingTestFirst = false;

  /** The tests of the base that import a changed file, or carry its name; failing both, all tests of the base. */
  readonly evidenceFromChange = async (change: ChangeView): Promise<RefactorEvidence | undefined> => {
    const isTestName = (path: string): boolean =>
      /(^|\/)(test|tests|__tests__|spec)\/|\.(test|spec)\.|(^|\/)test_[^/]*\.py$|_test\.(py|go)$/.test(path);
    const tests = (await change.base.list())
      .map((file) => file.path)
      .filter((path) => isTestName(path) && change.analysis.isCode(path));
    const changed = new Set(
      change.patch.files.filter((file) => file.status !== 'added').map((file) => stem(file.oldPath ?? file.path)),
    );
    const related: string[] = [];
    for (const test of tests) {
      const source = (await change.base.read(test))?.toString('utf8') ?? '';
      const imports = (await change.analysis.imports(test, source)) ?? [];
      if (changed.has(stem(test)) || imports.some((specifier) => changed.has(stem(specifier)))) related.push(test);
    }
    const chosen = related.length > 0 ? related : tests;
    const added = change.patch.files
      .filter((file) => file.status === 'added' && change.testFiles.includes(file.path))
      .map(({ path }) => ({ file: path }));
    return chosen.length === 0 ? undefined : { nonRegression: { tests: chosen.map((file) => ({ file })), added } };
  };
}
