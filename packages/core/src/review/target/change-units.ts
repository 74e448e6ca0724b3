import type { ReviewSession } from '../session.js';
import { pathAtBase, pathAtHead } from '../files/changed-files.js';
import type { FileChange } from '../ports/tree.js';
import { revertEdits, type ChangeUnit, type JudgedUnit } from './change-unit.js';

export interface SplitChange {
  /** Parts of the program that can matter to the reproduction. */
  readonly production: readonly ChangeUnit[];
  /** Tests, documents, configuration, comments, white space, types. */
  readonly other: readonly JudgedUnit[];
}

const ROLE_NAMES: Readonly<Record<string, string>> = {
  test: 'belongs to the tests',
  'test-config': 'configuration of the tests',
  'tool-config': 'configuration of tools',
  ci: 'configuration of CI',
  manifest: 'package manifest',
  lock: 'lock file',
  docs: 'documentation',
  generated: 'generated or vendored',
};

/** The file on both sides; undefined where it is not there. */
export const textsOf = async (session: ReviewSession, change: FileChange) => {
  const before = pathAtBase(change);
  const after = pathAtHead(change);
  return {
    base: before === undefined ? undefined : await session.trees.base.read(before),
    head: after === undefined ? undefined : await session.trees.head.read(after),
  };
};

/** The edits that take units back from the head, file by file. */
export async function editsWithout(session: ReviewSession, units: readonly ChangeUnit[]) {
  const byFile = new Map<FileChange, ChangeUnit[]>();
  for (const unit of units) byFile.set(unit.change, [...(byFile.get(unit.change) ?? []), unit]);
  const edits = await Promise.all(
    [...byFile].map(async ([change, parts]) => revertEdits(change, parts, await textsOf(session, change))),
  );
  return edits.flat();
}

/** An added or deleted file that does nothing: types, comments, or nothing at all. */
async function isEmptyProgram(session: ReviewSession, change: FileChange): Promise<boolean> {
  if (change.status !== 'added' && change.status !== 'deleted') return false;
  const { base, head } = await textsOf(session, change);
  const text = (head ?? base)?.toString('utf8');
  return text !== undefined && (await session.ports.analysis.sameCode(change.path, '', text)) === true;
}

/**
 * A new file that the evidence names (a reproduction script) is part of the reproduction; not where another part of the
 * program comes to use it.
 */
function isReproduction(session: ReviewSession, change: FileChange): boolean {
  if (change.status !== 'added' || !session.namesFile(change.path)) return false;
  const name = change.path.slice(change.path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
  return session.trees.patch.files.every(
    (other) =>
      other === change ||
      session.roles.of(other.path) !== 'production' ||
      !other.hunks.some((hunk) => hunk.added.some((line) => line.includes(name))),
  );
}

/** Cuts the change into units and sorts out what is not code. */
export async function splitChange(session: ReviewSession): Promise<SplitChange> {
  const production: ChangeUnit[] = [];
  const other: JudgedUnit[] = [];
  for (const change of session.trees.patch.files) {
    const role = session.roles.of(change.path);
    const whole: ChangeUnit = { id: change.path, change, hunk: undefined };
    if (role !== 'production') {
      other.push({ unit: whole, class: 'not-code', reason: ROLE_NAMES[role] ?? role });
      continue;
    }
    if (isReproduction(session, change)) {
      other.push({ unit: whole, class: 'not-code', reason: 'belongs to the reproduction' });
      continue;
    }
    const name = change.path.slice(change.path.lastIndexOf('/') + 1);
    if (name.startsWith('.') && !session.ports.analysis.isCode(change.path)) {
      other.push({ unit: whole, class: 'not-code', reason: 'configuration of tools' });
      continue;
    }
    if (change.binary || change.hunks.length === 0 || change.status === 'added' || change.status === 'deleted') {
      if (change.status === 'modified' && !change.binary && change.hunks.length === 0) {
        other.push({ unit: whole, class: 'not-code', reason: 'only the file mode changes' });
      } else if (await isEmptyProgram(session, change)) {
        other.push({ unit: whole, class: 'not-code', reason: 'comments, white space or types' });
      } else production.push(whole);
      continue;
    }
    const texts = await textsOf(session, change);
    for (const [index, hunk] of change.hunks.entries()) {
      const unit: ChangeUnit = { id: `${change.path}#${index + 1}`, change, hunk };
      const reverted = revertEdits(change, [unit], texts)[0]?.content;
      const same =
        texts.head !== undefined && reverted
          ? await session.ports.analysis.sameCode(change.path, reverted.toString('utf8'), texts.head.toString('utf8'))
          : undefined;
      if (same === true) other.push({ unit, class: 'not-code', reason: 'comments, white space or types' });
      else production.push(unit);
    }
  }
  return { production, other };
}
