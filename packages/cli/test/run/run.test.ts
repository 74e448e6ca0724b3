import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { runArgs, sandbox, type Sandbox } from './support.js';

interface Shown {
  readonly state: string;
  readonly verdict: string | null;
  readonly stages: readonly string[];
  readonly events: readonly { readonly seq: number; readonly name: string }[];
}

describe('tec run', () => {
  let box: Sandbox;
  beforeEach(() => {
    box = sandbox();
  });
  afterEach(() => box.remove());
  const runId = (): string => readdirSync(box.store)[0] ?? '';

  it('hands the accepted change over as a patch and a branch, and touches nothing else', async () => {
    const before = [box.git('rev-parse', 'HEAD'), box.git('status', '--porcelain'), box.git('ls-files', '-s')];
    const { code, stdout, stderr } = await box.tec(
      runArgs(box, '--json', '--branch', 'fix/range', '--out', box.at('out.patch')),
    );
    expect(code, stderr).to.equal(0);
    expect((JSON.parse(stdout) as { verdict: string }).verdict).to.equal('DONE');
    expect([box.git('rev-parse', 'HEAD'), box.git('status', '--porcelain'), box.git('ls-files', '-s')]).to.deep.equal(
      before,
    );
    expect(box.git('rev-parse', 'fix/range^')).to.equal(before[0]);
    expect(box.git('diff', '--stat', 'HEAD', 'fix/range'))
      .to.include('src/range.js')
      .and.include('test/range.test.js');
    box.git('apply', '--check', box.at('out.patch'));
    expect(stderr).to.include('agent is up').and.include('DONE');

    const listed = await box.tec(['runs', '--store', box.store]);
    expect(listed.stdout).to.include(runId()).and.include('DONE');
    const shown = JSON.parse(
      (await box.tec(['runs', 'show', runId().slice(0, 18), '--store', box.store, '--json'])).stdout,
    ) as Shown;
    expect(shown.stages).to.deep.equal(['build-1', 'review-1']);
    expect(shown.events.map(({ seq }) => seq)).to.deep.equal(shown.events.map((_, index) => index));
    expect(shown.events.at(-1)?.name).to.equal('run.finished');
    const again = await box.tec(['runs', 'resume', runId(), '--store', box.store, '--quiet']);
    expect(again.code).to.equal(0);

    // As after a SIGKILL between the hand-over and the end of the run.
    const commit = box.git('rev-parse', 'fix/range');
    rmSync(`${box.store}/${runId()}/result.json`);
    const resumed = await box.tec(['runs', 'resume', runId(), '--store', box.store]);
    expect(resumed.code, resumed.stderr).to.equal(0);
    expect(resumed.stderr).not.to.include('agent is up');
    expect(box.git('rev-parse', 'fix/range')).to.equal(commit);
  });

  it('applies the accepted change on request', async () => {
    const { code, stderr } = await box.tec(runArgs(box, '--apply', '--quiet'));
    expect(code, stderr).to.equal(0);
    expect(readFileSync(`${box.repo}/src/range.js`, 'utf8')).to.include('i <= end');
    expect(box.git('rev-list', '--count', 'HEAD')).to.equal('1');
  });

  it('hands the whole change over where the repository is named by a folder of it', async () => {
    const args = runArgs(box, '--apply', '--branch', 'whole', '--quiet').map((arg) =>
      arg === box.repo ? `${box.repo}/src` : arg,
    );
    const { code, stderr } = await box.tec(args);
    expect(code, stderr).to.equal(0);
    expect(box.git('status', '--porcelain')).to.include('src/range.js').and.include('test/range.test.js');
    expect(box.git('diff', '--name-only', 'HEAD', 'whole')).to.equal('src/range.js\ntest/range.test.js');
  });

  it('shows the verdict where the hand-over fails, and hands over when it is resumed', async () => {
    const { code, stdout, stderr } = await box.tec(runArgs(box, '--branch', 'late'), {
      onStderr: (text) => {
        if (text.includes('agent is up') && !existsSync(`${box.repo}/.git/refs/heads/late`)) box.git('branch', 'late');
      },
    });
    expect(code, stderr).to.equal(3);
    expect(stdout).to.include('DONE');
    expect(stderr).to.include('could not be handed over').and.include('tec runs resume');
    box.git('branch', '-D', 'late');
    const resumed = await box.tec(['runs', 'resume', runId(), '--store', box.store]);
    expect(resumed.code, resumed.stderr).to.equal(0);
    expect(box.git('diff', '--name-only', 'HEAD', 'late')).to.include('src/range.js');
  });

  it('never ends with the code of a verdict where the file for the result cannot be written', async () => {
    const { code, stderr } = await box.tec(runArgs(box, '--json', '/no/such/result.json'));
    expect(code).to.equal(3);
    expect(stderr).to.include('/no/such/result.json');
  });

  const refused = [
    { what: 'a dirty tree', flags: ['--apply'], dirty: true, says: 'not clean' },
    { what: 'a branch that exists', flags: ['--branch', 'there'], dirty: false, says: 'exists already' },
    { what: 'a branch below a branch', flags: ['--branch', 'there/x'], dirty: false, says: 'beside there' },
    { what: 'a folder for the patch that is not there', flags: ['--out', '/no/such/p'], dirty: false, says: '--out' },
    { what: 'no name of a branch', flags: ['--branch', 'a..b'], dirty: false, says: 'no name of a branch' },
    { what: 'an unknown builder', flags: ['--builder', 'nobody'], dirty: false, says: 'no builder nobody' },
    { what: 'a number of rounds that is none', flags: ['--rounds', 'many'], dirty: false, says: '--rounds' },
  ];
  for (const { what, flags, dirty, says } of refused) {
    it(`refuses ${what} before anything is built`, async () => {
      box.git('branch', 'there');
      if (dirty) writeFileSync(`${box.repo}/src/range.js`, 'mine');
      const { code, stderr } = await box.tec(runArgs(box, ...flags));
      expect(code, stderr).to.equal(2);
      expect(stderr).to.include(says).and.include('remedy').and.not.include('agent is up');
      expect(existsSync(box.store)).to.equal(false);
    });
  }

  it('names the package and the key that a model needs', async () => {
    const nameless = await box.tec(runArgs(box, '--model', 'gpt'));
    expect(nameless.code).to.equal(2);
    expect(nameless.stderr).to.include('PROVIDER:NAME');
    const keyless = await box.tec(runArgs(box, '--model', 'anthropic:m'), {
      env: { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: undefined },
    });
    expect(keyless.code).to.equal(2);
    expect(keyless.stderr).to.include('ANTHROPIC_API_KEY');
    const hooks = `export async function resolve(name, context, next) {
      if (name.startsWith('@langchain/google')) throw Object.assign(new Error("Cannot find package '" + name + "'"), { code: 'ERR_MODULE_NOT_FOUND' });
      return next(name, context);
    }`;
    writeFileSync(box.at('hooks.mjs'), hooks);
    writeFileSync(
      box.at('register.mjs'),
      "import { register } from 'node:module';\nregister('./hooks.mjs', import.meta.url);\n",
    );
    const absent = await box.tec(runArgs(box, '--model', 'google:m'), {
      env: {
        GOOGLE_API_KEY: 'not-a-key-at-all',
        NODE_OPTIONS: `--import ${pathToFileURL(box.at('register.mjs')).href}`,
      },
    });
    expect(absent.code).to.equal(2);
    expect(absent.stderr).to.include('npm install @langchain/google-genai');
  });

  it('stops at once on Ctrl-C, leaves nothing, and can be resumed', async () => {
    writeFileSync(box.at('hang'), '');
    const left = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('tec-'));
    const before = new Set(left());
    let interrupted = false;
    const { code, stderr } = await box.tec(runArgs(box), {
      onStderr: (text, child) => {
        if (interrupted || !text.includes('agent is up')) return;
        interrupted = true;
        child.kill('SIGINT');
      },
    });
    expect(code).to.equal(3);
    expect(stderr).to.include(`tec runs resume ${runId()}`);
    const agents = readdirSync('/proc').filter(
      (pid) => /^\d+$/.test(pid) && existsSync(`/proc/${pid}/cmdline`) && cmdline(pid).includes(box.at('agent.mjs')),
    );
    expect(agents).to.deep.equal([]);
    expect(left().filter((name) => !before.has(name) && owned(name))).to.deep.equal([]);

    const shown = JSON.parse(
      (await box.tec(['runs', 'show', runId(), '--store', box.store, '--json'])).stdout,
    ) as Shown;
    expect(shown.state).to.equal('interrupted');
    rmSync(box.at('hang'));
    const resumed = await box.tec(['runs', 'resume', runId(), '--store', box.store]);
    expect(resumed.code, resumed.stderr).to.equal(0);
    const events = (
      JSON.parse((await box.tec(['runs', 'show', runId(), '--store', box.store, '--json'])).stdout) as Shown
    ).events;
    expect(events.map(({ seq }) => seq)).to.deep.equal(events.map((_, index) => index));
    expect(events.filter(({ name }) => name === 'run.started' || name === 'build.started')).to.have.length(2);
  });
});

function cmdline(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // Gone in the meantime: it is no agent of ours any more.
    return '';
  }
}

/** Others on this machine review, too: a folder counts where its owner is gone. */
function owned(name: string): boolean {
  try {
    const { pid } = JSON.parse(readFileSync(`${tmpdir()}/${name}/owner.json`, 'utf8')) as { pid: number };
    return !existsSync(`/proc/${pid}`);
  } catch {
    // No folder of a review, or one that is being removed by its owner.
    return false;
  }
}
