import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import type { TestReport } from '@typed-evidence-chain/core';
import { runProject } from '../support/run-project.js';

const places = (report: TestReport): unknown[] => report.tests.map(({ id }) => [id.title, id.file, id.alsoIn ?? []]);

describe('the files of a test', () => {
  it('are the entry and the one that defines tests for it (tape)', async () => {
    const report = await runProject('npx tape "t/*.js"', {
      't/a.js': `require('tape')('a', (t) => { require('./cases')(t); t.end(); });`,
      't/b.js': `require('tape')('b', (t) => { require('./cases')(t); t.end(); });`,
      't/cases.js': `module.exports = (t) => t.test('case', (st) => { st.ok(1); st.test('deep', (s) => { s.ok(1); s.end(); }); st.end(); });`,
    });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(places(report)).to.have.deep.members([
      ['a', 't/a.js', []],
      ['a case', 't/a.js', ['t/cases.js']],
      ['a case deep', 't/a.js', ['t/cases.js']],
      ['b', 't/b.js', []],
      ['b case', 't/b.js', ['t/cases.js']],
      ['b case deep', 't/b.js', ['t/cases.js']],
    ]);
  });

  it('tell a helper that wraps the test function from the file that calls it (tape)', async () => {
    const report = await runProject('node t/all.js', {
      't/all.js': `require('./a'); require('./b');`,
      't/a.js': `require('./wrap')('same', (t) => t.end());`,
      't/b.js': `require('./wrap')('same', (t) => t.end());`,
      't/wrap.js': `const test = require('tape'); module.exports = (name, body) => test(name, body);`,
    });
    expect(places(report)).to.deep.equal([
      ['same', 't/a.js', ['t/wrap.js', 't/all.js']],
      ['same', 't/b.js', ['t/wrap.js', 't/all.js']],
    ]);
  });

  it('hold for modules of both kinds', async () => {
    const report = await runProject('node t/a.mjs', {
      't/a.mjs': `import { wrap } from './w%20x.mjs'; wrap('one'); ['two'].forEach((name) => wrap(name));`,
      't/w x.mjs': `import test from 'tape'; export const wrap = (name) => test(name, (t) => t.end());`,
    });
    expect(places(report)).to.deep.equal([
      ['one', 't/a.mjs', ['t/w x.mjs']],
      ['two', 't/a.mjs', ['t/w x.mjs']],
    ]);
  });

  it('are known of mocha too', async () => {
    const report = await runProject('npx mocha t/all.js', {
      't/all.js': `require('./a');`,
      't/a.js': `describe('g', () => { require('./cases')(); it('own', () => {}); });`,
      't/cases.js': `module.exports = () => it('shared', () => {});`,
    });
    expect(places(report)).to.deep.equal([
      ['g shared', 't/all.js', ['t/cases.js', 't/a.js']],
      ['g own', 't/all.js', ['t/a.js']],
    ]);
  });

  it('are known of node:test too', async () => {
    const report = await runProject('node --test t/all.js', {
      't/all.js': `require('./cases'); require('node:test').test('own', () => {});`,
      't/cases.js': `require('node:test').test('shared', () => {});`,
    });
    expect(places(report)).to.deep.equal([
      ['shared', 't/all.js', ['t/cases.js']],
      ['own', 't/all.js', []],
    ]);
  });

  it('are known of pytest too', async function () {
    try {
      execFileSync('python3', ['-m', 'pytest', '--version'], { stdio: 'ignore' });
    } catch {
      // Not installed: nothing to test here.
      this.skip();
    }
    const report = await runProject('python3 -m pytest -q', {
      'test_a.py': `from cases import Cases\nclass TestA(Cases):\n    def test_own(self): pass\n`,
      'cases.py': `class Cases:\n    def test_shared(self): pass\n`,
    });
    expect(places(report)).to.have.deep.members([
      ['TestA test_own', 'test_a.py', []],
      ['TestA test_shared', 'test_a.py', ['cases.py']],
    ]);
  });
});
