import type { TestRef } from '../../build/submission.js';
import type { TestId, TestReport, TestResult } from '../ports/test-runner.js';

export const testKey = (id: TestId): string => `${id.file}\u0000${id.title}\u0000${id.occurrence}`;

/** For people: `test/a.test.js: group title`. */
export const testLabel = (id: Pick<TestId, 'file' | 'title'>): string =>
  id.title === '' ? id.file : `${id.file}: ${id.title}`;

export const normalisePath = (path: string): string => path.replace(/\\/g, '/').replace(/^(\.\/)+/, '');

/** The files by which evidence may name a test: its own, and others whose code made it. */
export const filesOf = ({ file, alsoIn = [] }: Pick<TestId, 'file' | 'alsoIn'>): readonly string[] => [file, ...alsoIn];

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Titles joined by one space; `a > b` and pytest's `file::Class::test` are understood too. */
export function nameCandidates(name: string | readonly string[]): readonly string[] {
  if (typeof name !== 'string') return [squeeze(name.join(' '))];
  const candidates = [squeeze(name)];
  if (name.includes(' > ')) candidates.push(squeeze(name.split(' > ').join(' ')));
  if (name.includes(' › ')) candidates.push(squeeze(name.split(' › ').join(' ')));
  if (name.includes('::')) {
    const parts = name.split('::');
    candidates.push(squeeze(parts.join(' ')), squeeze(parts.slice(1).join(' ')));
  }
  return candidates;
}

const matchers: readonly ((title: string, name: string) => boolean)[] = [
  (title, name) => title === name,
  // A parametrised test: its name stands for all rows.
  (title, name) => title.startsWith(`${name}[`),
  // A group: its title stands for all of its tests.
  (title, name) => title.startsWith(`${name} `),
  // The test's own title without its groups.
  (title, name) => title.endsWith(` ${name}`) || title.includes(` ${name}[`),
];

/**
 * The results that a reference names. The closest way of matching wins; a name that matches several stands for all
 * of them (CONTRACT, section 9, "Naming tests"). Runners that do not know the file leave it empty; a test of the file
 * itself comes before one that the file only defines or loads.
 */
export function selectTests(results: readonly TestResult[], ref: TestRef): readonly TestResult[] {
  const file = normalisePath(ref.file);
  const inFile = results.filter((result) => filesOf(result.id).includes(file));
  const pool = inFile.length > 0 ? inFile : results.filter((result) => result.id.file === '');
  if (ref.name === undefined) return pool;
  const names = nameCandidates(ref.name);
  for (const matches of matchers) {
    const found = pool.filter((result) => names.some((name) => matches(squeeze(result.id.title), name)));
    const own = found.filter((result) => result.id.file === file);
    if (own.length > 0) return own;
    if (found.length > 0) return found;
  }
  return [];
}

/** The results of a report by key. */
export const byKey = (report: TestReport): ReadonlyMap<string, TestResult> =>
  new Map(report.tests.map((test) => [testKey(test.id), test]));
