import type { Tree } from '@typed-evidence-chain/core';
import { expect } from 'chai';
import { findSetupFiles } from '../../../dist/review/files/setup-files.js';

const tree = (files: Record<string, string>): Tree => ({
  label: 'base',
  id: 'x',
  list: async () => Object.keys(files).map((path) => ({ path, mode: '100644' as const, oid: path, size: 0 })),
  read: async (path) => (files[path] === undefined ? undefined : Buffer.from(files[path])),
  directory: async () => '/',
});

const found = async (files: Record<string, string>): Promise<string[]> =>
  [...(await findSetupFiles(tree(files)))].sort();

describe('findSetupFiles', () => {
  it('finds what a loader flag of a script names', async () => {
    const files = {
      'package.json': '{"scripts":{"test":"mocha -r ./test/boot.js test/a.js"}}',
      'test/boot.js': '',
      'test/a.js': '',
    };
    expect(await found(files)).to.deep.equal(['test/boot.js']);
  });

  it('takes no test for a set-up file because a script lists it', async () => {
    const files = { 'package.json': '{"scripts":{"test":"tape test/stringify.js"}}', 'test/stringify.js': '' };
    expect(await found(files)).to.deep.equal([]);
  });

  it('reads the fields of a JSON configuration, without those that list tests', async () => {
    const files = {
      '.mocharc.json': '{"require":["./test/chai.js"],"spec":["test/a.js"]}',
      'test/chai.js': '',
      'test/a.js': '',
    };
    expect(await found(files)).to.deep.equal(['test/chai.js']);
  });

  it('reads set-up files of a runner in package.json', async () => {
    const files = {
      'package.json': '{"jest":{"setupFilesAfterEnv":["<rootDir>/test/matchers.js"]}}',
      'test/matchers.js': '',
    };
    expect(await found(files)).to.deep.equal(['test/matchers.js']);
  });

  it('finds set-up files by their names in a configuration that is a program', async () => {
    const files = {
      'vitest.config.ts': "export default { test: { setupFiles: ['./test/setup.ts'], include: ['test/a.ts'] } };",
      'test/setup.ts': '',
      'test/a.ts': '',
    };
    expect(await found(files)).to.deep.equal(['test/setup.ts']);
  });
});
