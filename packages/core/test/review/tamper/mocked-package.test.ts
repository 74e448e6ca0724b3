import type { Tree } from '@typed-evidence-chain/core';
import { expect } from 'chai';
import { mocksPackage } from '../../../dist/review/tamper/mocked-package.js';

const tree = (files: Readonly<Record<string, string>>): Tree => ({
  label: 'base',
  id: '1',
  list: async () => Object.keys(files).map((path) => ({ path, mode: '100644' as const, oid: '1', size: 1 })),
  read: async (path) => (files[path] === undefined ? undefined : Buffer.from(files[path])),
  directory: async () => '/nowhere',
});

const base = {
  'package.json': '{ "dependencies": { "axios": "1.0.0", "@a/b": "1.0.0" } }',
  'package-lock.json': '{ "packages": { "node_modules/ms": {} } }',
  'src/store.js': '',
  'src/deep/index.js': '',
  'src/axios.js': '',
};

describe('mocksPackage', () => {
  const cases: [path: string, is: boolean][] = [
    ['src/__mocks__/store.js', false],
    ['src/__mocks__/deep.js', false],
    ['__mocks__/axios.js', true],
    ['__mocks__/@a/b.js', true],
    ['src/deep/__mocks__/axios.js', true],
    ['src/__mocks__/axios.js', true],
    ['src/__mocks__/ms.js', true],
    ['src/__mocks__/nobody-knows.js', true],
    ['packages/x/lib/__mocks__/nobody-knows.js', false],
    ['src/store.js', false],
  ];
  for (const [path, is] of cases) {
    it(`${is ? 'takes' : 'does not take'} ${path} for the mock of a package`, async () =>
      expect(await mocksPackage(tree(base), tree({ ...base, [path]: '' }), path)).to.equal(is));
  }
});
