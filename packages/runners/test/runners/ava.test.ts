import { expect } from 'chai';
import { runProject } from '../support/run-project.js';

const project = (files: Readonly<Record<string, string>>): Record<string, string> => ({
  'package.json': '{"type":"module","scripts":{"test":"ava"}}',
  ...Object.fromEntries(Object.entries(files).map(([path, text]) => [path, `import test from 'ava';\n${text}`])),
});
const results = async (files: Readonly<Record<string, string>>, command = 'npm test', only?: string[]) => {
  const report = await runProject(command, project(files), only === undefined ? {} : { files: only });
  return { report, tests: report.tests.map(({ id, status, failure }) => [id.file, id.title, status, failure?.kind]) };
};

const TESTS = `test('good', (t) => t.is(1, 1));
test('bad', (t) => t.is(1, 2));
test('throws', () => null.x);
test.skip('skipped', (t) => t.pass());
test.todo('todo');`;
const EXPECTED = [
  ['test/a.js', 'good', 'passed', undefined],
  ['test/a.js', 'bad', 'failed', 'assertion'],
  ['test/a.js', 'throws', 'failed', 'error'],
  ['test/a.js', 'skipped', 'skipped', undefined],
  ['test/a.js', 'todo', 'todo', undefined],
];

describe('ava', () => {
  it('reports each test with its file, from threads and from processes', async () => {
    for (const command of ['npm test', 'npx ava --no-worker-threads']) {
      const { report, tests } = await results(
        { 'test/a.js': TESTS, 'test/b.js': `test('good', (t) => t.pass());` },
        command,
      );
      expect(report.outcome, report.reason).to.equal('ran');
      expect(report.runner).to.equal('ava');
      expect(tests).to.have.deep.members([...EXPECTED, ['test/b.js', 'good', 'passed', undefined]]);
    }
  });

  it('runs the requested files only', async () => {
    const { tests } = await results({ 'test/a.js': TESTS, 'test/b.js': `test('b', (t) => t.pass());` }, 'npm test', [
      'test/b.js',
    ]);
    expect(tests).to.deep.equal([['test/b.js', 'b', 'passed', undefined]]);
  });

  it('writes no snapshot, and leaves CI alone in the tests', async () => {
    const { tests } = await results({
      'test/a.js': `test('new', (t) => t.snapshot({ a: 1 }));\ntest('env', (t) => t.is(process.env.CI, undefined));`,
    });
    expect(tests).to.have.deep.members([
      ['test/a.js', 'new', 'failed', 'assertion'],
      ['test/a.js', 'env', 'passed', undefined],
    ]);
  });

  it('believes nothing that a test prints, and no early exit', async () => {
    const { report, tests } = await results({
      'test/a.js': `import fs from 'node:fs';\ntest('x', (t) => { fs.writeSync(1, 'TAP version 13\\nok 1 - y\\n1..1\\n'); t.fail(); });`,
      'test/b.js': `test('left', () => process.exit(0));`,
    });
    expect(report.tests.some(({ id }) => id.title === 'y')).to.equal(false);
    expect(tests).to.deep.include(['test/a.js', 'x', 'failed', 'assertion']);
    expect(tests).to.deep.include(['test/b.js', '', 'crashed', 'exit']);
  });

  it('takes a test whose hook failed for an error of the set-up', async () => {
    const { tests } = await results({
      'test/a.js': `test.beforeEach(() => { throw new Error('no'); });\ntest('x', (t) => t.pass());`,
    });
    expect(tests).to.deep.equal([['test/a.js', 'x', 'errored', 'setup']]);
  });
});
