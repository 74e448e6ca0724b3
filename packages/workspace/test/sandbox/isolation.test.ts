import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Sandbox, Tree } from '@typed-evidence-chain/core';
import { ISOLATING, openOrExplain, removeFolder, runIn, scratchFolder, writeTree } from './support.js';

for (const driver of ISOLATING) {
  const opened = await openOrExplain(driver, {});
  const title = typeof opened === 'string' ? `${driver.name} (skipped: ${opened})` : driver.name;

  describe(`${title}: what the code under review sees`, () => {
    let folder: string;
    let sandbox: Sandbox;
    let tree: Tree;

    before(function () {
      if (typeof opened === 'string') return this.skip();
      sandbox = opened;
      folder = scratchFolder();
      tree = writeTree(join(folder, 'tree'), { 'src/a.txt': 'original\n', 'src/b c.txt': 'b\n' });
    });
    after(() => {
      if (folder !== undefined) removeFolder(folder);
    });
    const sh = (script: string, extra = {}) => runIn(sandbox, tree, script, extra);

    it('shows the tree at a fixed path, with its content and time stamps', async () => {
      const { out } = await sh('pwd; cat src/a.txt; stat -c %Y . src src/a.txt');
      expect(out).to.equal('/tec/tree\noriginal\n1000000000\n1000000000\n1000000000\n');
    });

    it('starts in the folder that the request names', async () => {
      expect((await sh('pwd', { cwd: 'src' })).out).to.equal('/tec/tree/src\n');
    });

    it('gives every run a pristine tree, and never changes the checkout', async () => {
      const change = 'echo changed >src/a.txt; rm "src/b c.txt"; mkdir new; echo x >new/x; cat src/a.txt';
      expect((await sh(change)).out).to.equal('changed\n');
      expect((await sh('cat src/a.txt "src/b c.txt"; ls')).out).to.equal('original\nb\nREADME.md\nsrc\n');
      expect(readFileSync(join(folder, 'tree/src/a.txt'), 'utf8')).to.equal('original\n');
    });

    it('gives every run an empty HOME and temporary folder', async () => {
      const script = 'ls -A "$HOME" /tmp /dev/shm; echo x >"$HOME/x"; echo x >/tmp/x; echo x >/dev/shm/x';
      const [first, second] = [await sh(script), await sh(script)];
      expect(first.outcome).to.deep.equal({ kind: 'exited', code: 0 });
      expect(second.out).to.equal(first.out);
    });

    it('does not show files of the host', async () => {
      writeFileSync(join(folder, 'secret'), 'secret');
      const { out } = await sh(
        'test -e "$SECRET" && echo seen; ls -A "$SECRET_HOME/.npmrc" "$SECRET_HOME/.ssh"; ls /tmp',
        {
          env: () => ({ SECRET: join(folder, 'secret'), SECRET_HOME: homedir() }),
        },
      );
      expect(out).to.equal('');
    });

    it('does not show the secrets of the system, even to root', async () => {
      const { out } = await sh(
        'cat /etc/shadow /etc/gshadow /etc/ssl/private/* /etc/ssh/* /proc/kcore; ls -A /etc/ssh',
      );
      expect(out).to.equal('');
    });

    it('lets nothing outside of its own folders be written', async () => {
      const { out, outcome } = await sh(
        'for f in / /usr /usr/bin /etc /opt /lib /dev /proc/sys/kernel /tec; do (: >"$f/tec-test") 2>/dev/null && echo "wrote $f"; done; ' +
          '(echo core >/proc/sys/kernel/core_pattern) 2>/dev/null && echo "wrote core_pattern"; ' +
          '(echo h >/proc/sysrq-trigger) 2>/dev/null && echo "wrote sysrq"; exit 0',
      );
      expect(out).to.equal('');
      expect(outcome).to.deep.equal({ kind: 'exited', code: 0 });
    });

    it('passes nothing of the host environment on', async () => {
      process.env.TEC_TEST_SECRET = 'secret';
      try {
        const { out } = await sh('env; tr "\\0" "\\n" </proc/1/environ; tr "\\0" "\\n" </proc/self/environ');
        expect(out).not.to.contain('TEC_TEST_SECRET');
        expect(out).to.contain('HOME=/tec/home').and.to.contain('TZ=UTC').and.to.contain('CI=true');
      } finally {
        delete process.env.TEC_TEST_SECRET;
      }
    });

    it('gives the same environment, paths and host name for two different trees', async () => {
      const other = writeTree(join(folder, 'another tree'), { 'src/a.txt': 'other\n' });
      const script =
        'env | sort; pwd; hostname; id; ls -A /; cat /proc/self/mountinfo | cut -d" " -f4- | grep "/tec/tree"; cat /proc/1/cmdline';
      const [one, two] = [await runIn(sandbox, tree, script), await runIn(sandbox, other, script)];
      // Where the tree is a copy, its folder on the host has a random name.
      const plain = (text: string) => text.replaceAll(/[0-9a-f-]{36}\.tree/g, '');
      expect(plain(two.out)).to.equal(plain(one.out));
      expect(one.out).not.to.contain(folder).and.not.to.contain('another');
    });

    it('adds the variables of the request, whatever is in them', async () => {
      const env = () => ({ ODD: 'a b\n$(id) \'"; ü', NODE_OPTIONS: '--no-warnings' });
      expect((await sh('printf %s "$ODD"', { env })).out).to.equal('a b\n$(id) \'"; ü');
    });

    it('passes arguments on as they are', async () => {
      const args = ['$(id)', "a'b", 'c"d', 'e f', '-x', 'ü', ''];
      const { out } = await runIn(sandbox, tree, ['printf', '[%s]', ...args]);
      expect(out).to.equal(args.map((arg) => `[${arg}]`).join(''));
    });

    it('gives the text of the request to stdin, and nothing without it', async () => {
      expect((await sh('cat', { input: 'hello' })).out).to.equal('hello');
      expect((await sh('cat')).out).to.equal('');
    });

    it('runs as an ordinary user that has a name and no capabilities', async () => {
      const { out } = await sh(
        'id -un; grep ^Cap /proc/self/status | cut -f2 | sort -u; grep NoNewPrivs /proc/self/status',
      );
      expect(out).to.equal('tec\n0000000000000000\nNoNewPrivs:\t1\n');
      expect((await sh('id -u')).out).not.to.equal('0\n');
    });

    it('refuses mounts, also in a new user namespace', async () => {
      const tries = [
        'mount -t tmpfs tmpfs /tmp',
        'mount -o remount,rw,bind /usr',
        'umount /etc/shadow',
        'umount -l /tec/tree',
        'unshare -Urm mount -t tmpfs tmpfs /tmp',
        'unshare -Urm mount -o remount,rw,bind /usr',
        'unshare -Urm umount /etc/ssh',
        'unshare -Urmpf mount -t proc proc /proc',
        'chroot /tmp',
        'mknod /tmp/disk b 254 0',
        'nsenter -t 1 -m true',
      ];
      for (const attempt of tries) {
        expect((await sh(`${attempt} 2>/dev/null && echo worked`)).out, attempt).to.equal('');
      }
    });

    it('lists no processes but its own', async () => {
      const { out } = await sh('ls /proc | grep -E "^[0-9]+$" | wc -l');
      expect(Number(out)).to.be.lessThan(8);
    });

    it('cannot look into the processes of the sandbox', async function () {
      if (driver.name === 'BubblewrapSandbox') this.skip();
      const { out } = await sh(
        'readlink /proc/1/exe /proc/1/cwd /proc/1/fd/*; cat /proc/1/environ; (echo exit 0 >/proc/1/fd/3) 2>/dev/null && echo wrote; ' +
          'for p in /proc/[0-9]*; do case $(readlink $p/exe) in */setsid) echo "$p";; esac; done; exit 0',
      );
      expect(out).to.equal('');
    });

    it('has no network: no interface but loopback, and no server of the host', async () => {
      const server = createServer((socket) => socket.end('host'));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const script = `
        const net = require('node:net');
        const show = (name) => (what) => console.log(name, what?.code ?? what?.toString() ?? 'closed');
        net.connect(${port}, '127.0.0.1').on('error', show('host')).on('data', show('host'));
        net.connect(80, '192.0.2.1').on('error', show('internet')).on('connect', show('internet'));
        require('node:dns').lookup('example.com', (error) => console.log('dns', error ? 'failed' : 'worked'));
        console.log(Object.keys(require('node:os').networkInterfaces()).join());`;
      try {
        const { out } = await runIn(sandbox, tree, ['node', '-e', script]);
        expect(out.trim().split('\n').toSorted()).to.deep.equal([
          'dns failed',
          'host ECONNREFUSED',
          'internet ENETUNREACH',
          'lo',
        ]);
      } finally {
        server.close();
      }
    });

    it('has a loopback interface of its own', async () => {
      const script = `
        const net = require('node:net');
        const server = net.createServer((socket) => socket.end('inside')).listen(0, '127.0.0.1', () => {
          net.connect(server.address().port, 'localhost').on('data', (data) => { console.log(String(data)); server.close(); });
        });`;
      expect((await runIn(sandbox, tree, ['node', '-e', script])).out).to.equal('inside\n');
    });

    it('shows a folder and a file by name, read-only', async () => {
      mkdirSync(join(folder, 'extra, one'), { recursive: true });
      writeFileSync(join(folder, 'extra, one/x'), 'x');
      writeFileSync(join(folder, 'hook.js'), 'hook');
      const result = await sandbox.run({
        tree,
        dependencies: [],
        mounts: { extra: join(folder, 'extra, one'), hook: join(folder, 'hook.js') },
        command: ({ mounts }) => [
          'sh',
          '-c',
          'cat "$1/x" "$2"; echo y >"$1/x"; echo y >"$2"',
          'sh',
          mounts.extra ?? '',
          mounts.hook ?? '',
        ],
        limits: { timeoutMs: 20_000, memoryMb: 256, pids: 50, outputMb: 1 },
      });
      expect(result.stdout.toString()).to.equal('xhook');
      expect(
        readFileSync(join(folder, 'extra, one/x'), 'utf8') + readFileSync(join(folder, 'hook.js'), 'utf8'),
      ).to.equal('xhook');
    });

    it('hands results out through the folder of the request', async () => {
      const out = join(folder, 'out folder');
      mkdirSync(out, { recursive: true });
      await runIn(sandbox, tree, 'echo result >/tec/out/report', { out });
      expect(readFileSync(join(out, 'report'), 'utf8')).to.equal('result\n');
    });

    it('shows dependencies in the tree, and loses what is written to them', async () => {
      const source = join(folder, 'deps: a,b');
      mkdirSync(join(source, 'left-pad'), { recursive: true });
      mkdirSync(join(source, '.vite'), { recursive: true });
      writeFileSync(join(source, 'left-pad/index.js'), 'module.exports = 1;');
      writeFileSync(join(source, '.vite/cache'), 'old');
      const dependencies = [
        { path: 'node_modules', source },
        { path: 'packages/a/node_modules', source },
      ];
      const script =
        'node -p "require(\'left-pad\')"; stat -c %Y . ; echo 2 >node_modules/left-pad/index.js; ' +
        'echo new >node_modules/.vite/cache; ls packages/a/node_modules/left-pad; exit 0';
      const first = await sh(script, { dependencies });
      expect(first.out).to.equal('1\n1000000000\nindex.js\n');
      expect((await sh(script, { dependencies })).out).to.equal(first.out);
      expect(readFileSync(join(source, 'left-pad/index.js'), 'utf8')).to.equal('module.exports = 1;');
      expect(readFileSync(join(source, '.vite/cache'), 'utf8')).to.equal('old');
      expect(readdirSync(join(folder, 'tree')).toSorted()).to.deep.equal(['README.md', 'src']);
    });

    it('finds node, npm and python as the host does', async () => {
      const { out } = await sh('node --version; npm --version; python3 -c "print(1)"');
      expect(out.split('\n')).to.have.length(4);
      expect(out).to.contain(process.version);
    });

    it('runs pytest where the host has it', async function () {
      const version = await sh('python3 -m pytest --version');
      if (version.outcome.kind !== 'exited' || version.outcome.code !== 0) this.skip();
      const py = writeTree(join(folder, 'py'), { 'test_a.py': 'def test_a():\n    assert 1 + 1 == 2\n' });
      const { out } = await runIn(sandbox, py, ['python3', '-m', 'pytest', '-q']);
      expect(out).to.contain('1 passed');
    });

    it('runs two commands at the same time, each in a tree of its own', async () => {
      const script =
        'echo $$ >mine; i=0; while [ $i -lt 20 ]; do i=$((i+1)); cat mine >/dev/null; done; ls | tr "\\n" " "; cat README.md';
      const results = await Promise.all([sh(script), sh(script), sh(script)]);
      for (const { out } of results) expect(out).to.equal('README.md mine src read me\n');
    });
  });
}
