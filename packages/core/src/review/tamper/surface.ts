import type { TestCase, TestSurface } from '../ports/code-analysis.js';
import type { Finding } from './finding.js';

export interface SurfaceOptions {
  /** Nothing of an existing test may change (REFACTOR). */
  readonly frozen: boolean;
  readonly isDeclared: (file: string, title: string) => boolean;
}

/** Items of `left` that `right` lacks, counted. */
export function missingFrom(left: readonly string[], right: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const item of right) counts.set(item, (counts.get(item) ?? 0) + 1);
  return left.filter((item) => {
    const count = counts.get(item) ?? 0;
    counts.set(item, count - 1);
    return count <= 0;
  });
}

interface Located {
  readonly file: string;
  readonly test: TestCase;
}

/** From this share of common words on, a declared test is taken for a test that it replaces. */
const SAME_TEST = 0.6;

/** Share of words that two bodies have in common, 0 to 1. */
export function resemblance(one: string, other: string): number {
  const words = (text: string): string[] => text.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const [left, right] = [words(one), words(other)];
  const longer = Math.max(left.length, right.length);
  return longer === 0 ? 0 : (left.length - missingFrom(left, right).length) / longer;
}

/** Markers that take a test out of the count or bend its status. */
const BENDING =
  /^(skip|skipIf|runIf|only|todo|fails|failing|xfail|retry|retries|retryTimes|flaky|process\.exit|ts-nocheck)$/;
/** Suppressions of coverage: shown, and bent where the tests are frozen. */
const isBending = (marker: string): boolean => BENDING.test(marker) || /^(istanbul|c8|v8|coverage)/.test(marker);

function compareCase(base: Located, head: Located, options: SurfaceOptions): Finding[] {
  const declared = options.isDeclared(head.file, head.test.title) || options.isDeclared(base.file, base.test.title);
  const at = { file: base.file, test: base.test.title };
  const findings: Finding[] = [];
  for (const marker of missingFrom(head.test.markers, base.test.markers).filter(isBending)) {
    findings.push({ kind: 'marker', ...at, message: `an existing test becomes "${marker}"`, weight: 'bent' });
  }
  const lost = missingFrom(base.test.assertions, head.test.assertions);
  const gained = missingFrom(head.test.assertions, base.test.assertions);
  if (lost.length > 0) {
    findings.push({
      kind: 'expectation',
      ...at,
      message: 'an expectation of an existing test changes',
      before: lost.join('\n').slice(0, 1000),
      after: gained.join('\n').slice(0, 1000),
      weight: declared && !options.frozen ? 'declared' : 'bent',
    });
  } else if (base.test.body !== head.test.body) {
    findings.push({
      kind: 'body',
      ...at,
      message:
        gained.length > 0
          ? 'an existing test gets further expectations'
          : 'the body of an existing test changes, its expectations stay',
      before: base.test.body.slice(0, 1000),
      after: head.test.body.slice(0, 1000),
      weight: options.frozen && gained.length === 0 ? 'bent' : declared ? 'declared' : 'harmless',
    });
  }
  return findings;
}

/**
 * Holds the tests of a base against those of the head (THREATS D9). `base` and `head` map paths of test files to what
 * they claim; the head holds every test file that the patch leaves, changes or adds. Pure.
 */
export function compareSurfaces(
  base: ReadonlyMap<string, TestSurface>,
  head: ReadonlyMap<string, TestSurface>,
  renames: ReadonlyMap<string, string>,
  options: SurfaceOptions,
): readonly Finding[] {
  const findings: Finding[] = [];
  const pool: Located[] = [...head].flatMap(([file, surface]) => surface.cases.map((test) => ({ file, test })));
  const taken = new Set<Located>();
  const take = (found: Located | undefined): Located | undefined => {
    if (found) taken.add(found);
    return found;
  };
  for (const [file, surface] of base) {
    const target = renames.get(file) ?? file;
    for (const test of surface.cases) {
      const free = pool.filter((candidate) => !taken.has(candidate));
      const same = free.filter((candidate) => candidate.test.title === test.title);
      const match = take(same.find((candidate) => candidate.file === target) ?? same[0]);
      if (match) {
        findings.push(...compareCase({ file, test }, match, options));
        continue;
      }
      const replaced = take(
        free.find(
          (candidate) =>
            candidate.file === target &&
            !options.frozen &&
            options.isDeclared(candidate.file, candidate.test.title) &&
            !surface.cases.some((other) => other.title === candidate.test.title) &&
            resemblance(test.body, candidate.test.body) >= SAME_TEST,
        ),
      );
      if (replaced) {
        findings.push({
          kind: 'expectation',
          file,
          test: test.title,
          message: `an existing test becomes the declared "${replaced.test.title}"`,
          before: test.body.slice(0, 1000),
          after: replaced.test.body.slice(0, 1000),
          weight: 'declared',
        });
        continue;
      }
      const renamed = take(
        free.find(
          (candidate) =>
            test.assertions.length > 0 && missingFrom(test.assertions, candidate.test.assertions).length === 0,
        ),
      );
      if (renamed) {
        findings.push({
          kind: 'body',
          file: renamed.file,
          test: test.title,
          message: `an existing test is now called "${renamed.test.title}"`,
          weight: options.frozen ? 'bent' : 'harmless',
        });
      } else {
        findings.push({
          kind: 'removed',
          file,
          test: test.title,
          message: 'an existing test is gone',
          before: test.body.slice(0, 1000),
          weight: 'bent',
        });
      }
    }
    const after = head.get(target);
    for (const marker of after ? missingFrom(after.markers, surface.markers).filter(isBending) : []) {
      findings.push({
        kind: 'marker',
        file: target,
        message: `the file or a group of tests becomes "${marker}"`,
        weight: 'bent',
      });
    }
  }
  for (const [file, surface] of head) {
    const focused = surface.cases.some((test) => test.markers.includes('only')) || surface.markers.includes('only');
    const before = base.get(file);
    const was =
      before !== undefined &&
      (before.cases.some((test) => test.markers.includes('only')) || before.markers.includes('only'));
    if (focused && !was && !findings.some((finding) => finding.file === file && finding.message.includes('"only"'))) {
      findings.push({ kind: 'focus', file, message: 'a focused test (`only`) hides the other tests', weight: 'bent' });
    }
  }
  return findings;
}
