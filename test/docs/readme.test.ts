import { expect } from 'chai';
import { readDocument } from './support.js';

describe('README.md', () => {
  it('quotes the host snippet as it is compiled', () => {
    expect(readDocument('README.md')).to.include(
      `\`\`\`ts\n${readDocument('examples/host-snippet/review-change.ts')}\`\`\``,
    );
  });
});
