import { expect } from 'chai';
import { subjectOf } from '../../../dist/review/checks/ac/location.js';

describe('subjectOf', () => {
  for (const text of ['The README names the option', 'CHANGES mentions it', 'It is in the release notes'])
    it(`is about documents: ${text}`, () => expect(subjectOf(text).docs).to.equal(true));
  for (const text of ['Changes of a cart are saved', 'The history has no gaps', 'news are sorted by date'])
    it(`is not about documents: ${text}`, () => expect(subjectOf(text).docs).to.equal(false));
});
