/** A program that unpacks files below a folder, and lets `..` out of it. */
export const archive = {
  'package.json': '{ "name": "archive", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/paths.js': `import path from 'node:path';

export function target(root, name) {
  return path.posix.join(root, name);
}
`,
  'src/report.js': `export function report(names) {
  return names.join('\\n');
}
`,
  'test/paths.test.js': `import test from 'node:test';
import assert from 'node:assert';
import { target } from '../src/paths.js';

test('puts a file below the root', () => {
  assert.equal(target('/srv', 'a.txt'), '/srv/a.txt');
});
`,
};

export const blocked = archive['src/paths.js'].replace(
  '  return path.posix.join(root, name);',
  `  const full = path.posix.join(root, name);
  if (full !== root && !full.startsWith(root + '/')) throw new RangeError('outside of the root: ' + name);
  return full;`,
);

export const exploit = `import test from 'node:test';
import assert from 'node:assert';
import { target } from '../src/paths.js';

test('a name with two dots stays below the root', () => {
  let where = 'refused';
  try {
    where = target('/srv', '../etc/passwd');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  assert.equal(where, 'refused');
});

test('a folder below the root is fine', () => {
  assert.equal(target('/srv', 'a/../b.txt'), '/srv/b.txt');
});
`;

export const anotherExploit = `
test('a name with a null byte is refused', () => {
  assert.throws(() => target('/srv', 'a.txt\\0.png'));
});
`;

/** Attacks in a file of their own, run over the program and over a stand-in that was never vulnerable. */
export const sharedAttacks = {
  'spec/attacks.js': `import test from 'node:test';
import assert from 'node:assert';

export const attacks = (target) =>
  test('a name with two dots stays below the root', () => {
    let where = 'refused';
    try {
      where = target('/srv', '../etc/passwd');
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    assert.equal(where, 'refused');
  });
`,
  'test/traversal.test.js': `import { describe } from 'node:test';
import { attacks } from '../spec/attacks.js';
import { target } from '../src/paths.js';

describe('the program', () => attacks(target));
describe('the strict one', () =>
  attacks(() => {
    throw new RangeError('no');
  }));
`,
};

export const poc = `import { target } from './src/paths.js';
try {
  process.exit(target('/srv', '../etc/passwd') === '/etc/passwd' ? 3 : 4);
} catch (error) {
  process.exit(error instanceof RangeError ? 0 : 5);
}
`;

export const task = {
  title: 'Path traversal: an archive can write outside of its folder',
  body: 'A crafted archive with `../` in a name lets an attacker overwrite arbitrary files.',
  acceptanceCriteria: ['A name that leads out of the root is refused'],
};

/** A program that uses a vulnerable dependency; the installed tree is what the lock file says. */
export const lock = (version: string): string =>
  `${JSON.stringify(
    {
      name: 'archive',
      lockfileVersion: 3,
      packages: {
        '': { dependencies: { untar: '^1.0.0' } },
        'node_modules/untar': { version },
        'node_modules/cli/node_modules/untar': { version },
      },
    },
    null,
    2,
  )}\n`;
