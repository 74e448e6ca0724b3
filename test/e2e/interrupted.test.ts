import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { PROJECT } from './support/clamp-project.js';
import { eventually, processesWith } from './support/processes.js';
import { ReviewFixture } from './support/review-fixture.js';
import { startTec, tec } from './support/tec.js';

/** A test that starts a process of its own and waits for it, on every side. */
const waitingTest = (word: string): string => `const { spawnSync } = require('node:child_process');
const { test } = require('node:test');
test('waits', () => spawnSync(process.execPath, ['-e', 'setTimeout(() => {}, 600000)', ${JSON.stringify(word)}]));
`;

/** Waits until the test runs; a command that ends before that is a failure, not a wait. */
async function started(word: string, child: ChildProcess): Promise<void> {
  await eventually(() => processesWith(word).length > 0 || child.exitCode !== null);
  expect(child.exitCode).to.equal(null);
}

describe('an interrupted review', () => {
  let fixture: ReviewFixture;
  let word: string;

  beforeEach(function () {
    if (process.platform !== 'linux') this.skip();
    word = `waits-${randomUUID()}`;
    fixture = new ReviewFixture({ ...PROJECT, 'test/waits.test.js': waitingTest(word) });
  });
  afterEach(() => fixture?.remove());

  it('ends with exit code 3 and leaves no process and no folder after Ctrl-C', async () => {
    const { child, ended } = startTec(fixture.args('--json'), { env: fixture.playground.env });
    await started(word, child);
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    expect(code).to.equal(3);
    expect((JSON.parse(stdout) as { error: { code: string } }).error.code).to.equal('run/aborted');
    expect(processesWith(word)).to.deep.equal([]);
    expect(fixture.playground.leftovers()).to.deep.equal([]);
  });

  it('leaves no process after SIGKILL, and no folder after the next run', async () => {
    const { child, ended } = startTec(fixture.args(), { env: fixture.playground.env });
    await started(word, child);
    child.kill('SIGKILL');
    await ended;
    await eventually(() => processesWith(word).length === 0);
    const next = new ReviewFixture();
    const { code } = await tec(next.args(), { env: fixture.playground.env }).finally(() => next.remove());
    expect(code).to.equal(0);
    expect(fixture.playground.leftovers()).to.deep.equal([]);
  });
});
