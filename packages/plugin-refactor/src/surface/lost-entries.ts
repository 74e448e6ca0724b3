import type { OfferedEntry } from './public-surface.js';

const STAR = /^\* from /;

const title = ({ folder, name }: OfferedEntry): string => (folder === '' ? name : `${name} of ${folder}`);

/** What one side's ways into the packages have and the other's do not. Pure. */
export interface LostEntries {
  /** Names as they are told to people; a default says of which way in. */
  readonly values: readonly string[];
  readonly types: readonly string[];
  /** Ways in and their conditions. */
  readonly ways: readonly string[];
}

/** Pure. Compares the ways into packages that both sides have by name, and lists those that are gone. */
export function lostEntries(before: readonly OfferedEntry[], after: readonly OfferedEntry[]): LostEntries {
  const values = new Set<string>();
  const types = new Set<string>();
  const ways: string[] = [];
  for (const old of before) {
    const now = after.find((entry) => entry.folder === old.folder && entry.name === old.name);
    if (!now) {
      ways.push(`${title(old)} is no longer a way into the package`);
      continue;
    }
    const gone = old.conditions.filter((condition) => condition !== '' && !now.conditions.includes(condition));
    // A plain target serves every condition.
    if (gone.length > 0 && !now.conditions.includes('') && !isServed(gone, now.conditions))
      ways.push(`${title(old)} is no longer there for ${gone.join(', ')}`);
    if (old.files.length > 0 && now.files.length === 0) ways.push(`${title(old)} leads to a file that is not there`);
    if (old.files.length === 0 || now.files.length === 0 || isOpen(old, now)) continue;
    const offered = new Set([...now.offered.values, ...now.offered.types]);
    for (const name of old.offered.values)
      if (!now.offered.values.has(name)) values.add(name === 'default' ? `default of ${old.files[0] ?? ''}` : name);
    for (const name of old.offered.types) if (!offered.has(name)) types.add(name);
  }
  return { values: [...values], types: [...types], ways };
}

/** `main` and `module` stand for `.` as `exports` does; `default` takes whatever has no condition of its own. */
const isServed = (gone: readonly string[], now: readonly string[]): boolean =>
  gone.every(
    (condition) =>
      (['main', 'module', 'browser'].includes(condition) && now.some((other) => !other.startsWith('typ'))) ||
      (!condition.startsWith('typ') && now.some((other) => other === 'default')) ||
      (condition.startsWith('typ') && now.some((other) => other.split('/').includes('types') || other === 'typings')),
  );

/** The head passes on everything of a module that cannot be read here: nobody knows what is in it. */
const isOpen = (old: OfferedEntry, now: OfferedEntry): boolean =>
  [...now.offered.values].some((name) => STAR.test(name) && !old.offered.values.has(name));
