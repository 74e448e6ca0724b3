import { expect } from 'chai';
import { runProject, statuses } from '../support/run-project.js';

describe('a script without a runner', () => {
  const cases = [
    { when: 'it comes to its end', script: `require('assert').ok(true);`, status: 'a.js: passed' },
    { when: 'an assertion fails', script: `require('assert').ok(false);`, status: 'a.js: failed (assertion)' },
    {
      when: 'an assertion fails at exit',
      script: `process.on('exit', () => require('assert').ok(false));`,
      status: 'a.js: failed (assertion)',
    },
    { when: 'a promise is rejected', script: `Promise.reject(new TypeError('x'));`, status: 'a.js: failed (error)' },
    { when: 'a module is missing', script: `require('./nowhere');`, status: 'a.js: errored (load)' },
    { when: 'it does not compile', script: `const = 1;`, status: 'a.js: errored (load)' },
    { when: 'a regular expression does not compile', script: `new RegExp('(');`, status: 'a.js: failed (error)' },
    { when: 'it exits with a code and no error', script: `process.exit(1);`, status: 'a.js: crashed (exit)' },
    { when: 'it kills itself', script: `process.kill(process.pid, 'SIGKILL');`, status: 'a.js: crashed (exit)' },
    { when: 'it exits by itself at its end', script: `process.exit(0);`, status: 'a.js: passed' },
    { when: 'the code under test exits', script: `require('./lib')();`, status: 'a.js: crashed (exit)' },
  ];
  for (const { when, script, status } of cases) {
    it(`is “${status.slice(6)}” when ${when}`, async () => {
      const report = await runProject('node a', {
        'a.js': script,
        'lib.js': 'module.exports = () => process.exit(0);',
      });
      expect(statuses(report)).to.deep.equal([status]);
      expect(report.runner).to.equal('script');
    });
  }

  it('is no test when it would have used a test library, and did not come to that', async () => {
    const lib = { 'lib.js': 'throw new Error("x");' };
    for (const script of [
      `require('./lib'); require('tape');`,
      `require('./lib'); require('node:test').test('a', () => {});`,
    ]) {
      expect(statuses(await runProject('node a.js', { ...lib, 'a.js': script }))).to.deep.equal([': errored (load)']);
    }
    expect(
      statuses(await runProject('node a.js', { 'a.js': `process.exit(0); require('tape')('a', () => {});` })),
    ).to.deep.equal([': crashed (exit)']);
    expect(statuses(await runProject('node a.js', { 'a.js': `// 'tape'` }))).to.deep.equal([': not-collected']);
  });

  it('is one test for each of several', async () => {
    const report = await runProject('node a.js && node b.mjs', { 'a.js': '', 'b.mjs': 'await 1;' });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(statuses(report)).to.deep.equal(['a.js: passed', 'b.mjs: passed']);
  });

  it('is no test beside a runner', async () => {
    const report = await runProject('node build.js && npx mocha t.js', {
      'build.js': '',
      't.js': `it('x', () => {});`,
    });
    expect(statuses(report)).to.deep.equal(['x: passed']);
  });

  it('times out as a test when it never ends', async () => {
    const report = await runProject('node a.js', { 'a.js': 'setInterval(() => {}, 1000);' }, { timeoutMs: 4000 });
    expect(report.outcome).to.equal('timed-out');
    expect(statuses(report)).to.deep.equal(['a.js: timed-out (timeout)']);
  });
});

describe('a folder that is run as a script', () => {
  it('is the file that stands for it', async () => {
    const fails = `require('assert').ok(false);`;
    expect(statuses(await runProject('node test', { 'test/index.js': fails }))).to.deep.equal([
      'test/index.js: failed (assertion)',
    ]);
    const files = { 'test/package.json': '{"main":"all.js"}', 'test/all.js': '', 'test/index.js': fails };
    expect(statuses(await runProject('node ./test', files))).to.deep.equal(['test/all.js: passed']);
  });

  it('with nothing that stands for it has no test that passes', async () => {
    const report = await runProject('node test', { 'test/other.js': '' });
    expect(report.tests.some(({ status }) => status === 'passed')).to.equal(false);
  });
});

describe('a command without results', () => {
  it('leaves it to the exit code', async () => {
    const report = await runProject('exit 3', {});
    expect(report).to.deep.include({
      outcome: 'ran',
      runner: 'exit-code',
      tests: [],
      process: { kind: 'exited', code: 3 },
    });
  });

  it('reads TAP of other programs', async () => {
    const report = await runProject(`printf 'TAP version 13\\nok 1 - a\\nnot ok 2 - b\\n1..2\\n'; exit 1`, {});
    expect(report).to.deep.include({ outcome: 'ran', runner: 'tap' });
    expect(statuses(report)).to.deep.equal(['a: passed', 'b: failed (assertion)']);
  });
});

describe('a script with a TAP library of its own', () => {
  const tap = `console.log('TAP version 13\\nok 1 - a\\nnot ok 2 - b\\n1..2'); process.exitCode = 1;`;

  it('has the tests that it prints', async () => {
    const report = await runProject('node a.js', { 'a.js': tap });
    expect(report).to.include({ outcome: 'ran', runner: 'tap' });
    expect(report.tests.map(({ id, status }) => [id.file, id.title, status])).to.deep.equal([
      ['a.js', 'a', 'passed'],
      ['a.js', 'b', 'failed'],
    ]);
  });

  const catching = (error: string): string =>
    `console.log('TAP version 13\\nok 1 - a'); process.on('uncaughtException', () => { console.log('not ok 2 - b\\n1..2'); process.exitCode = 1; }); setImmediate(() => { ${error} });`;

  it('is asked when it caught an error for one of its tests', async () => {
    const report = await runProject('node a.js', { 'a.js': catching(`null.x;`) });
    expect(report).to.include({ outcome: 'ran', runner: 'tap' });
    expect(statuses(report)).to.deep.equal(['a: passed', 'b: failed (assertion)']);
  });

  it('is not asked when a failed assertion was swallowed that none of its tests fails by', async () => {
    const report = await runProject('node a.js', {
      'a.js': `process.on('uncaughtException', () => {}); console.log('TAP version 13\\nok 1 - a\\n1..1'); setImmediate(() => require('assert').equal(1, 2));`,
    });
    expect(statuses(report)).to.deep.equal(['a.js: failed (assertion)']);
  });

  it('passes where it expects an error of the code under test, and listens for it', async () => {
    const report = await runProject('node a.js', {
      'a.js': `process.once('uncaughtException', (error) => require('assert').equal(error.message, 'x')); setImmediate(() => { throw new Error('x'); });`,
    });
    expect(statuses(report)).to.deep.equal(['a.js: passed']);
  });

  it('is not asked when the error that it caught is a module that is not there', async () => {
    const report = await runProject('node a.js', { 'a.js': catching(`require('./nowhere');`) });
    expect(statuses(report)).to.deep.equal(['a.js: errored (load)']);
  });

  it('is not asked when an error ended it', async () => {
    const report = await runProject('node a.js', {
      'a.js': `console.log('TAP version 13\\nok 1 - a\\n1..1'); require('assert').ok(0);`,
    });
    expect(statuses(report)).to.deep.equal(['a.js: failed (assertion)']);
  });
});
