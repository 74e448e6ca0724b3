import { createChain } from '@typed-evidence-chain/chain';
import { describePlugin, locationOf } from '@typed-evidence-chain/core/testing';
import security from 'tec-plugin-security';
import { anotherExploit, archive, blocked, exploit, lock, poc, sharedAttacks, task } from './suite/archive.js';

const file = 'test/traversal.test.js';
const attack = { file, name: 'a name with two dots stays below the root' };
const honestUse = { file, name: 'a folder below the root is fine' };
const evidence = { exploit: { tests: [attack] }, controls: { tests: [honestUse] } };
const change = { 'src/paths.js': blocked, [file]: exploit };
const locations = [locationOf({ 'src/paths.js': blocked }, 'src/paths.js', 'RangeError')];
const acCoverage = [{ criterion: 'AC1', status: 'covered' as const, locations }];
const honest = { base: archive, task, change, evidence, acCoverage };
const advisories = [{ id: 'GHSA-xxxx-yyyy-zzzz', package: 'untar', affected: '<1.4.2' }];

describePlugin(
  security,
  {
    routes: [
      { name: 'an attack by its name', reason: 'path traversal is a known kind of attack', task },
      {
        name: 'an advisory',
        reason: 'the number of an advisory is named',
        task: { title: 'Fix CVE-2024-12345 in the parser', body: 'A crafted file crashes the server.' },
      },
      {
        name: 'a wrong result without an attacker',
        reason: 'nobody gains anything by it',
        task: { title: 'Report prints names in the wrong order', body: 'Expected: a, b. Actual: b, a.' },
        to: 'elsewhere',
      },
    ],
    malformed: [
      { name: 'neither tests nor a script', reason: 'there is nothing to run', evidence: { exploit: { tests: [] } } },
      {
        name: 'a script that ends in one way only',
        reason: 'blocked and working could not be told apart',
        evidence: {
          exploit: { script: { command: 'node poc.mjs', expect: { base: { exitCode: 0 }, head: { exitCode: 0 } } } },
        },
      },
    ],
    accepts: [
      {
        ...honest,
        name: 'an exploit test with a control',
        reason: 'works before, is blocked after, and honest use goes on',
      },
      {
        ...honest,
        name: 'a change without a submission',
        reason: 'the red test is the exploit, the green one the control',
        evidence: undefined,
      },
      {
        ...honest,
        name: 'an attack that is run over a safe implementation, too',
        reason: 'the name stands for both, and one of them is vulnerable',
        change: { 'src/paths.js': blocked, ...sharedAttacks },
        evidence: { exploit: { tests: [{ file: 'spec/attacks.js', name: attack.name }] } },
      },
      {
        ...honest,
        name: 'an exploit script',
        reason: 'it ends with 3 where it works and with 0 where it is blocked',
        change: { ...change, 'poc.mjs': poc },
        evidence: {
          exploit: { script: { command: 'node poc.mjs', expect: { base: { exitCode: 3 }, head: { exitCode: 0 } } } },
          controls: { tests: [honestUse] },
        },
      },
    ],
    rejects: [
      {
        ...honest,
        name: 'an exploit that does not work on the base',
        reason: 'the name stays below the root there, too',
        check: 'security/exploit-works-on-base',
        change: {
          ...change,
          [file]: exploit
            .replace("'../etc/passwd'", "'a/../../srv/etc'")
            .replace("assert.equal(where, 'refused')", "assert.equal(where, '/srv/etc')"),
        },
      },
      {
        ...honest,
        name: 'an exploit that fails for a name of the change',
        reason: 'it asks for an export that is not there yet, and attacks nothing',
        check: 'security/exploit-works-on-base',
        change: {
          'src/paths.js': `${blocked}\nexport const isInside = (root, name) => !name.includes('..') && root !== name;\n`,
          [file]: exploit
            .replace('import { target }', 'import * as paths')
            .replace(
              "where = target('/srv', '../etc/passwd')",
              "where = paths.isInside('/srv', '../x') ? 'open' : 'refused'",
            )
            .replaceAll('target(', 'paths.target('),
        },
      },
      {
        ...honest,
        name: 'a block that is easily got round',
        reason: 'only one way of writing the attack is refused',
        check: 'security/exploit-blocked-on-head',
        also: ['tests/no-regression'],
        change: {
          ...change,
          'src/paths.js': blocked.replace("!full.startsWith(root + '/')", "name.startsWith('/..')"),
        },
      },
      {
        ...honest,
        name: 'a file in which one of two exploits still works',
        reason: 'without names, every test of the file that fails on both sides counts',
        check: 'security/exploit-blocked-on-head',
        also: ['tests/no-regression'],
        change: { ...change, [file]: exploit + anotherExploit },
        evidence: undefined,
      },
      {
        ...honest,
        name: 'a change that refuses everything',
        reason: 'the exploit is blocked, and so is every honest use',
        check: 'security/controls-pass',
        also: ['tests/no-regression'],
        change: {
          ...change,
          'src/paths.js': blocked.replace("full !== root && !full.startsWith(root + '/')", 'full !== root'),
        },
      },
      {
        ...honest,
        name: 'controls that never touch the program',
        reason: 'they pass whatever the change does',
        check: 'security/controls-pass',
        change: {
          ...change,
          [file]: exploit.replace("assert.equal(target('/srv', 'a/../b.txt'), '/srv/b.txt')", 'assert.ok(true)'),
          'test/idle.test.js': "import test from 'node:test';\ntest('idle', () => {});\n",
        },
        evidence: { ...evidence, controls: { tests: [{ file: 'test/idle.test.js' }] } },
      },
      {
        ...honest,
        name: 'something else in the same change',
        reason: 'neither the exploit nor the controls run the report',
        check: 'security/reaches-sink',
        change: {
          ...change,
          'src/report.js': "export function report(names) {\n  return [...names].sort().join(', ');\n}\n",
        },
      },
      {
        ...honest,
        name: 'a dependency that is wished away only',
        reason: 'the manifest asks for the mended version, and the lock file still has the affected one',
        check: 'security/dependencies',
        base: {
          ...archive,
          'package.json': archive['package.json'].replace(
            '"scripts"',
            '"dependencies": { "untar": "^1.0.0" }, "scripts"',
          ),
          'package-lock.json': lock('1.4.1'),
        },
        evidence: { ...evidence, advisories },
      },
    ],
  },
  { createChain },
);
