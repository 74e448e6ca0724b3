import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as poll } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { SandboxDriver } from '@typed-evidence-chain/workspace';
import { ISOLATING, openOrExplain, removeFolder, scratchFolder } from './support.js';

const CHILD = fileURLToPath(new URL('./run-in-child.js', import.meta.url));
const NOBODY = 65534;

/** Host processes whose command line has the word. */
function processesNaming(word: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(word);
      } catch {
        // Gone meanwhile.
        return false;
      }
    })
    .map(Number);
}

/** Rejects after half a minute: a test that fails must not keep its process alive. */
async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('It did not happen');
    await poll(5);
  }
}

for (const driver of ISOLATING.filter(({ name }) => !name.endsWith('copies'))) {
  const name: SandboxDriver = driver.name === 'UnshareSandbox' ? 'unshare' : 'bubblewrap';
  const opened = await openOrExplain(driver, {});
  const title = typeof opened === 'string' ? `${driver.name} (skipped: ${opened})` : driver.name;

  describe(`${title}: in a process of tec`, () => {
    let folder: string;
    let out: string;

    before(function () {
      if (typeof opened === 'string') return this.skip();
      folder = scratchFolder();
      out = join(folder, 'out');
      mkdirSync(out);
    });
    after(() => {
      if (folder !== undefined) removeFolder(folder);
    });

    it('takes the whole run with it when tec is killed', async () => {
      const marker = `tec-marker-${process.pid}-${name}`;
      const script = `(setsid sh -c 'while :; do sleep 1000; done' ${marker} &); echo >/tec/out/started-${name}; sleep 1000; echo ${marker}`;
      const child = spawn(process.execPath, [CHILD, name, join(folder, 'tree'), out, script], { stdio: 'ignore' });
      try {
        await until(() => existsSync(join(out, `started-${name}`)) && processesNaming(marker).length > 1);
        child.kill('SIGKILL');
        await until(() => processesNaming(marker).length === 0);
      } finally {
        child.kill('SIGKILL');
      }
      expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.to.contain('/tec/tree');
    });

    it('works for an ordinary user', async function () {
      if (process.getuid?.() !== 0) this.skip();
      const own = scratchFolder();
      for (const place of [own, join(own, 'tree'), join(own, 'out')]) {
        mkdirSync(place, { recursive: true });
        chmodSync(place, 0o755);
        chownSync(place, NOBODY, NOBODY);
      }
      const script =
        'id -u; echo x >new && cat README.md; grep CapEff /proc/self/status; ls /root 2>&1 | head -1; ' +
        'rm README.md; mount -t tmpfs x /tmp 2>/dev/null || echo refused; ' +
        'for p in /usr /etc / /tec; do (: >$p/x) 2>/dev/null && echo wrote; done; echo x >/tec/out/x; ' +
        "node -e \"require('net').createServer().listen(0, '127.0.0.1', function () { console.log('listening'); this.close(); })\"";
      const argv = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', process.execPath, CHILD];
      const child = spawn('setpriv', [...argv, name, join(own, 'tree'), join(own, 'out'), script], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env.PATH, HOME: '/nonexistent' },
      });
      const chunks: Buffer[] = [];
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      await new Promise((resolve) => child.once('close', resolve));
      const text = Buffer.concat(chunks).toString('utf8');
      removeFolder(own);
      expect(text).to.match(/^\{/, text);
      const result = JSON.parse(text) as { outcome: unknown; guarantees: { loopback: boolean }; out: string };
      expect(result.outcome).to.deep.equal({ kind: 'exited', code: 0 });
      expect(result.out.replaceAll(/.*No such file.*\n/g, '')).to.equal(
        `${NOBODY}\nread me\nCapEff:\t0000000000000000\nrefused\nlistening\n`,
      );
      expect(result.guarantees.loopback).to.equal(true);
    });
  });
}
