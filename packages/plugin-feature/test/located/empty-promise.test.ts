import { expect } from 'chai';
import { answersForNow, undefinedErrors } from '../../dist/located/empty-promise.js';

describe('a body', () => {
  it('of one constant with a promise in a comment answers for now', () => {
    expect(answersForNow('{\n    // TODO: count them\n    return 1;\n  }')).to.equal('// TODO: count them');
    expect(answersForNow('# FIXME later\n    return True')).to.equal('# FIXME later');
  });

  it('of one constant without a promise is an answer', () => {
    expect(answersForNow('{ return true; }')).to.equal(undefined);
  });

  it('that does something may say what is still to come', () => {
    expect(answersForNow('{\n  // TODO: faster\n  return list.length / total;\n}')).to.equal(undefined);
  });
});

describe('an error that is thrown', () => {
  const body = "{ throw new WordError('no word'); }";

  it('has to be defined somewhere in its module', () => {
    expect(undefinedErrors(body, `export function find() ${body}\n`)).to.deep.equal(['WordError']);
  });

  for (const [name, source] of [
    ['declared', `class WordError extends Error {}\nexport function find() ${body}\n`],
    ['imported', `import { WordError } from './errors.js';\nexport function find() ${body}\n`],
    ['required', `const { WordError } = require('./errors');\nexports.find = function () ${body};\n`],
    ['a parameter', `module.exports = ({ WordError }) => ({ find() ${body} });\n`],
    ['in a script that shares the names of a page', `function find() ${body}\n`],
  ] as const) {
    it(`may be ${name}`, () => {
      expect(undefinedErrors(body, source)).to.deep.equal([]);
    });
  }

  it('may be one of the language', () => {
    const range = "{ throw new RangeError('no'); }";
    expect(undefinedErrors(range, `export function find() ${range}\n`)).to.deep.equal([]);
  });
});
