import { expect } from 'chai';
import fc from 'fast-check';
import { addedClauses, listItems, titleClauses } from '../../dist/route/clauses.js';
import { stem } from '../../dist/route/stem.js';
import { blankQuotes, readTaskText } from '../../dist/route/task-text.js';
import { tokenise } from '../../dist/route/tokenise.js';

describe('stem', () => {
  for (const family of [['remove', 'removes', 'removed', 'removing'], ['crash', 'crashed', 'crashing'], ['split', 'splits', 'splitting'], ['copy', 'copies', 'copied']]) {
    it(`gives ${family.join(', ')} one form`, () => expect(new Set(family.map(stem)).size).to.equal(1));
  } // prettier-ignore
});

describe('tokenise', () => {
  const shapes = [
    { text: '`parseDate`', form: '<id>' },
    { text: 'parseDate', form: '<id>' },
    { text: 'parse_date', form: '<id>' },
    { text: 'src/a/b.ts', form: '<path>' },
    { text: 'parser.ts', form: '<file>' },
    { text: '--verbose', form: '<flag>' },
    { text: '2.13.0', form: '<version>' },
    { text: '404', form: '<num>' },
  ];
  for (const { text, form } of shapes) {
    it(`makes ${text} the shape ${form}`, () => expect(tokenise(text, 9)[0]?.form).to.equal(form));
  }

  it('gives the same tokens from the cache', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(tokenise(text, 50)).to.deep.equal(tokenise(text, 50));
      }),
    );
  });
});

describe('readTaskText', () => {
  const titles = [
    { title: 'fix(core): the thing', rest: 'the thing', prefixes: ['fix'] },
    { title: '[Bug]: the thing', rest: 'the thing', prefixes: ['bug'] },
    { title: '[no-unused-vars] the thing', rest: 'the thing', prefixes: ['no-unused-vars'] },
    { title: 'The thing: a story', rest: 'The thing: a story', prefixes: [] },
    { title: 'fix:', rest: 'fix:', prefixes: [] },
  ];
  for (const { title, rest, prefixes } of titles) {
    it(`splits “${title}”`, () => {
      const text = readTaskText(title, '');
      expect({ rest: text.title, prefixes: text.prefixes }).to.deep.equal({ rest, prefixes });
    });
  }

  it('leaves out code blocks, comments and links', () => {
    const { prose } = readTaskText(
      't',
      'before\n```js\nthrow 1\n```\n<!-- hidden --> see https://example.org/fix after',
    );
    expect(prose)
      .to.match(/before/)
      .and.match(/after/);
    expect(prose).to.not.match(/throw|hidden|example/);
  });

  it('reads an open code block to its end as code', () => {
    expect(readTaskText('t', 'before\n```\nthrow 1').prose).to.not.match(/throw/);
  });

  it('finds the headings of a template', () => {
    expect(readTaskText('t', '### Steps to reproduce:\n\n**Expected behavior**\n').headings).to.deep.equal([
      'steps to reproduce',
      'expected behavior',
    ]);
  });

  it('blanks what stands in quotes', () => {
    expect(blankQuotes('Choosing "Extract function" in `menu` fails')).to.equal('Choosing ‹› in ‹› fails');
  });
});

describe('clauses', () => {
  const titles = [
    { title: 'Fix the crash and split the parser', parts: ['Fix the crash', 'split the parser'] },
    { title: 'Move the exporters; add the CSV exporter', parts: ['Move the exporters', 'add the CSV exporter'] },
    { title: 'Search and replace crashes', parts: ['Search and replace crashes'] },
    { title: 'Drag and drop of files', parts: ['Drag and drop of files'] },
    { title: 'Support read and write', parts: ['Support read and write'] },
  ];
  for (const { title, parts } of titles) {
    it(`reads ${parts.length} in “${title}”`, () => expect(titleClauses(title)).to.deep.equal(parts));
  }

  it('reads the items of a list on one line', () => {
    expect(listItems('1) totals are wrong 2) remove the copies 3) allow cards')).to.deep.equal([
      'totals are wrong',
      'remove the copies',
      'allow cards',
    ]);
  });

  it('reads sentences that add something', () => {
    expect(addedClauses('It fails. It also prints nonsense. The end is near.')).to.deep.equal([
      'It also prints nonsense.',
    ]);
  });
});
