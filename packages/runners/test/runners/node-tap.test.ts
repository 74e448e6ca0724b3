import { expect } from 'chai';
import { runProject, statuses } from '../support/run-project.js';

// node-tap itself is larger than all other runners together: a program of its name that behaves like it here.
const program = `const { spawnSync } = require('node:child_process');
const chosen = process.argv.includes('-R') ? process.argv[process.argv.indexOf('-R') + 1] : undefined;
const reporter = chosen ?? (process.env.TAP === '1' ? 'tap' : 'terminal');
const file = process.argv.at(-1);
const { stdout, status } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
if (reporter === 'tap')
  console.log('TAP version 13\\n# Subtest: ' + file + '\\n' + stdout.replace(/^/gm, '    ').trimEnd() + '\\n' + (status ? 'not ok' : 'ok') + ' 1 - ' + file + '\\n1..1');
else console.log('\\u001b[32m PASS or FAIL \\u001b[39m' + file);
process.exitCode = status;`;
const project = (name: string, lines: string): Record<string, string> => ({
  'tools/node_modules/runner/package.json': JSON.stringify({ name, version: '16.3.10' }),
  'tools/node_modules/runner/cli.js': program,
  'test/a.js': `console.log(${JSON.stringify(lines)}); process.exitCode = /^not ok/m.test(${JSON.stringify(lines)}) ? 1 : 0;`,
});
const LINES = 'ok 1 - good\nnot ok 2 - bad\n1..2';
const CLI = 'node tools/node_modules/runner/cli.js';

describe('node-tap', () => {
  it('is asked for TAP where nothing else is chosen', async () => {
    for (const name of ['tap', '@tapjs/run']) {
      const report = await runProject(`${CLI} test/a.js`, project(name, LINES));
      expect(report.runner).to.equal('tap');
      expect(statuses(report)).to.include.members(['good: passed', 'bad: failed (assertion)']);
    }
  });

  it('keeps the reporter that a command chooses: then its files are all that is known', async () => {
    const report = await runProject(`${CLI} -R terminal test/a.js`, project('tap', LINES));
    expect(report.runner).to.equal('script');
    expect(report.tests.map(({ id, status }) => `${id.file} ${status}`)).to.deep.equal(['test/a.js crashed']);
  });

  it('is known by its name: no other program is given the variable', async () => {
    const report = await runProject(`${CLI} test/a.js`, project('top', LINES));
    expect(report.runner).to.equal('script');
  });

  it('is not believed to have passed where its file did not', async () => {
    const files = { ...project('tap', ''), 'test/a.js': `console.log('ok 1 - good\\n1..1'); process.exitCode = 1;` };
    const report = await runProject(`${CLI} test/a.js`, files);
    expect(report.outcome).to.equal('unmeasured');
  });
});
