import { join } from 'node:path';
import { expect } from 'chai';
import { ReviewFixture } from './support/review-fixture.js';
import { ROOT } from './support/root.js';
import { startNode } from './support/run-command.js';

const SNIPPET = join(ROOT, 'examples/host-snippet/dist/review-change.js');

describe('the host snippet of the README', () => {
  it('reviews a change, hears each check and reads evidence with its type', async () => {
    const fixture = new ReviewFixture();
    try {
      const { repository, patch, submission, playground } = fixture;
      const { code, stdout, stderr } = await startNode([SNIPPET, repository.folder, patch, submission], {
        env: playground.env,
      }).ended;
      expect(stderr).to.match(/^PASS +bug\/fails-on-base: /m);
      expect(stdout.trim().split('\n')).to.deep.equal(['1 reproduction tests', 'DONE']);
      expect(code).to.equal(0);
      expect(playground.leftovers()).to.deep.equal([]);
    } finally {
      fixture.remove();
    }
  });
});
