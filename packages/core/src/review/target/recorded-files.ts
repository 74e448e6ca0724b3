import { posix } from 'node:path';
import type { FileCoverage } from '../ports/test-runner.js';
import type { ReviewSession } from '../session.js';
import { headLines } from './covered.js';
import type { ChangeUnit } from './change-unit.js';
import type { RecordedFile } from './module-level.js';

/** Files that are looked through for uses of what a change gives a value outside of functions. */
const MAX_FILES = 3000;
const MAX_BYTES = 200_000;
/** Files that are recorded for that. */
const MAX_USERS = 40;

async function readCode(session: ReviewSession, path: string) {
  const { analysis } = session.ports;
  const source = (await session.trees.head.read(path))?.toString('utf8');
  if (source === undefined) return undefined;
  const [kinds, scope] = await Promise.all([
    analysis.lineKinds(path, source),
    analysis.moduleScope?.(path, source) ?? Promise.resolve(undefined),
  ]);
  return kinds && scope && { path, source, kinds, scope };
}

/** The files whose executed lines tell what runs a change: its own, the tests, and files that may use its constants. */
export async function filesToRecord(
  session: ReviewSession,
  units: readonly ChangeUnit[],
  tests: readonly string[],
): Promise<readonly string[]> {
  const { analysis } = session.ports;
  const changed = [...new Set(units.map((unit) => unit.change.path))].filter((path) => analysis.isCode(path));
  const own = session.trees.patch.files.filter(({ path, status }) => status === 'added' && session.namesFile(path));
  const beside = [...tests, ...own.map(({ path }) => path)].filter((path) => analysis.isCode(path));
  if (changed.length === 0) return [];
  const names = await levelNames(session, units);
  return [...new Set([...changed, ...beside, ...(names.length === 0 ? [] : await usersOf(session, names))])];
}

/** Names that statements outside of functions bind on the lines of the change. */
async function levelNames(session: ReviewSession, units: readonly ChangeUnit[]): Promise<readonly string[]> {
  const names = await Promise.all(
    units.map(async (unit) => {
      const file = session.ports.analysis.isCode(unit.change.path)
        ? await readCode(session, unit.change.path)
        : undefined;
      if (!file) return [];
      const lines = headLines(unit, file.source.split('\n').length);
      return file.scope.statements
        .filter(({ fromLine, toLine }) =>
          lines.some((line) => line >= fromLine && line <= toLine && file.kinds[line - 1] === 'code'),
        )
        .flatMap(({ binds }) => binds.filter((name) => name !== 'default' && name.length > 1));
    }),
  );
  return [...new Set(names.flat())];
}

async function usersOf(session: ReviewSession, names: readonly string[]): Promise<readonly string[]> {
  const files = (await session.trees.head.list()).filter(
    ({ path, size }) =>
      size <= MAX_BYTES && session.ports.analysis.isCode(path) && session.roles.of(path) === 'production',
  );
  if (files.length > MAX_FILES) return [];
  const users: string[] = [];
  const named = new RegExp(`(?<![\\w$])(?:${names.map((name) => name.replaceAll('$', '\\$')).join('|')})(?![\\w$])`);
  for (const { path } of files) {
    const text = (await session.trees.head.read(path))?.toString('utf8') ?? '';
    if (named.test(text) && users.push(path) === MAX_USERS) break;
  }
  return users;
}

/** Executed lines with what the sources say about them; files that cannot be read, or of which nothing ran, are left out. */
export async function recordedFiles(
  session: ReviewSession,
  coverage: readonly FileCoverage[],
  tests: readonly string[],
): Promise<readonly RecordedFile[]> {
  const files = await Promise.all(
    coverage.map(async (entry): Promise<RecordedFile | undefined> => {
      if (!Object.values(entry.lines).some((count) => count > 0)) return undefined;
      const file = await readCode(session, entry.file);
      const isReproduction =
        tests.includes(entry.file) ||
        session.roles.isTest(entry.file) ||
        session.namesFile(posix.normalize(entry.file));
      return file && { ...file, coverage: entry, isReproduction };
    }),
  );
  return files.filter((file) => file !== undefined);
}
