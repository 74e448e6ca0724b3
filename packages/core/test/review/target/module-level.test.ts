import { expect } from 'chai';
import type { LineKind, ModuleScope } from '@typed-evidence-chain/core';
import { isLevelUsed, type RecordedFile } from '../../../dist/review/target/module-level.js';

/** `executed`: lines that ran while the named tests did. */
function file(
  path: string,
  lines: readonly string[],
  statements: readonly [fromLine: number, toLine: number, ...binds: string[]][],
  bodies: ModuleScope['bodies'],
  executed: readonly number[],
  isReproduction = false,
): RecordedFile {
  return {
    path,
    source: lines.join('\n'),
    kinds: lines.map((line): LineKind => (line.startsWith('import') ? 'import' : 'code')),
    scope: { statements: statements.map(([fromLine, toLine, ...binds]) => ({ fromLine, toLine, binds })), bodies },
    coverage: { file: path, lines: {}, named: Object.fromEntries(executed.map((line) => [line, 1])) },
    isReproduction,
  };
}

const units = (executed: readonly number[]): RecordedFile =>
  file(
    'units.js',
    ['const OUNCE = 28;', 'const GRAMS = { oz: OUNCE };', 'function toGrams(unit) {', '  return GRAMS[unit];', '}'],
    [
      [1, 1, 'OUNCE'],
      [2, 2, 'GRAMS'],
      [3, 5, 'toGrams'],
    ],
    [{ fromLine: 4, toLine: 4 }],
    executed,
  );
const loaded = [1, 2];

describe('isLevelUsed', () => {
  it('does not hold for a table that was only loaded', () =>
    expect(isLevelUsed(units(loaded), [2], [])).to.equal(false));
  it('holds for a table that an executed line uses', () =>
    expect(isLevelUsed(units([...loaded, 4]), [2], [])).to.equal(true));
  it('holds for a constant that such a table is made of', () =>
    expect(isLevelUsed(units([...loaded, 4]), [1], [])).to.equal(true));

  const user = (lines: readonly string[], binds: string, executed: readonly number[]): RecordedFile =>
    file('user.js', lines, [[1, 1, binds]], [{ fromLine: 3, toLine: 3 }], executed);
  const importing = ["import { GRAMS as G } from './units.js';", 'function f() {', '  return G.oz;', '}'];

  it('holds for what another file imports and uses, by whatever name', () =>
    expect(isLevelUsed(units(loaded), [2], [user(importing, 'G', [1, 3])])).to.equal(true));
  it('does not hold for what another file only imports', () =>
    expect(isLevelUsed(units(loaded), [2], [user(importing, 'G', [1])])).to.equal(false));
  it('does not hold for a name that another file gives a value of its own', () => {
    const other = ['const GRAMS = {};', 'function f() {', '  return GRAMS.oz;', '}'];
    expect(isLevelUsed(units(loaded), [2], [user(other, 'GRAMS', [1, 3])])).to.equal(false);
  });
  it('holds for what a test reads by itself', () => {
    const test = file('t.js', ["import { GRAMS } from './units.js';", 'equal(GRAMS.oz, 28);'], [], [], [1, 2], true);
    expect(isLevelUsed(units(loaded), [2], [test])).to.equal(true);
  });

  describe('an attribute that holds a function', () => {
    const lines = [
      'class A {',
      '  constructor() {',
      '    on(this.hit);',
      '  }',
      '  hit = () => {',
      '    f();',
      '  };',
      '}',
    ];
    const made = (line: string): RecordedFile => {
      const text = lines.with(2, line);
      const plain = file(
        'a.js',
        text,
        [[1, 8, 'A']],
        [
          { fromLine: 3, toLine: 3 },
          { fromLine: 6, toLine: 6 },
        ],
        [1, 3],
      );
      const member = { fromLine: 5, toLine: 5, binds: ['hit'], isMember: true } as const;
      return { ...plain, scope: { ...plain.scope, statements: [...plain.scope.statements, member] } };
    };
    it('counts where an executed line hands it on', () =>
      expect(isLevelUsed(made('    on(this.hit);'), [5], [])).to.equal(true));
    it('does not count for its class alone', () =>
      expect(isLevelUsed(made('    on(new A());'), [5], [])).to.equal(false));
  });
});
