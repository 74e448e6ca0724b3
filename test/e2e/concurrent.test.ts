import { expect } from 'chai';
import { ReviewFixture } from './support/review-fixture.js';
import { snapshot } from './support/snapshot.js';
import { tec } from './support/tec.js';

interface Seen {
  readonly verdict: string;
  readonly patchDigest: string;
  readonly checks: readonly { readonly id: string; readonly status: string }[];
}

describe('two reviews of one repository at the same time', () => {
  it('come to the verdicts that each alone deserves, and leave nothing', async () => {
    const fixture = new ReviewFixture();
    try {
      const { env } = fixture.playground;
      const before = snapshot(fixture.repository.folder);
      const [honest, weak] = await Promise.all([
        tec(fixture.args('--json'), { env }),
        tec(fixture.args('--patch', fixture.weakPatch, '--json'), { env }),
      ]);
      const results = [honest, weak].map(({ stdout }) => JSON.parse(stdout) as Seen);
      expect(results.map(({ verdict }) => verdict)).to.deep.equal(['DONE', 'NEEDS_REVIEW']);
      expect(results[1]?.checks.find(({ id }) => id === 'bug/fails-on-base')?.status).to.equal('FAIL');
      expect(results[0]?.patchDigest).not.to.equal(results[1]?.patchDigest);
      expect(snapshot(fixture.repository.folder)).to.deep.equal(before);
      expect(fixture.playground.leftovers()).to.deep.equal([]);
    } finally {
      fixture.remove();
    }
  });
});
