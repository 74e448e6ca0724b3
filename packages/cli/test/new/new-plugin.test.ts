import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const PACKAGES = fileURLToPath(new URL('../../../', import.meta.url));
const ROOT = join(PACKAGES, '..');
const TEC = join(PACKAGES, 'cli/bin/tec.js');

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const run = (args: readonly string[], cwd: string): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(process.execPath, args as string[], { cwd, timeout: 240_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr });
    });
  });

/** What `npm install` would put there. */
async function install(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  const link = async (name: string, target: string): Promise<void> => {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(target, join(modules, name));
  };
  for (const name of ['core', 'chain']) await link(`@typed-evidence-chain/${name}`, join(PACKAGES, name));
  const packageFolder = (name: string, from: string): string =>
    dirname(createRequire(join(from, 'package.json')).resolve(`${name}/package.json`));
  for (const name of ['mocha', 'typescript', 'oxlint', '@types/node', '@types/mocha'])
    await link(name, packageFolder(name, ROOT));
  await link('zod', packageFolder('zod', join(PACKAGES, 'core')));
}

describe('tec new plugin', () => {
  let folder: string;
  let ended: Ended;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tec-new-'));
    ended = await run([TEC, 'new', 'plugin', 'DATA_MIGRATION', 'plugin', '--labels', "migration,it's data"], folder);
    if (ended.code === 0) await install(join(folder, 'plugin'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('prints the folder, and nothing else on stdout', () =>
    expect(ended).to.include({ code: 0, stdout: `${join(folder, 'plugin')}\n` }));

  it('writes a package that builds, lints and passes its tests', async function () {
    this.timeout(300_000);
    const at = join(folder, 'plugin');
    const bin = (name: string, path: string): string => join(at, 'node_modules', name, path);
    for (const args of [
      [bin('typescript', 'bin/tsc'), '-p', '.'],
      [bin('typescript', 'bin/tsc'), '-p', 'test'],
      [bin('oxlint', 'bin/oxlint'), '--deny-warnings', 'src', 'test'],
      [bin('mocha', 'bin/mocha.js'), '--timeout', '240000', 'dist-test/**/*.test.js'],
    ]) {
      const { code, stdout, stderr } = await run(args, at);
      expect(code, `${args.join(' ')}\n${stdout}${stderr}`).to.equal(0);
    }
  });

  it('writes a package that can be loaded by path and by name', async () => {
    await mkdir(join(folder, 'node_modules'), { recursive: true });
    await symlink(join(folder, 'plugin'), join(folder, 'node_modules/tec-plugin-data-migration'));
    for (const name of ['./plugin', 'tec-plugin-data-migration']) {
      await writeFile(join(folder, 'tec.config.json'), JSON.stringify({ plugins: [name] }));
      const { code, stdout, stderr } = await run([TEC, 'plugins', '--config', 'tec.config.json', '--json'], folder);
      expect(code, stderr).to.equal(0);
      expect(stdout).to.include('data_migration/fails-on-base');
    }
  });

  it('never overwrites', async () => {
    const before = await readFile(join(folder, 'plugin/package.json'), 'utf8');
    const again = await run([TEC, 'new', 'plugin', 'OTHER', 'plugin'], folder);
    expect(again.code).to.equal(2);
    expect(again.stderr).to.match(/is not empty/);
    expect(await readFile(join(folder, 'plugin/package.json'), 'utf8')).to.equal(before);
  });

  it('refuses a folder that is a file', async () => {
    await writeFile(join(folder, 'taken'), '');
    expect(await run([TEC, 'new', 'plugin', 'OTHER', 'taken'], folder)).to.have.property('code', 2);
  });

  it('refuses a folder that cannot be written, as a fault of the caller', async () => {
    await symlink('/nonexistent/folder', join(folder, 'nowhere'));
    const { code, stderr } = await run([TEC, 'new', 'plugin', 'OTHER', 'nowhere'], folder);
    expect(code).to.equal(2);
    expect(stderr).to.match(/nowhere.* cannot be written: ENOENT/);
  });
});
