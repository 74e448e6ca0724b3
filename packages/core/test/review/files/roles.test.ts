import { FileRoles } from '@typed-evidence-chain/core';
import { expect } from 'chai';

describe('FileRoles', () => {
  const cases: Record<string, string> = {
    'src/a.js': 'production',
    'test/a.js': 'test',
    'tests/fixtures/x.json': 'test',
    'packages/a/__tests__/x.ts': 'test',
    'src/a.test.ts': 'test',
    'src/__snapshots__/a.snap': 'test',
    'src/__mocks__/a.js': 'test',
    'tests/test_a.py': 'test',
    'pkg/a_test.go': 'test',
    'test.js': 'test',
    'tests/conftest.py': 'test-config',
    '.mocharc.json': 'test-config',
    'vitest.config.ts': 'test-config',
    '.npmrc': 'test-config',
    'tec.config.json': 'test-config',
    'package.json': 'manifest',
    'packages/a/package.json': 'manifest',
    'pyproject.toml': 'manifest',
    'package-lock.json': 'lock',
    'tsconfig.json': 'tool-config',
    '.github/workflows/ci.yml': 'ci',
    'README.md': 'docs',
    'docs/a.html': 'docs',
    'example-bytes.js': 'docs',
    'src/example-loader/a.js': 'production',
    'src/benchmarks.js': 'production',
    'dist/a.js': 'generated',
    'src/latest/a.js': 'production',
    'src/contest.js': 'production',
  };
  for (const [path, role] of Object.entries(cases)) {
    it(`calls ${path} ${role}`, () => expect(new FileRoles().of(path)).to.equal(role));
  }

  it('takes further test files from the configuration', () => {
    expect(new FileRoles(['checks/**']).of('checks/a.js')).to.equal('test');
  });

  it('calls what the runner configuration loads test-config', () => {
    expect(new FileRoles([], new Set(['test/setup.js'])).of('test/setup.js')).to.equal('test-config');
  });
});
