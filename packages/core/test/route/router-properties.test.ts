import { EmbeddedRouter, HIGH_CONFIDENCE, type TypeRule } from '@typed-evidence-chain/core';
import { expect } from 'chai';
import fc from 'fast-check';
import { sampleRules, task } from './sample-rules.js';

const words = fc.constantFrom(
  'fix', 'add', 'split', 'crashes', 'the', 'parser', 'and', 'also', 'tidy', 'broken', 'support', '?', 'how', 'do', 'I',
  '`x`', '"fix"', '1)', '-', 'docs', 'it', 'is', ';', 'a', 'mess', 'stack trace', '\n', '###', 'fails',
); // prettier-ignore
const sentence = fc.array(words, { maxLength: 14 }).map((parts) => parts.join(' '));
const anyText = fc.oneof(sentence, fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 300 }));
const anyTask = fc.record({
  title: anyText,
  body: anyText,
  labels: fc.array(fc.oneof(fc.constantFrom('bug', 'enhancement', 'question', 'constructor'), fc.string()), {
    maxLength: 3,
  }),
});
const unrelated: TypeRule = {
  type: 'AAA_OTHER',
  rule: {
    labels: { zebra: 3 },
    patterns: [{ in: 'both', pattern: /\bzebra crossing\b/i, weight: 3, reason: 'zebras' }],
    examples: [{ title: 'Paint the zebra crossing' }, { title: 'Another zebra crossing near school' }],
  },
};
const router = new EmbeddedRouter(sampleRules);

describe('EmbeddedRouter, for every text', () => {
  it('gives a score from 0 to 1 and never throws', () => {
    fc.assert(
      fc.property(anyTask, fc.double({ min: 0, max: 1, noNaN: true }), (input, threshold) => {
        const result = router.classify(input, { threshold });
        for (const { score } of [result, ...result.alternatives]) expect(score).to.be.within(0, 1);
        expect(result.type === null).to.equal(result.abstained !== undefined);
      }),
      { numRuns: 400 },
    );
  });

  it('does not depend on the order of the plugins', () => {
    fc.assert(
      fc.property(anyTask, fc.shuffledSubarray([...sampleRules], { minLength: sampleRules.length }), (input, rules) => {
        expect(new EmbeddedRouter(rules).classify(input)).to.deep.equal(router.classify(input));
      }),
      { numRuns: 60 },
    );
  });

  it('keeps a classification of high confidence when an unrelated plugin is added', () => {
    const larger = new EmbeddedRouter([unrelated, ...sampleRules]);
    fc.assert(
      fc.property(anyTask, (input) => {
        const before = router.classify(input);
        if (before.type !== null && before.score >= HIGH_CONFIDENCE) {
          expect(larger.classify(input).type).to.equal(before.type);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('says the same twice', () => {
    fc.assert(
      fc.property(anyTask, (input) => {
        expect(router.classify(input)).to.deep.equal(router.classify(input));
      }),
    );
  });

  it('reads a bounded part of a huge body', () => {
    const start = 'A stack trace is below. '.repeat(300);
    const short = router.classify(task('It fails', start));
    expect(router.classify(task('It fails', start + 'also add a button; '.repeat(60_000)))).to.deep.equal(short);
  });
});
