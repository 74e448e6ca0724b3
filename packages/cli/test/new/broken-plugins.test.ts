import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { importPlugin } from '../../dist/input/import-plugin.js';

const TEC = fileURLToPath(new URL('../../bin/tec.js', import.meta.url));
const CORE = import.meta.resolve('@typed-evidence-chain/core');
const ZOD = import.meta.resolve('zod');

const PREAMBLE = `import { definePlugin, pass } from ${JSON.stringify(CORE)};
import { z } from ${JSON.stringify(ZOD)};
const plugin = (parts) => definePlugin({ type: 'MINE', rule: {}, evidence: z.any(),
  builder: { instructions: 'x', failingTestFirst: false, evidenceFromChange: async () => ({}) },
  reviewer: { checks: ['mine/holds'], review: async () => [pass('mine/holds', 'fine')] }, ...parts });
`;

describe('tec plugins', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'broken-plugins-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (name: string, text: string): string => {
    const file = join(folder, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `${PREAMBLE}${text}\n`);
    return file;
  };
  const plugins = (...files: string[]) =>
    new Promise<{ code: number; error: Record<string, string> | undefined; stderr: string }>((resolve) => {
      writeFileSync(join(folder, 'tec.config.json'), JSON.stringify({ plugins: files }));
      const args = [TEC, 'plugins', '--config', join(folder, 'tec.config.json'), '--json'];
      execFile(process.execPath, args, { cwd: folder }, (failure, stdout, stderr) => {
        const { error } = JSON.parse(stdout || '{}') as { error?: Record<string, string> };
        resolve({ code: failure === null ? 0 : Number(failure.code), error, stderr });
      });
    });

  it('loads one that is whole', async () => {
    expect((await plugins(write('a.mjs', 'export default plugin({});'))).code).to.equal(0);
  });

  const broken: readonly (readonly [what: string, text: string, says: RegExp, field?: string])[] = [
    ['no default export', 'export const mine = plugin({});', /is undefined, not an object/, 'default export'],
    ['another API version', 'export default { ...plugin({}), apiVersion: 2 };', /API version 2/, 'apiVersion'],
    ['an import that throws', "throw new Error('no licence');", /cannot be loaded: no licence/],
    ['an import that throws nothing at all', 'throw null;', /cannot be loaded: it threw null/],
    ['an evidence that is JSON Schema', "export default plugin({ evidence: { type: 'object' } });", /zod/, 'evidence'],
    [
      'a check of another type',
      "export default plugin({ reviewer: { checks: ['bug/stable'], review: async () => [] } });",
      /bug\/stable does not start with mine\//,
      'reviewer.checks',
    ],
  ];
  for (const [what, text, says, field] of broken) {
    it(`stops at ${what}, with its name, the field and the remedy`, async () => {
      const { code, error } = await plugins(write('b.mjs', text));
      expect(code).to.equal(2);
      expect(error?.['message']).to.match(says).and.to.include('b.mjs');
      expect(error?.['remedy']).to.be.a('string');
      if (field !== undefined) expect(error?.['field']).to.equal(field);
    });
  }

  it('names both of two that claim one type', async () => {
    const { code, error } = await plugins(
      write('a.mjs', "export default plugin({ name: 'one' });"),
      write('b.mjs', "export default plugin({ name: 'two' });"),
    );
    expect([code, error?.['code']]).to.deep.equal([2, 'plugin/duplicate-type']);
    expect(error?.['message']).to.match(/MINE: .*a\.mjs and .*b\.mjs/);
  });

  it('never ends with the exit code of a verdict where a plugin ends the process', async () => {
    const { code, error } = await plugins(write('exit.mjs', 'process.exit(0);'));
    expect([code, error?.['code']]).to.deep.equal([3, 'internal']);
    expect(error?.['message']).to.match(/ended before the command did/);
  });

  it('never ends with the exit code of a verdict where a plugin throws and nobody listens', async () => {
    const { code, error } = await plugins(
      write('stray.mjs', "Promise.reject(new Error('stray')); await new Promise(() => {}); export default plugin({});"),
    );
    expect(code).to.equal(3);
    expect(error?.['message']).to.match(/stray/);
  });

  it('gives up on an import that never ends', async () => {
    const file = write('never.mjs', 'await new Promise(() => {});');
    const code = await importPlugin('never', file, 50).then(
      () => 'loaded',
      (error: Error) => error.message,
    );
    expect(code).to.match(/The plugin never cannot be loaded: its import did not end/);
  });
});
