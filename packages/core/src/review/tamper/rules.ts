import type { ReviewSession } from '../session.js';
import { parseManifest, runnerSections, sameData } from '../files/manifest.js';
import { pathAtBase, pathAtHead, touchedPaths } from '../files/changed-files.js';
import type { Finding } from './finding.js';
import { mocksPackage } from './mocked-package.js';

const short = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 300);

function manifestFindings(path: string, before: string | undefined, after: string | undefined): Finding[] {
  const base = runnerSections(parseManifest(before ?? '{}') ?? {});
  const head = runnerSections(parseManifest(after ?? '{}') ?? {});
  const fields = new Set([...Object.keys(base), ...Object.keys(head)]);
  const findings: Finding[] = [];
  for (const field of fields) {
    if (field === 'scripts') {
      const left = base['scripts'] as Record<string, string>;
      const right = head['scripts'] as Record<string, string>;
      for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
        if (left[name] === right[name]) continue;
        // A package of its own that the patch adds brings its own scripts; nothing of the base runs by them.
        const isNewPackage = before === undefined;
        findings.push({
          kind: 'rules',
          file: path,
          message: `the package script "${name}" decides how tests or checks run, and changes`,
          before: left[name] ?? '(none)',
          after: right[name] ?? '(none)',
          weight: isNewPackage ? 'harmless' : 'bent',
        });
      }
    } else if (!sameData(base[field], head[field])) {
      findings.push({
        kind: 'rules',
        file: path,
        message: `the configuration "${field}" of a runner changes`,
        before: short(base[field]),
        after: short(head[field]),
        weight: before === undefined ? 'harmless' : 'bent',
      });
    }
  }
  return findings;
}

/** The tables of a pyproject.toml by which tests and checks are run. */
async function tomlRules(text: string | undefined): Promise<unknown> {
  if (text === undefined) return {};
  const { parse: parseToml } = await import('smol-toml');
  try {
    const tool = (parseToml(text)['tool'] ?? {}) as Record<string, unknown>;
    return Object.fromEntries(
      ['pytest', 'coverage', 'tox', 'nox', 'hatch', 'pdm', 'poe']
        .filter((name) => tool[name] !== undefined)
        .map((name) => [name, tool[name]]),
    );
  } catch {
    // A file that is no TOML is compared as text: any change of it counts.
    return text;
  }
}

const PYTHON_NAMES = new Set(
  'abc argparse ast asyncio atexit builtins collections contextlib copy csv dataclasses datetime decimal doctest enum functools gc hashlib importlib inspect io itertools json logging math operator os pathlib pickle pluggy platform pprint pytest _pytest coverage hypothesis mock random re shutil signal site socket sqlite3 stat statistics string struct subprocess sys tempfile textwrap threading time timeit tokenize traceback types typing unittest urllib uuid warnings weakref'.split(
    ' ',
  ),
);

function shadows(path: string, isTestPlace: boolean): string | undefined {
  const parts = path.split('/');
  const folder = parts.slice(0, -1);
  if (folder.includes('node_modules'))
    return 'a package inside of the tree hides the installed one for the tests beside it';
  const name = parts.at(-1) ?? '';
  const python = name === '__init__.py' ? folder.at(-1) : /^(.+)\.py$/.exec(name)?.[1];
  const depth = name === '__init__.py' ? folder.length - 1 : folder.length;
  // Python looks beside the test and in the root first.
  if (python !== undefined && PYTHON_NAMES.has(python) && (depth === 0 || isTestPlace))
    return `a module named ${python} hides the one that the tests use`;
  return undefined;
}

const CANNOT_FAIL = [
  /continue-on-error:\s*true/,
  /\|\|\s*(true|exit 0|:)/,
  /\bif:\s*(false|\$\{\{\s*false)/,
  /--passWithNoTests/,
  /set \+e/,
];
const RUNS_TESTS =
  /\b(npm|pnpm|yarn|bun)\s+(t|test|run[ -]\S*(test|check|ci)\S*)|\bpytest\b|\bgo test\b|\bnode --test\b|\b(mocha|jest|vitest)\b/;

/** Why an edit of a CI file makes a failing test pass unnoticed; undefined where it does not (THREATS R24). */
function softensCi(before: string, after: string | undefined): string | undefined {
  if (after === undefined) return undefined;
  const count = (text: string, pattern: RegExp): number => text.split('\n').filter((line) => pattern.test(line)).length;
  const soft = CANNOT_FAIL.find((pattern) => count(after, pattern) > count(before, pattern));
  if (soft) return 'a step of CI can no longer fail';
  return RUNS_TESTS.test(before) && !RUNS_TESTS.test(after) ? 'CI no longer runs the tests' : undefined;
}

/** Runner configuration, set-up files, package scripts, CI and modules that hide others (THREATS R5-R8, B19, B41, X9). */
export async function ruleFindings(session: ReviewSession): Promise<readonly Finding[]> {
  const { trees, roles } = session;
  const text = async (side: 'base' | 'head', path: string): Promise<string | undefined> =>
    (await trees[side].read(path))?.toString('utf8');
  const findings: Finding[] = [];
  for (const path of touchedPaths(trees.patch)) {
    const role = roles.of(path);
    const [before, after] = await Promise.all([text('base', path), text('head', path)]);
    if (before === after) continue;
    const what = before === undefined ? 'is added' : after === undefined ? 'is removed' : 'changes';
    if (path.endsWith('package.json')) findings.push(...manifestFindings(path, before, after));
    else if (path.endsWith('pyproject.toml')) {
      const [old, now] = await Promise.all([tomlRules(before), tomlRules(after)]);
      if (!sameData(old, now)) {
        findings.push({
          kind: 'rules',
          file: path,
          message: 'the tables by which tests are run change',
          before: short(old),
          after: short(now),
          weight: 'bent',
        });
      }
    } else if (path.endsWith('setup.cfg')) {
      if (/\[(tool:pytest|coverage|tox)/.test(`${before ?? ''}${after ?? ''}`))
        findings.push({
          kind: 'rules',
          file: path,
          message: `${path} decides how tests run, and ${what}`,
          weight: 'bent',
        });
    } else if (role === 'test-config') {
      findings.push({
        kind: 'rules',
        file: path,
        message: `${path} decides how tests run, and ${what}`,
        before: (before ?? '').slice(0, 2000),
        after: (after ?? '').slice(0, 2000),
        weight: 'bent',
      });
    } else if (role === 'ci') {
      const softened = softensCi(before ?? '', after);
      findings.push({
        kind: 'ci',
        file: path,
        message: softened ?? `${path} decides what CI runs, and ${what}`,
        before: (before ?? '').slice(0, 1000),
        after: (after ?? '').slice(0, 1000),
        weight: softened === undefined ? 'harmless' : 'bent',
      });
    } else if (role === 'tool-config') {
      findings.push({
        kind: 'rules',
        file: path,
        message: `${path} ${what}; lint and type checks ran with the version of the base`,
        weight: 'harmless',
      });
    }
  }
  for (const file of trees.patch.files) {
    const path = pathAtHead(file);
    const shadow = path !== undefined && pathAtBase(file) !== path ? shadows(path, roles.isTest(path)) : undefined;
    if (path !== undefined && shadow !== undefined)
      findings.push({ kind: 'shadow', file: path, message: shadow, weight: 'bent' });
    else if (path !== undefined && pathAtBase(file) !== path && (await mocksPackage(trees.base, trees.head, path)))
      findings.push({
        kind: 'shadow',
        file: path,
        message: 'a mock that bears the name of a package replaces it for every test',
        weight: 'bent',
      });
  }
  return findings;
}
