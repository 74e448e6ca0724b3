import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Tree } from '@typed-evidence-chain/core';
import { DirectSandbox } from '@typed-evidence-chain/workspace';
import { LIMITS, removeFolder, runIn, scratchFolder, writeTree } from './support.js';

describe('DirectSandbox', () => {
  let folder: string;
  let sandbox: DirectSandbox;
  let tree: Tree;

  before(() => {
    folder = scratchFolder();
    sandbox = new DirectSandbox({ scratch: join(folder, 'scratch') });
    tree = writeTree(join(folder, 'tree'), {
      'src/a.txt': 'original\n',
      'packages/a/index.js': 'module.exports = "tree";',
    });
  });
  after(() => removeFolder(folder));
  const sh = (script: string, extra = {}) => runIn(sandbox, tree, script, extra);

  it('promises nothing', () => {
    const { filesystem, network, processes } = sandbox.guarantees;
    expect([filesystem, network, processes]).to.deep.equal([false, false, false]);
  });

  it('gives every run a pristine copy of the tree at one path, and fresh folders', async () => {
    const script =
      'pwd; cat src/a.txt; ls -A "$HOME" "$TMPDIR"; echo x >src/a.txt; echo x >"$HOME/x"; echo x >"$TMPDIR/x"';
    const [first, second] = [await sh(script), await sh(script)];
    expect(first.outcome).to.deep.equal({ kind: 'exited', code: 0 });
    expect(second.out).to.equal(first.out).and.to.contain('original');
    expect(readFileSync(join(folder, 'tree/src/a.txt'), 'utf8')).to.equal('original\n');
  });

  it('lets runs take turns at that path', async () => {
    const results = await Promise.all([1, 2, 3].map((n) => sh(`test ! -e mine && echo ${n} >mine && cat mine`)));
    expect(results.map(({ out }) => out)).to.deep.equal(['1\n', '2\n', '3\n']);
  });

  it('loads a workspace package from the tree, and other packages from the dependency folder', async () => {
    const source = join(folder, 'checkout/node_modules');
    mkdirSync(join(source, '@scope/lib'), { recursive: true });
    mkdirSync(join(folder, 'checkout/packages/a'), { recursive: true });
    writeFileSync(join(folder, 'checkout/packages/a/index.js'), 'module.exports = "host";');
    writeFileSync(join(source, '@scope/lib/index.js'), 'module.exports = "lib";');
    symlinkSync('../packages/a', join(source, 'a'));
    const { out } = await runIn(sandbox, tree, ['node', '-p', 'require("a") + " " + require("@scope/lib")'], {
      dependencies: [{ path: 'node_modules', source }],
    });
    expect(out).to.equal('tree lib\n');
  });

  it('passes nothing of the host environment on', async () => {
    process.env.TEC_TEST_SECRET = 'secret';
    try {
      expect((await sh('env')).out).not.to.contain('TEC_TEST_SECRET');
    } finally {
      delete process.env.TEC_TEST_SECRET;
    }
  });

  it('shows mounts and the folder for results by name', async () => {
    const out = join(folder, 'out');
    mkdirSync(out);
    const result = await sandbox.run({
      tree,
      dependencies: [],
      mounts: { extra: join(folder, 'tree/src') },
      out,
      command: (paths) => ['sh', '-c', 'cat "$1/a.txt" >"$2/report"', 'sh', paths.mounts.extra ?? '', paths.out ?? ''],
      limits: LIMITS,
    });
    expect(result.outcome).to.deep.equal({ kind: 'exited', code: 0 });
    expect(readFileSync(join(out, 'report'), 'utf8')).to.equal('original\n');
  });

  it('keeps the kinds of outcome apart', async () => {
    expect((await sh('exit 7')).outcome).to.deep.equal({ kind: 'exited', code: 7 });
    expect((await sh('kill -KILL $$')).outcome).to.deep.equal({ kind: 'signalled', signal: 'SIGKILL' });
    expect((await runIn(sandbox, tree, ['no-such-command'])).outcome.kind).to.equal('not-started');
    expect((await sh('true', { cwd: 'nowhere' })).outcome.kind).to.equal('not-started');
    expect((await sh('sleep 1000', { limits: { ...LIMITS, timeoutMs: 200 } })).outcome).to.deep.equal({
      kind: 'timed-out',
    });
    expect((await sh('yes', { limits: { ...LIMITS, outputMb: 1 } })).outcome).to.deep.equal({
      kind: 'limit',
      limit: 'output',
    });
  });

  it('ends a run that takes too much memory', async () => {
    const hog = 'const kept = []; setInterval(() => kept.push(Buffer.alloc(16 << 20, 1)), 1);';
    const { outcome } = await runIn(sandbox, tree, ['node', '-e', hog], { limits: { ...LIMITS, memoryMb: 300 } });
    expect(outcome).to.deep.equal({ kind: 'limit', limit: 'memory' });
  });

  it('ends daemons that left the process group', async () => {
    const out = join(folder, 'daemon');
    mkdirSync(out);
    await sh(
      '(setsid sh -c "while :; do date >\\$TEC_OUT/beat; done" >/dev/null 2>&1 &); while ! test -s "$TEC_OUT/beat"; do :; done',
      {
        out,
        env: () => ({ TEC_OUT: out }),
      },
    );
    removeFolder(join(out, 'beat'));
    await sh('true');
    expect(existsSync(join(out, 'beat'))).to.equal(false);
  });

  it('rejects when the signal fires', async () => {
    const controller = new AbortController();
    const running = sh('echo started; sleep 1000', { signal: controller.signal, onOutput: () => controller.abort() });
    const error = (await running.catch((caught: unknown) => caught)) as { code?: string };
    expect(error.code).to.equal('run/aborted');
  });
});
