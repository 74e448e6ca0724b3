import { expect } from 'chai';
import { changedValues } from '../../../dist/review/target/changed-values.js';

const of = (before: string, after: string, path = 'src/a.js'): string | undefined => {
  const [removed, added] = [before.split('\n'), after.split('\n')];
  return changedValues({
    id: path,
    change: { path, status: 'modified', hunks: [] } as never,
    hunk: { oldStart: 1, oldLines: removed.length, newStart: 1, newLines: added.length, removed, added },
  });
};

describe('changedValues', () => {
  it('tells another default', () =>
    expect(of('f({ limit = 100, on = true })', 'f({ limit = 10_000, on = true })')).to.equal('100 to 10_000'));
  it('tells another truth value', () => expect(of('strict=True', 'strict=False', 'a.py')).to.equal('True to False'));
  it('has nothing to tell of other code', () => expect(of('if (n < 1) f();', 'if (n <= 1) f();')).to.equal(undefined));
  it('has nothing to tell of a value in new code', () => expect(of('f(1);', 'f(2, g);')).to.equal(undefined));
  it('has nothing to tell of a text', () => expect(of("fail('1 left');", "fail('2 left');")).to.equal(undefined));
  it('has nothing to tell of other white space', () => expect(of('f(1);', '  f( 1 );')).to.equal(undefined));
  it('lets versions be', () => expect(of('  patch: 2,', '  patch: 3,', 'src/versions.ts')).to.equal(undefined));
});
