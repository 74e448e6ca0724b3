import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import { ReviewFixture } from './support/review-fixture.js';
import { ROOT } from './support/root.js';
import type { Ended } from './support/run-command.js';

/** No user namespace can be made, and no privilege is left with which others could be. */
const CONFINED =
  'echo 0 > /proc/sys/user/max_user_namespaces && exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs "$@"';
const confined = (args: readonly string[]): readonly string[] => ['-Ur', 'sh', '-c', CONFINED, 'sh', ...args];

function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const child = spawn('unshare', confined([process.execPath, ...args]), { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...output }));
  });
}

describe('a machine on which no sandbox works', () => {
  let fixture: ReviewFixture;

  before(function () {
    if (spawnSync('unshare', confined([process.execPath, '--version'])).status !== 0) this.skip();
    fixture = new ReviewFixture();
  });
  after(() => fixture?.remove());

  it('is exit code 3 with the remedy for tec review: never a run without isolation', async () => {
    const { code, stdout } = await run(
      [join(ROOT, 'packages/cli/bin/tec.js'), ...fixture.args('--json')],
      fixture.playground.env,
    );
    expect(code).to.equal(3);
    const { error } = JSON.parse(stdout) as { error: { code: string; remedy: string } };
    expect(error.code).to.equal('sandbox/none-works');
    expect(error.remedy).to.match(/bubblewrap/);
    expect(fixture.playground.leftovers()).to.deep.equal([]);
  });

  it('lets npm start go on with the examples of the project, and say so', async () => {
    const { code, stdout, stderr } = await run(
      [join(ROOT, 'examples/run.mjs'), '--json', 'criterion-nowhere'],
      fixture.playground.env,
    );
    expect(stderr).to.include('WITHOUT ISOLATION');
    expect(JSON.parse(stdout)).to.include({ isolated: false, passed: 1, failed: 0 });
    expect(code).to.equal(0);
    expect(fixture.playground.leftovers()).to.deep.equal([]);
  });
});
