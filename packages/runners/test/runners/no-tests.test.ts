import { expect } from 'chai';
import { runProject } from '../support/run-project.js';

describe('a command without tests', () => {
  const honest: readonly (readonly [name: string, command: string, files: Readonly<Record<string, string>>])[] = [
    ['a pattern that matches nothing (tape)', 'npx tape "t/*.js"', { 'a.js': '' }],
    ['no test file at all (mocha)', 'npx mocha', { 'a.js': '' }],
    ['a file that defines none (mocha)', 'npx mocha t/a.js', { 't/a.js': '' }],
    ['no test file at all (vitest)', 'npx vitest run', { 'a.js': '', 'package.json': '{"type":"module"}' }],
    ['no test file at all (jest)', 'npx jest', { 'a.js': '', 'package.json': '{}' }],
  ];
  for (const [name, command, files] of honest) {
    it(`is told apart: ${name}`, async () => {
      const report = await runProject(command, files);
      expect(report).to.include({ outcome: 'unmeasured', noTests: true });
    });
  }

  const others: readonly (readonly [name: string, command: string, files: Readonly<Record<string, string>>])[] = [
    ['a test file that leaves', 'npx mocha t/a.js', { 't/a.js': `process.exit(0); it('x', () => {});` }],
    ['a file that cannot load', 'npx mocha t/a.js', { 't/a.js': `require('./gone');` }],
    ['a runner that is killed', 'npx mocha t/a.js', { 't/a.js': `process.kill(process.pid, 'SIGKILL');` }],
    ['tests that were seen', 'npx mocha t/a.js', { 't/a.js': `it('x', () => {});` }],
  ];
  for (const [name, command, files] of others) {
    it(`is not confused with ${name}`, async () => {
      expect((await runProject(command, files)).noTests).to.not.equal(true);
    });
  }
});

describe('a command that its runner does not take', () => {
  it('is shown with the exit code of the command (pytest)', async () => {
    const report = await runProject('python3 -m pytest --no-such-option', { 'test_a.py': 'def test_a():\n    pass\n' });
    expect(report.outcome).to.equal('unmeasured');
    expect(report.reason).to.match(/pytest exited with 4 before it came to a test/);
  });
});

describe('a command whose program is not there', () => {
  it('was not started, which is no failure', async () => {
    const report = await runProject('no-such-runner --all', { 'a.js': '' });
    expect(report.outcome).to.equal('not-started');
    expect(report.reason).to.match(/no-such-runner.*not found/);
  });
  it('is told apart from a script that ends with the same code', async () => {
    const report = await runProject('node a.js', { 'a.js': 'process.exit(127)' });
    expect(report.outcome).to.equal('ran');
  });
});
