import { expect } from 'chai';
import { withFollowers } from '../../../dist/review/target/follows-declaration.js';
import type { HunkClass, JudgedUnit } from '../../../dist/review/target/change-unit.js';

const unit = (kind: HunkClass, removed: readonly string[], added: readonly string[], path = 'a.js'): JudgedUnit => {
  const place = { oldStart: 1, oldLines: removed.length, newStart: 1, newLines: added.length };
  const hunk = { ...place, removed, added };
  return {
    unit: { id: path, change: { status: 'modified', path, binary: false, hunks: [hunk] }, hunk },
    class: kind,
    reason: '',
  };
};
const declares = unit('necessary', ['function qname (name) {'], ['function qname (name, attribute) {']);
const classOf = (removed: string, added: string, declaration = declares, path?: string): HunkClass | undefined =>
  withFollowers([declaration, unit('unrelated', [removed], [added], path)])[1]?.class;

describe('withFollowers', () => {
  const following: readonly (readonly [
    name: string,
    removed: string,
    added: string,
    declaration?: JudgedUnit,
    path?: string,
  ])[] = [
    ['one more argument', 'var qn = qname(parser.attribName)', 'var qn = qname(parser.attribName, true)'],
    ['a first one', 'run(tag, qname(a.b(c)[0]));', 'run(tag, qname(true, a.b(c)[0]));'],
    [
      'the only one',
      'const now = read();',
      'const now = read({ strict: true });',
      unit('necessary', ['const read = () => {'], ['const read = ({ strict }) => {']),
    ],
    [
      'one that is gone, of a method',
      '    this.write(chunk, encoding);',
      '    this.write(chunk);',
      unit('necessary', ['  async write(chunk, encoding) {'], ['  async write(chunk) {']),
    ],
    [
      'its new name',
      'return list.map(fold).concat(fold(rest));',
      'return list.map(foldSafely).concat(foldSafely(rest));',
      unit('necessary', ['function fold(x) {'], ['function foldSafely(x) {']),
    ],
    [
      'a keyword of Python',
      '    total = price(item)',
      '    total = price(item, net=True)',
      unit('necessary', ['def price(item):'], ['def price(item, net=False):'], 'a.py'),
      'b.py',
    ],
  ];
  for (const [name, removed, added, declaration, path] of following)
    it(`counts a call with ${name} to the hunk that changes what the function takes`, () => {
      expect(classOf(removed, added, declaration, path)).to.equal('covered');
    });

  const others: readonly (readonly [name: string, removed: string, added: string, declaration?: JudgedUnit])[] = [
    ['another function', 'var qn = fold(parser.attribName)', 'var qn = fold(parser.attribName, true)'],
    ['another argument in place of the old one', 'qname(parser.attribName)', 'qname(parser.tagName, true)'],
    [
      'a name that is there beside the old one',
      'return fold(rest);',
      'return foldSafely(rest);',
      unit('necessary', [], ['function foldSafely(x) {']),
    ],
    ['something else on the line', 'if (a) qname(b)', 'if (a || c) qname(b, true)'],
    ['an argument that does something', 'qname(b)', 'qname(b, erase())'],
    ['an argument of a call inside of it', 'qname(fold(b))', 'qname(fold(b, true))'],
    ['the declaration itself', 'function qname (a) {', 'function qname (a, b) {'],
    [
      'a function that takes what it took',
      'qname(b)',
      'qname(b, true)',
      unit('necessary', ['function qname (name) { return 1 }'], ['function qname (name) { return 2 }']),
    ],
    [
      'a function that takes more where the reproduction does not need it',
      'qname(b)',
      'qname(b, true)',
      unit('covered', ['function qname (name) {'], ['function qname (name, attribute) {']),
    ],
  ];
  for (const [name, removed, added, declaration] of others)
    it(`leaves ${name} unrelated`, () => {
      expect(classOf(removed, added, declaration)).to.equal('unrelated');
    });
});
