import type { LineKind, ModuleScope, ModuleStatement } from '../ports/code-analysis.js';
import type { FileCoverage } from '../ports/test-runner.js';

/** A file of the run whose executed lines are known. */
export interface RecordedFile {
  readonly path: string;
  readonly source: string;
  readonly kinds: readonly LineKind[];
  readonly scope: ModuleScope;
  readonly coverage: FileCoverage;
  /** A test or a script: what loading it runs is part of the reproduction. */
  readonly isReproduction: boolean;
}

/** Names that tools ask for; what is written there is no part of any function's work. */
const FOR_TOOLS = /^(?:__\w+__|version)$/i;

const identifiers = (text: string): readonly string[] => text.match(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu) ?? [];

/** Executions that count: those of the tests which were asked about, where they could be told apart. */
export const countsOf = ({ lines, named }: FileCoverage): Readonly<Record<number, number>> => named ?? lines;

export const isInBody = ({ bodies }: ModuleScope, line: number): boolean =>
  bodies.some(({ fromLine, toLine }) => line >= fromLine && line <= toLine);

/** Whether a line begins an attribute of a class that holds a function. */
export const beginsMember = ({ statements }: ModuleScope, line: number): boolean =>
  statements.some(({ isMember, fromLine }) => isMember && fromLine === line);

const known = new WeakMap<RecordedFile, ReadonlySet<string>>();

/** Names that the executed lines of a file use, with the tables and constants that they stand for in turn. */
function namesInUse(file: RecordedFile): ReadonlySet<string> {
  let names = known.get(file);
  if (!names) known.set(file, (names = findNames(file)));
  return names;
}

function findNames({ source, kinds, scope, coverage, isReproduction }: RecordedFile): ReadonlySet<string> {
  const texts = source.split('\n');
  const counts = countsOf(coverage);
  const used = new Set<string>();
  const add = (line: number): void => {
    for (const name of identifiers(texts[line - 1] ?? '')) used.add(name);
  };
  for (let line = 1; line <= texts.length; line += 1) {
    if ((counts[line] ?? 0) === 0 || kinds[line - 1] === 'import') continue;
    if (isReproduction || isInBody(scope, line)) add(line);
  }
  const open = new Set(scope.statements);
  for (let grown = true; grown;) {
    grown = false;
    for (const statement of open) {
      if (!statement.binds.some((name) => used.has(name))) continue;
      open.delete(statement);
      grown = true;
      for (let line = statement.fromLine; line <= statement.toLine; line += 1)
        if (!isInBody(scope, line) && (statement.isMember || !beginsMember(scope, line))) add(line);
    }
  }
  return used;
}

/** Names that a file gives a meaning of its own, other than by importing it. */
function ownNames({ kinds, scope }: RecordedFile): ReadonlySet<string> {
  const own = scope.statements.filter(({ fromLine }) => kinds[fromLine - 1] !== 'import');
  return new Set(own.flatMap(({ binds }) => binds));
}

/** The statements that a line is part of; of a class, its attribute alone where the line begins one. */
function at({ scope }: RecordedFile, line: number): readonly ModuleStatement[] {
  const all = scope.statements.filter(({ fromLine, toLine }) => line >= fromLine && line <= toLine);
  const members = all.filter(({ isMember }) => isMember);
  return members.length > 0 ? members : all;
}

/**
 * Whether something that was executed uses what statements outside of every function bind. Loading a file runs all of
 * them, so that having been run says nothing.
 */
export function isLevelUsed(file: RecordedFile, lines: readonly number[], others: readonly RecordedFile[]): boolean {
  const statements = new Set(lines.filter((line) => !isInBody(file.scope, line)).flatMap((line) => at(file, line)));
  return [...statements].some(({ binds }) => {
    if (binds.length === 0 || binds.some((name) => FOR_TOOLS.test(name))) return true;
    const here = namesInUse(file);
    if (binds.some((name) => here.has(name))) return true;
    return others.some((other) => {
      if (other === file) return false;
      const [used, own] = [namesInUse(other), ownNames(other)];
      return binds.some((name) => used.has(name) && !own.has(name));
    });
  });
}
