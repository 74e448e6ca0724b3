import { selectTests, type TestResult } from '@typed-evidence-chain/core';
import { expect } from 'chai';

const test = (title: string, file = 'test/a.test.js', occurrence = 0): TestResult => ({
  id: { file, title, occurrence },
  status: 'passed',
});

const titles = (
  results: readonly TestResult[],
  name: string | string[] | undefined,
  file = 'test/a.test.js',
): string[] => selectTests(results, { file, name }).map((result) => result.id.title);

describe('selectTests', () => {
  const all = [test('group works'), test('group fails'), test('works'), test('works', 'test/b.test.js')];

  it('takes the exact full title first', () => expect(titles(all, 'works')).to.deep.equal(['works']));
  it('joins an array of titles', () => expect(titles(all, ['group', 'fails'])).to.deep.equal(['group fails']));
  it('understands titles joined by >', () => expect(titles(all, 'group > works')).to.deep.equal(['group works']));
  it('lets a group stand for all of its tests', () =>
    expect(titles(all, 'group')).to.deep.equal(['group works', 'group fails']));
  it('takes all tests of the file without a name', () => expect(titles(all, undefined)).to.have.length(3));
  it('finds nothing for a name that is not there', () => expect(titles(all, 'absent')).to.deep.equal([]));
  it('finds nothing in another file', () => expect(titles(all, 'works', 'test/c.test.js')).to.deep.equal([]));
  it('keeps duplicates apart by occurrence', () => {
    expect(
      selectTests([test('t'), test('t', 'test/a.test.js', 1)], { file: 'test/a.test.js', name: 't' }),
    ).to.have.length(2);
  });
  it('lets a parametrised pytest name stand for its rows', () => {
    const rows = [
      test('test_x[1]', 'tests/test_a.py'),
      test('test_x[2]', 'tests/test_a.py'),
      test('test_xy', 'tests/test_a.py'),
    ];
    expect(titles(rows, 'tests/test_a.py::test_x', 'tests/test_a.py')).to.deep.equal(['test_x[1]', 'test_x[2]']);
  });
  it('takes a test by the file that defines it for another one, and its own file first', () => {
    const from = (file: string, title: string): TestResult => ({
      id: { file, title, occurrence: 0, alsoIn: ['test/cases.js'] },
      status: 'passed',
    });
    const shared = [from('test/a.test.js', 'a case'), from('test/b.test.js', 'b case')];
    expect(titles(shared, 'case', 'test/cases.js')).to.deep.equal(['a case', 'b case']);
    expect(titles([...shared, test('case', 'test/cases.js')], 'case', 'test/cases.js')).to.deep.equal(['case']);
    expect(titles(shared, 'case', 'test/a.test.js')).to.deep.equal(['a case']);
    expect(titles(shared, undefined, 'test/cases.js')).to.have.length(2);
  });
});
