import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "sample", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/range.js': `/** Numbers from start up to and including end. */
export function range(start, end) {
  const out = [];
  for (let i = start; i < end; i += 1) out.push(i);
  return out;
}

export function sum(values) {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
`,
  'test/sum.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { sum } from '../src/range.js';

test('adds numbers', () => assert.equal(sum([1, 2, 3]), 6));
test('adds nothing', () => assert.equal(sum([]), 0));
`,
};

export interface SampleRepository {
  readonly root: string;
  readonly folder: string;
  readonly git: (...args: string[]) => string;
  readonly remove: () => void;
}

/** A small repository whose `range` leaves out its last number, and whose `sum` is tested. */
export function sampleRepository(more: Readonly<Record<string, string>> = {}): SampleRepository {
  const root = mkdtempSync(join(tmpdir(), 'agents-test-'));
  const folder = join(root, 'repo');
  for (const [path, content] of Object.entries({ ...FILES, ...more })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      encoding: 'utf8',
    });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'base');
  return { root, folder, git, remove: () => rmSync(root, { recursive: true, force: true }) };
}

export const BUG_TASK = {
  title: 'range leaves out its last number',
  body: '`range(1, 3)` gives [1, 2]',
  labels: ['bug'],
  type: 'BUG',
  acceptanceCriteria: ['range(1, 3) is [1, 2, 3]'],
};
export const REFACTOR_TASK = {
  title: 'Write sum with reduce',
  body: 'No change of behaviour.',
  type: 'REFACTOR',
  acceptanceCriteria: ['sum uses reduce'],
};
export const FEATURE_TASK = {
  title: 'Add product',
  body: 'product multiplies numbers.',
  type: 'FEATURE',
  acceptanceCriteria: ['product([2, 3]) is 6'],
};

export const RANGE_TEST = `import test from 'node:test';
import assert from 'node:assert/strict';
import { range } from '../src/range.js';

test('includes the end', () => assert.deepEqual(range(1, 3), [1, 2, 3]));
`;
