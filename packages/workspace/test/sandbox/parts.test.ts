import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { placeDependencies } from '../../dist/sandbox/dependency-places.js';
import { escapeFstab } from '../../dist/sandbox/fstab.js';
import { isWithin, mountOf, parseMountInfo } from '../../dist/sandbox/mount-info.js';
import { decideOutcome, readStages } from '../../dist/sandbox/run-outcome.js';
import { TailBuffer } from '../../dist/sandbox/tail-buffer.js';
import { removeFolder, scratchFolder } from './support.js';

describe('escapeFstab', () => {
  it('gives one field that reads back as the path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (path) => {
        const field = escapeFstab(path);
        const back = field.replace(/\\([0-7]{3})/g, (_, digits: string) =>
          String.fromCharCode(Number.parseInt(digits, 8)),
        );
        return !/[ \t\n]/.test(field) && back === path;
      }),
    );
  });
});

describe('parseMountInfo', () => {
  const text =
    '27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw\n' +
    '31 27 0:9 /sub /mnt/a\\040b ro,noexec - cgroup cgroup rw,memory\n' +
    'nonsense\n';

  it('reads mount points, options and controllers', () => {
    const mounts = parseMountInfo(text);
    expect(mounts).to.have.length(2);
    expect(mounts[1]).to.deep.include({ root: '/sub', mountPoint: '/mnt/a b', fsType: 'cgroup' });
    expect(mounts[1]?.superOptions).to.include('memory');
  });

  it('finds the deepest mount above a path', () => {
    const mounts = parseMountInfo(text);
    expect(mountOf(mounts, '/mnt/a b/c')?.options).to.include('noexec');
    expect(mountOf(mounts, '/mnt/a bc')?.mountPoint).to.equal('/');
  });
});

describe('isWithin', () => {
  it('takes a folder and what is in it, not its neighbours', () => {
    expect([isWithin('/a', '/a'), isWithin('/a/b', '/a'), isWithin('/ab', '/a'), isWithin('/a', '/')]).to.deep.equal([
      true,
      true,
      false,
      true,
    ]);
  });
});

describe('TailBuffer', () => {
  it('keeps exactly the last bytes of any sequence of chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), fc.integer({ min: 1, max: 50 }), (chunks, capacity) => {
        const tail = new TailBuffer(capacity);
        for (const chunk of chunks) tail.push(Buffer.from(chunk));
        const all = Buffer.concat(chunks);
        return (
          tail.tail().equals(all.subarray(Math.max(0, all.length - capacity))) &&
          tail.truncated === all.length > capacity
        );
      }),
    );
  });
});

describe('decideOutcome', () => {
  const empty = Buffer.alloc(0);
  const ended = {
    code: 0,
    signal: null,
    stopped: undefined,
    stdout: empty,
    stderr: empty,
    truncated: false,
    status: '',
    durationMs: 1,
  };
  const decide = (status: string, over = {}) =>
    decideOutcome({ ...ended, ...over }, readStages(status), undefined, 'command', '/tec/tree');

  it('never calls a run successful whose end was not seen', () => {
    expect(decide('started\n')).to.deep.equal({ kind: 'signalled', signal: 'SIGKILL' });
    expect(decide('started\n', { code: 137 })).to.deep.equal({ kind: 'signalled', signal: 'SIGKILL' });
  });

  it('breaks when the command was never reached', () => {
    expect(() => decide('mount: permission denied\n'))
      .to.throw()
      .with.property('code', 'sandbox/failed');
    expect(() => decide('exit 0\n'))
      .to.throw()
      .with.property('code', 'sandbox/failed');
  });

  it('takes the first word about the start and the last about the end', () => {
    expect(decide('started\nno-command\nexit 0\nexit 3\n')).to.deep.equal({ kind: 'exited', code: 3 });
  });
});

describe('placeDependencies', () => {
  let folder: string;
  before(() => {
    folder = scratchFolder();
    for (const path of ['deps', 'tree/packages/a', 'tree/vendored/node_modules'])
      mkdirSync(join(folder, path), { recursive: true });
    symlinkSync('/etc', join(folder, 'tree/link'));
    writeFileSync(join(folder, 'tree/file'), '');
  });
  after(() => removeFolder(folder));
  const place = async (...paths: string[]) =>
    (
      await placeDependencies(
        join(folder, 'tree'),
        paths.map((path) => ({ path, source: join(folder, 'deps') })),
      )
    ).map(({ path, inTree }) => [path, inTree]);

  it('takes folders that the tree does not have, and those that it has', async () => {
    expect(await place('node_modules', 'packages/a/node_modules/', 'vendored/node_modules')).to.deep.equal([
      ['node_modules', false],
      ['vendored/node_modules', true],
      ['packages/a/node_modules', false],
    ]);
  });

  it('never leaves the tree: no links, no files, no dots', async () => {
    expect(
      await place('link', 'link/node_modules', 'file', 'file/node_modules', '../x', '/etc', 'a/../../x', '.'),
    ).to.deep.equal([]);
  });

  it('leaves out what lies in another dependency folder, and sources that are no folder', async () => {
    expect(await place('node_modules', 'node_modules/x/node_modules')).to.deep.equal([['node_modules', false]]);
    expect(
      await placeDependencies(join(folder, 'tree'), [{ path: 'a', source: join(folder, 'nowhere') }]),
    ).to.deep.equal([]);
  });
});
