import { expect } from 'chai';
import { judgeLocation, subjectOf, type LocationContext } from '../../../dist/review/checks/ac/location.js';

const source = `export interface Row {
  name: string;
}

export interface TableOptions {
  header?: boolean;
  footer?: Row;
}
`;

const context = {
  head: { read: () => Promise.resolve(Buffer.from(source)) },
  patch: {
    files: [
      { status: 'modified', path: 'src/types.ts', hunks: [{ newStart: 2, newLines: 6, removed: [], added: [] }] },
    ],
  },
  roles: { of: () => 'production' },
  analysis: { lineKinds: () => Promise.resolve(source.split('\n').map(() => 'type')) },
} as unknown as LocationContext;

const verdict = async (text: string, line: number): Promise<string> =>
  (await judgeLocation({ file: 'src/types.ts', line }, subjectOf(text), context)).verdict;

describe('a changed line of a type', () => {
  it('is what a criterion asks for that names the type', async () => {
    expect(await verdict('TableOptions names the footer', 7)).to.equal('witness');
    expect(await verdict('`Row` has a name', 2)).to.equal('witness');
  });

  it('is nothing where the criterion names another type, or a word that looks like one', async () => {
    expect(await verdict('TableOptions names the footer', 2)).to.equal('context');
    expect(await verdict('Row after row is printed', 2)).to.equal('context');
    expect(await verdict('renderTable prints a footer', 7)).to.equal('context');
  });
});
