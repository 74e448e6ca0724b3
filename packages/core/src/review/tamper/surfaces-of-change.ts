import { posix } from 'node:path';
import type { ReviewSession } from '../session.js';
import { pathAtBase, pathAtHead } from '../files/changed-files.js';
import { moduleAt, withoutEnding } from '../files/module-path.js';
import type { TestSurface } from '../ports/code-analysis.js';
import type { Finding } from './finding.js';
import { compareSurfaces, type SurfaceOptions } from './surface.js';

/** Reads the test files of the change on both sides and compares what they claim. */
export async function surfaceFindings(session: ReviewSession, options: SurfaceOptions): Promise<readonly Finding[]> {
  const { trees, roles } = session;
  const { analysis } = session.ports;
  const base = new Map<string, TestSurface>();
  const head = new Map<string, TestSurface>();
  const renames = new Map<string, string>();
  const findings: Finding[] = [];
  for (const change of trees.patch.files) {
    const before = pathAtBase(change);
    const after = pathAtHead(change);
    const read = async (
      side: 'base' | 'head',
      path: string | undefined,
      into: Map<string, TestSurface>,
    ): Promise<boolean> => {
      if (path === undefined || !roles.isTest(path) || !analysis.isCode(path)) return true;
      const surface = await analysis.testSurface(path, (await trees[side].read(path))?.toString('utf8') ?? '');
      if (surface) into.set(path, surface);
      return surface !== undefined;
    };
    const [left, right] = await Promise.all([read('base', before, base), read('head', after, head)]);
    if (before !== undefined && after !== undefined && before !== after) renames.set(before, after);
    if (!right && left)
      findings.push({
        kind: 'unreadable',
        file: after ?? change.path,
        message: 'the test file cannot be parsed at the head',
        weight: 'bent',
      });
    const wasTest = before !== undefined && roles.isTest(before);
    if (wasTest && !analysis.isCode(before) && !(await isReadByPeopleOnly(session, before))) {
      findings.push({
        kind: 'fixture',
        file: before,
        message:
          after === undefined
            ? 'an existing fixture or snapshot is removed'
            : 'an existing fixture or snapshot changes',
        before: change.hunks
          .flatMap((hunk) => hunk.removed)
          .join('\n')
          .slice(0, 1000),
        after: change.hunks
          .flatMap((hunk) => hunk.added)
          .join('\n')
          .slice(0, 1000),
        weight: options.frozen && change.hunks.some((hunk) => hunk.oldLines > 0) ? 'bent' : 'harmless',
      });
    }
  }
  return [...findings, ...(await standIns(session)), ...compareSurfaces(base, head, renames, options)];
}

/** Papers that stand beside tests; what they say is for people. */
const PAPER = /^(?:README|CHANGELOG|CONTRIBUTING|AUTHORS|LICEN[CS]E|NOTICE)(?:\.(?:md|markdown|rst|txt|adoc))?$/i;

/** Whether a file among the tests is such a paper, and no test of the base has its name, or looks for files of its kind. */
async function isReadByPeopleOnly({ trees, roles, ports }: ReviewSession, path: string): Promise<boolean> {
  const name = posix.basename(path);
  if (!PAPER.test(name)) return false;
  const mentions = [name, posix.extname(name)].filter((text) => text !== '');
  for (const file of await trees.base.list()) {
    if (!roles.isTest(file.path) || !ports.analysis.isCode(file.path)) continue;
    const text = (await trees.base.read(file.path))?.toString('utf8') ?? '';
    if (mentions.some((mention) => text.includes(mention)) || text.includes('readdir')) return false;
  }
  return true;
}

/**
 * Existing tests that no longer import a module of the program and import one from among the tests instead: the code
 * under test was exchanged for a stand-in (THREATS B27, R18).
 */
async function standIns(session: ReviewSession): Promise<readonly Finding[]> {
  const { trees, roles, ports } = session;
  const edited = trees.patch.files.flatMap((change) => {
    const [before, after] = [pathAtBase(change), pathAtHead(change)];
    const isEdited =
      before !== undefined && after !== undefined && roles.isTest(before) && ports.analysis.isCode(after);
    return isEdited ? [{ before, after }] : [];
  });
  if (edited.length === 0) return [];
  const headFiles = await trees.head.list();
  const program = new Set(
    headFiles.filter((file) => roles.of(file.path) === 'production').map((file) => withoutEnding(file.path)),
  );
  const tests = new Set(headFiles.filter((file) => roles.isTest(file.path)).map((file) => withoutEnding(file.path)));
  const findings: Finding[] = [];
  for (const { before, after } of edited) {
    const importsOn = async (side: 'base' | 'head', path: string): Promise<ReadonlySet<string>> => {
      const specifiers = await ports.analysis.imports(path, (await trees[side].read(path))?.toString('utf8') ?? '');
      return new Set(
        (specifiers ?? []).map((specifier) => moduleAt(path, specifier)).filter((module) => module !== undefined),
      );
    };
    const [old, now] = await Promise.all([importsOn('base', before), importsOn('head', after)]);
    const lost = [...old].filter((module) => program.has(module) && !now.has(module));
    const gained = [...now].filter((module) => tests.has(module) && !old.has(module));
    if (lost.length > 0 && gained.length > 0) {
      findings.push({
        kind: 'body',
        file: after,
        message: `an existing test imports ${gained.join(', ')} instead of ${lost.join(', ')}`,
        before: lost.join(', '),
        after: gained.join(', '),
        weight: 'bent',
      });
    }
  }
  return findings;
}
