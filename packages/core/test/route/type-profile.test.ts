import { EmbeddedRouter } from '@typed-evidence-chain/core';
import { expect } from 'chai';
import fc from 'fast-check';
import { decodeProfile, encodeProfile } from '../../dist/route/type-profile.js';
import { extractFeatures } from '../../dist/route/features.js';
import { task } from './sample-rules.js';

const weights = fc
  .uniqueArray(fc.tuple(fc.nat({ max: 0xffffff }), fc.double({ min: -4, max: 4, noNaN: true })), {
    selector: ([hash]) => hash,
    maxLength: 200,
  })
  .map((entries) => new Map(entries));

describe('a type profile', () => {
  it('comes back as it was stored, to the precision of a byte', () => {
    fc.assert(
      fc.property(weights, fc.double({ min: -5, max: 5, noNaN: true }), (stored, bias) => {
        const profile = encodeProfile(bias, stored);
        const back = decodeProfile(profile);
        expect(back.bias).to.be.closeTo(bias, 1e-4);
        back.hashes.forEach((hash, index) => {
          expect(back.weights[index]).to.be.closeTo(stored.get(hash) as number, profile.scale * 0.51);
        });
      }),
    );
  });

  it('is refused when it is cut short', () => {
    const profile = encodeProfile(0, new Map([[5, 1], [9, 2]])); // prettier-ignore
    expect(() => decodeProfile({ ...profile, features: profile.features.slice(0, 2) })).to.throw(RangeError);
  });

  it('is refused when it was made for another feature extraction', () => {
    const profile = { ...encodeProfile(0, new Map([[5, 1]])), version: 99 };
    expect(() => new EmbeddedRouter([{ type: 'A', rule: { profile } }])).to.throw(/version 99/);
  });

  it('decides where no rule speaks', () => {
    const learned = (title: string): Map<number, number> =>
      new Map([...extractFeatures(title, '').hashes].map((hash) => [hash, 1]));
    const router = new EmbeddedRouter(
      [
        { type: 'A', rule: { profile: encodeProfile(0, learned('alpha beta')) } },
        { type: 'B', rule: { profile: encodeProfile(0, learned('gamma delta')) } },
      ],
      { scope: encodeProfile(0, new Map()) },
    );
    const result = router.classify(task('gamma delta'));
    expect(result).to.include({ type: 'B', decidedBy: 'embedded' });
    expect(result.signals[0]?.reason).to.match(/wording typical of B: “gamma delta”|“delta”/);
  });
});
