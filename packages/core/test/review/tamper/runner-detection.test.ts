import { expect } from 'chai';
import { gainedMarkers } from '../../../dist/review/tamper/runner-detection.js';

const at = (file: string, line: number, marker = 'VITEST'): { file: string; line: number; marker: string } => ({
  file,
  line,
  marker,
});

describe('gainedMarkers', () => {
  it('takes a marker that the base had in the same file for an old one', () =>
    expect(gainedMarkers([at('a.js', 1)], [at('a.js', 9)])).to.deep.equal([]));

  it('lets a marker move to another file of the patch', () =>
    expect(gainedMarkers([at('a.js', 1)], [at('b.js', 2)])).to.deep.equal([]));

  it('tells a second one', () =>
    expect(gainedMarkers([at('a.js', 1)], [at('b.js', 2), at('a.js', 3)])).to.deep.equal([at('b.js', 2)]));

  it('tells another marker', () =>
    expect(gainedMarkers([at('a.js', 1, 'TAP')], [at('a.js', 1)])).to.deep.equal([at('a.js', 1)]));
});
