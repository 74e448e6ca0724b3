import { expect } from 'chai';
import { dependencies, type ConcernedPackage } from '../dist/checks/dependencies.js';
import { lockedVersions } from '../dist/dependencies/locked-versions.js';
import { lock } from './suite/archive.js';

const about = (entry: Partial<ConcernedPackage>, source = 'package-lock.json', unreadable: readonly string[] = []) =>
  dependencies(
    { packages: [{ name: 'untar', wish: '^1.4.2', base: ['1.4.1'], head: ['1.4.2'], ...entry }], source, unreadable },
    [{ id: 'GHSA-1', package: 'untar', affected: '<1.4.2' }],
  );

describe('security/dependencies', () => {
  const cases = [
    { when: 'the locked version is mended', check: about({}), status: 'PASS' },
    {
      when: 'an affected copy is left below another package',
      check: about({ head: ['1.4.2', '1.3.0'] }),
      status: 'FAIL',
    },
    { when: 'only the wish has changed', check: about({ head: ['1.4.1'] }), status: 'FAIL' },
    { when: 'the base was not affected', check: about({ base: ['1.4.2'] }), status: 'FAIL' },
    { when: 'the package is gone', check: about({ wish: undefined, head: [] }), status: 'PASS' },
    { when: 'it is wished for and nowhere to be found', check: about({ head: [] }), status: 'FAIL' },
    { when: 'the lock file cannot be read', check: about({}, 'bun.lockb', ['bun.lockb']), status: 'NOT_RUN' },
    {
      when: 'no dependency is concerned',
      check: dependencies({ packages: [], source: '', unreadable: [] }, []),
      status: 'N/A',
    },
  ];
  for (const { when, check, status } of cases)
    it(`is ${status} when ${when}`, () => expect(check.status).to.equal(status));
});

describe('lockedVersions', () => {
  const files = [
    { path: 'package-lock.json', text: lock('1.4.1') },
    { path: 'package-lock.json', text: '{"lockfileVersion":1,"dependencies":{"untar":{"version":"1.4.1"}}}' },
    {
      path: 'a/pnpm-lock.yaml',
      text: "lockfileVersion: '9.0'\n\npackages:\n\n  untar@1.4.1:\n    resolution: {}\n\nsnapshots:\n\n  other@2.0.0: {}\n",
    },
    { path: 'yarn.lock', text: '# yarn lockfile v1\n\nuntar@^1.0.0, untar@^1.4.0:\n  version "1.4.1"\n' },
    { path: 'yarn.lock', text: '"untar@npm:^1.0.0":\n  version: 1.4.1\n  resolution: x\n' },
    { path: 'uv.lock', text: 'version = 1\n\n[[package]]\nname = "untar"\nversion = "1.4.1"\n' },
  ];
  for (const { path, text } of files) {
    it(`reads ${path}: ${text.slice(0, 24).replaceAll('\n', ' ')}…`, () =>
      expect([...(lockedVersions(path, text) ?? [])]).to.deep.equal([['untar', ['1.4.1']]]));
  }
  it('keeps names with a scope', () =>
    expect(
      lockedVersions('pnpm-lock.yaml', "packages:\n\n  '@a/b@1.0.0(c@2.0.0)':\n    x: 1\n")?.get('@a/b'),
    ).to.deep.equal(['1.0.0']));
  it('does not know other formats', () => expect(lockedVersions('bun.lockb', 'x')).to.equal(undefined));
  it('does not trust what cannot be parsed', () =>
    expect(lockedVersions('package-lock.json', '<<<<<<< HEAD')).to.equal(undefined));
});
