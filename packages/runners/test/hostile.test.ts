import { expect } from 'chai';
import type { TestReport } from '@typed-evidence-chain/core';
import { runProject, statuses } from './support/run-project.js';

/** No test of the report was accepted as passed in a run that can be used. */
function provesNothing(report: TestReport): boolean {
  return report.outcome !== 'ran' || report.tests.every(({ status }) => status !== 'passed');
}

/** Finds the channel like an attacker would: from the preload of a new process, or from open files. */
const findChannel = `
const fs = require('node:fs');
const channel = fs.readdirSync('/proc/self/fd').map((fd) => { try { return fs.readlinkSync('/proc/self/fd/' + fd); } catch { return ''; } }).find((path) => path.endsWith('/channel/events')).replace(/\\/events$/, '');
`;

const failing = `it('victim', () => { require('node:assert').strictEqual(1, 2); });`;

describe('a test that wants to look passed', () => {
  const inProcess = [
    { when: 'it prints TAP', code: `console.log('TAP version 13\\nok 1 - victim\\n1..1'); ${failing}` },
    { when: 'it exits with 0', code: `it('victim', () => process.exit(0));` },
    { when: 'it exits with 0 through the binding', code: `it('victim', () => process.reallyExit(0));` },
    { when: 'it exits with 0 in a hook', code: `after(() => process.exit(0)); ${failing}` },
    { when: 'it exits while the file is loaded', code: `process.exit(0); ${failing}` },
    {
      when: 'it sends the exit event itself',
      code: `it('victim', () => { process._exiting = true; process.emit('exit', 0); process.exitCode = 0; throw new Error('x'); });`,
    },
    {
      when: 'it writes garbage to the channel',
      code: `${findChannel} it('victim', () => fs.writeFileSync(channel + '/events', 'garbage\\n'));`,
    },
    {
      when: 'it writes half a line to the channel',
      code: `${findChannel} it('victim', () => fs.writeFileSync(channel + '/events', 'x'));`,
    },
    {
      when: 'it replaces assert',
      code: `const assert = require('node:assert'); assert.strictEqual = () => {}; it('victim', () => assert.strictEqual(1, 2));`,
    },
    { when: 'it plants toJSON', code: `Object.prototype.toJSON = () => ({ t: 'test', status: 'passed' }); ${failing}` },
    {
      when: 'it replaces JSON.stringify',
      code: `const old = JSON.stringify; JSON.stringify = (x) => old(x).replace(/failed/g, 'passed'); ${failing}`,
    },
    {
      when: 'it replaces writeSync',
      code: `const f = require('node:fs'); const old = f.writeSync; f.writeSync = (fd, text, ...r) => old(fd, String(text).replace(/failed/g, 'passed'), ...r); ${failing}`,
    },
    {
      when: 'it replaces the methods of strings and arrays',
      code: `String.prototype.slice = () => '"passed"'; Array.prototype.push = () => 0; ${failing}`,
    },
    {
      when: 'it replaces the signature',
      code: `const c = require('node:crypto'); c.Hmac.prototype.update = function () { return this; }; c.createHmac = () => { throw 1; }; ${failing}`,
    },
  ];
  for (const { when, code } of inProcess) {
    it(`does not when ${when} (mocha)`, async () => {
      const report = await runProject('npx mocha test.js', { 'test.js': code });
      expect(provesNothing(report), JSON.stringify(report)).to.equal(true);
    });
  }

  const header = `const { it, test, after } = require('node:test');\n`;
  for (const { when, code } of inProcess) {
    it(`does not when ${when} (node:test)`, async () => {
      const report = await runProject('node --test', { 'a.test.js': header + code });
      expect(provesNothing(report), JSON.stringify(report)).to.equal(true);
    });
  }

  it('does not when it prints an event of node:test for its parent', async () => {
    const forged = `const v8 = require('node:v8'); const body = v8.serialize({ type: 'test:pass', data: { name: 'victim', nesting: 0, testNumber: 1, details: { duration_ms: 1 } } });
const head = Buffer.alloc(6); head.writeUInt16BE(0xff0f, 0); head.writeUInt32BE(body.length, 2); process.stdout.write(Buffer.concat([head, body]));`;
    const report = await runProject('node --test', { 'a.test.js': `${header}${forged} ${failing}` });
    expect(statuses(report)).to.deep.equal(['victim: failed (assertion)']);
  });

  it('does not when it takes a key and reports in the name of a session of its own', async () => {
    const forge = `${findChannel}
const crypto = require('node:crypto');
const record = Buffer.alloc(40); fs.readSync(fs.openSync(channel + '/keys', fs.constants.O_RDONLY), record, 0, 40, null);
let n = 0; const fd = fs.openSync(channel + '/events', 'w');
const send = (event) => { const body = record.readUInt32LE(0) + ' ' + n++ + ' 0 ' + JSON.stringify(event); fs.writeSync(fd, crypto.createHmac('sha256', record.subarray(8)).update(body).digest('hex').slice(0, 32) + ' ' + body + '\\n'); };
for (const event of [{ t: 'open', kind: 'mocha', main: __filename }, { t: 'runner', name: 'mocha' }, { t: 'test', file: __filename, titles: ['victim'], status: 'passed' }, { t: 'end', failures: 0 }, { t: 'close', code: 0, called: '' }]) send(event);
`;
    const report = await runProject('npx mocha test.js || true', { 'test.js': `${forge} ${failing}` });
    expect(report.outcome, JSON.stringify(report)).to.equal('unmeasured');
  });

  it('does not when a shell hides its exit code', async () => {
    const report = await runProject('npx mocha test.js || true', { 'test.js': failing });
    expect(report).to.include({ outcome: 'unmeasured' });
    expect(report.reason).to.contain('exited with 0');
  });

  it('does not when the command says that it failed and no test did', async () => {
    const report = await runProject('npx mocha test.js && exit 1', { 'test.js': `it('a', () => {});` });
    expect(report.outcome).to.equal('unmeasured');
  });

  it('does not when it overwrites every file that arguments, environment and open files name', async () => {
    const report = await runProject('npx mocha test.js || true', {
      'test.js': `const fs = require('node:fs');
const words = [...process.argv, ...Object.values(process.env).flatMap((v) => v.split(/[ :=]/)), fs.readFileSync('/proc/self/environ', 'utf8')].filter((w) => w.startsWith('/tmp/') && fs.existsSync(w) && fs.statSync(w).isFile() && !fs.realpathSync(w).includes('/node_modules/'));
it('writes', () => { for (const word of words) fs.writeFileSync(word, 'passed'); }); ${failing}`,
    });
    expect(statuses(report)).to.include('victim: failed (assertion)');
  });
});

describe('the key of a session', () => {
  it('is in no environment, argument or file of the run', async () => {
    const report = await runProject('npx mocha test.js', {
      'test.js': `${findChannel}
it('looks', () => {
  const text = fs.readFileSync('/proc/self/environ', 'latin1') + fs.readFileSync('/proc/self/cmdline', 'latin1') + fs.readFileSync(channel + '/run.json', 'latin1');
  if (/[0-9a-f]{32,}/.test(text)) throw new Error(text);
});`,
    });
    expect(statuses(report)).to.deep.equal(['looks: passed']);
  });
});

describe('a run without end', () => {
  it('is limited when it prints for ever', async () => {
    const report = await runProject(
      'npx mocha test.js',
      { 'test.js': `it('x', () => { require('node:child_process').execSync('yes', { stdio: 'inherit' }); });` },
      { outputMb: 1 },
    );
    expect(report.outcome).to.equal('limit');
  });

  it('leaves the running test timed out and the next one not collected', async () => {
    const report = await runProject(
      'npx mocha --no-timeouts test.js',
      { 'test.js': `it('a', () => {}); it('b', () => { for (;;); }); it('c', () => {});` },
      { timeoutMs: 6000 },
    );
    expect(report.outcome).to.equal('timed-out');
    expect(statuses(report)).to.deep.equal(['a: passed', 'b: timed-out (timeout)', 'c: not-collected']);
  });

  it('does not wait for a process that holds the channel open', async () => {
    const report = await runProject('npx mocha test.js', {
      'test.js': `require('node:child_process').spawn('sleep', ['60'], { detached: true, stdio: 'inherit' }).unref(); it('a', () => {});`,
    });
    expect(statuses(report)).to.deep.equal(['a: passed']);
  });
});
