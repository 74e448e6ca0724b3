import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Sandbox, Tree } from '@typed-evidence-chain/core';
import { ISOLATING, LIMITS, openOrExplain, removeFolder, runIn, scratchFolder, writeTree } from './support.js';

for (const driver of ISOLATING) {
  const opened = await openOrExplain(driver, {});
  const title = typeof opened === 'string' ? `${driver.name} (skipped: ${opened})` : driver.name;

  describe(`${title}: how a run ends`, () => {
    let folder: string;
    let sandbox: Sandbox;
    let tree: Tree;

    before(function () {
      if (typeof opened === 'string') return this.skip();
      sandbox = opened;
      folder = scratchFolder();
      tree = writeTree(join(folder, 'tree'), {});
    });
    after(() => {
      if (folder !== undefined) removeFolder(folder);
    });
    const sh = (script: string, extra = {}) => runIn(sandbox, tree, script, extra);

    it('tells the exit code, also one that looks like a signal', async () => {
      expect((await sh('exit 7')).outcome).to.deep.equal({ kind: 'exited', code: 7 });
      expect((await sh('exit 137')).outcome).to.deep.equal({ kind: 'exited', code: 137 });
    });

    it('tells the signal that ended the command', async () => {
      for (const signal of ['KILL', 'TERM', 'SEGV', 'INT']) {
        expect((await sh(`kill -${signal} $$`)).outcome).to.deep.equal({ kind: 'signalled', signal: `SIG${signal}` });
      }
    });

    it('tells a missing command from a command that exits with 127', async () => {
      expect((await runIn(sandbox, tree, ['no-such-command'])).outcome.kind).to.equal('not-started');
      expect((await runIn(sandbox, tree, ['/no/such/file'])).outcome.kind).to.equal('not-started');
      expect((await sh('exit 127')).outcome).to.deep.equal({ kind: 'exited', code: 127 });
    });

    it('does not start in a folder that is not there', async () => {
      const { outcome } = await sh('true', { cwd: 'nowhere' });
      expect(outcome.kind).to.equal('not-started');
    });

    it('ends an endless loop', async () => {
      const { outcome } = await sh('while :; do :; done', { limits: { ...LIMITS, timeoutMs: 500 } });
      expect(outcome).to.deep.equal({ kind: 'timed-out' });
    });

    it('keeps what was printed before the time was over', async () => {
      const { out } = await sh('echo before; sleep 1000', { limits: { ...LIMITS, timeoutMs: 500 } });
      expect(out).to.equal('before\n');
    });

    it('ends a run that ignores signals', async () => {
      const { outcome } = await sh('trap "" TERM INT HUP; sleep 1000', { limits: { ...LIMITS, timeoutMs: 300 } });
      expect(outcome).to.deep.equal({ kind: 'timed-out' });
    });

    it('ends a run that prints without end, and keeps only the last part', async () => {
      let seen = 0;
      const onOutput = (_: string, chunk: Buffer) => (seen += chunk.length);
      const { outcome, truncated, stdout } = await sh('yes', { limits: { ...LIMITS, outputMb: 2 }, onOutput });
      expect(outcome).to.deep.equal({ kind: 'limit', limit: 'output' });
      expect(truncated).to.equal(true);
      expect(stdout.length).to.be.at.most(256 * 1024);
      expect(seen).to.be.within(2 * 1024 * 1024, 4 * 1024 * 1024);
    });

    it('ends a run that fills the folder for results', async () => {
      const out = join(folder, 'out');
      mkdirSync(out, { recursive: true });
      const { outcome } = await sh('for i in 1 2 3 4; do head -c 40m /dev/zero >/tec/out/$i; done; sleep 1000', {
        out,
        limits: { ...LIMITS, outputMb: 1 },
      });
      expect(outcome).to.deep.equal({ kind: 'limit', limit: 'output' });
    });

    it('streams output as it comes', async () => {
      const chunks: string[] = [];
      const onOutput = (stream: string, chunk: Buffer) => chunks.push(`${stream}:${chunk.toString('utf8')}`);
      await sh('echo one; echo two >&2', { onOutput });
      expect(chunks.toSorted()).to.deep.equal(['stderr:two\n', 'stdout:one\n']);
    });

    it('rejects with what onOutput throws, after the run was ended', async () => {
      const onOutput = () => {
        throw new Error('listener');
      };
      const error = await sh('echo one; sleep 1000', { onOutput }).catch((caught: unknown) => caught);
      expect((error as Error).message).to.equal('listener');
    });

    it('ends a run that takes too much memory', async () => {
      const hog = 'const kept = []; for (;;) kept.push(Buffer.alloc(16 << 20, 1));';
      const { outcome } = await runIn(sandbox, tree, ['node', '-e', hog], { limits: { ...LIMITS, memoryMb: 200 } });
      // Where no control group can be made, an allocation may fail before we look.
      const failed = process.getuid?.() !== 0 && outcome.kind === 'exited' && outcome.code !== 0;
      if (!failed) expect(outcome).to.deep.equal({ kind: 'limit', limit: 'memory' });
    });

    it('counts memory of all processes together', async () => {
      const hog = 'const kept = Buffer.alloc(60 << 20, 1); setTimeout(() => kept, 1e6)';
      const { outcome } = await sh(`for i in 1 2 3 4 5 6; do node -e '${hog}' & done; wait`, {
        limits: { ...LIMITS, memoryMb: 256 },
      });
      expect(outcome).to.deep.equal({ kind: 'limit', limit: 'memory' });
    });

    it('bounds what is written to the tree and the temporary folder', async () => {
      const { outcome } = await sh('cat /dev/zero >/tmp/fill; cat /dev/zero >fill', {
        limits: { ...LIMITS, memoryMb: 128 },
      });
      expect(outcome.kind === 'limit' || (outcome.kind === 'exited' && outcome.code !== 0)).to.equal(true);
    });

    it('contains a fork bomb', async () => {
      const { outcome } = await sh('bomb() { bomb | bomb & }; bomb; sleep 1000', { limits: { ...LIMITS, pids: 60 } });
      expect(outcome).to.deep.equal({ kind: 'limit', limit: 'pids' });
    });

    it('survives a command that kills everything it can', async () => {
      const { outcome } = await sh('kill -9 -1; kill -9 1; kill -9 $PPID; exit 3');
      expect(outcome.kind).to.be.oneOf(['exited', 'signalled']);
      expect(outcome).not.to.deep.equal({ kind: 'exited', code: 0 });
      expect((await sh('echo fine')).out).to.equal('fine\n');
    });

    it('does not wait for a background process that keeps stdout open', async () => {
      const { outcome, out } = await sh('sleep 1000 & echo done');
      expect(outcome).to.deep.equal({ kind: 'exited', code: 0 });
      expect(out).to.equal('done\n');
    });

    it('leaves no daemon behind', async () => {
      const marker = join(folder, 'out-daemon');
      mkdirSync(marker, { recursive: true });
      await sh(
        '(setsid sh -c "trap \'\' HUP TERM; while :; do date +%N >/tec/out/beat; done" >/dev/null 2>&1 &) ; while ! test -s /tec/out/beat; do :; done',
        {
          out: marker,
        },
      );
      // All processes of the run are dead when the promise settles: nothing can write the file again.
      removeFolder(join(marker, 'beat'));
      await sh('true');
      expect(existsSync(join(marker, 'beat'))).to.equal(false);
    });

    it('reaps orphans while the command runs', async () => {
      const { out } = await sh(
        'for i in 1 2 3 4 5; do (sh -c "true & exec true" &) ; done; wait; sleep 0.2; grep -l "^State:.Z" /proc/[0-9]*/status 2>/dev/null | wc -l',
      );
      expect(out.trim()).to.equal('0');
    });

    it('rejects when the signal fires, and when it has fired before', async () => {
      const controller = new AbortController();
      const running = sh('echo started; sleep 1000', { signal: controller.signal, onOutput: () => controller.abort() });
      const error = (await running.catch((caught: unknown) => caught)) as { code?: string };
      expect(error.code).to.equal('run/aborted');
      const early = (await sh('true', { signal: AbortSignal.abort() }).catch((caught: unknown) => caught)) as {
        code?: string;
      };
      expect(early.code).to.equal('run/aborted');
    });
  });
}
