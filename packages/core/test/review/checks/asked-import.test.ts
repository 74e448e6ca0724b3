import { expect } from 'chai';
import { judgeLocation, subjectOf, type LocationContext } from '../../../dist/review/checks/ac/location.js';

const source = `import { readFile } from 'node:fs/promises';
import csv from 'csv';
const punycode = require('punycode/');
`;

const context = {
  head: { read: () => Promise.resolve(Buffer.from(source)) },
  patch: {
    files: [{ status: 'modified', path: 'src/a.js', hunks: [{ newStart: 1, newLines: 3, removed: [], added: [] }] }],
  },
  roles: { of: () => 'production' },
  analysis: { lineKinds: () => Promise.resolve(source.split('\n').map(() => 'import')) },
} as unknown as LocationContext;

const verdict = async (text: string, line: number): Promise<string> =>
  (await judgeLocation({ file: 'src/a.js', line }, subjectOf(text), context)).verdict;

describe('a changed line of an import', () => {
  it('is what a criterion asks for that speaks of imports and names the module', async () => {
    expect(await verdict('Modules of Node are imported with node: in front', 1)).to.equal('witness');
    expect(await verdict('node:fs/promises is imported instead of fs-extra', 1)).to.equal('witness');
    expect(await verdict('url requires `punycode/`, the package, and not the module of Node', 3)).to.equal('witness');
    expect(await verdict('The parser is imported from `csv`', 2)).to.equal('witness');
  });

  it('is nothing where the criterion asks for what the module does', async () => {
    expect(await verdict('Users import csv files', 2)).to.equal('context');
    expect(await verdict('Files are read with node:fs/promises', 1)).to.equal('context');
    expect(await verdict('A name is required', 3)).to.equal('context');
    expect(await verdict('The module `punycode/` is imported', 1)).to.equal('context');
  });
});
