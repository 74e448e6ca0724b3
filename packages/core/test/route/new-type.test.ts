import {
  EmbeddedRouter,
  learnRepositoryHabits,
  rowsFromCommits,
  type TypeProfile,
  type TypeRule,
} from '@typed-evidence-chain/core';
import { expect } from 'chai';
import { sampleRules, task } from './sample-rules.js';

const tuning: TypeRule = {
  type: 'TUNING',
  rule: {
    labels: { slow: 3 },
    patterns: [{ in: 'both', pattern: /\b(?:slow|latency|memory use)\b/i, weight: 3, reason: 'speed is named' }],
    examples: [
      { title: 'Rendering takes too much memory' },
      { title: 'Startup takes nine seconds' },
      { title: 'Importing takes minutes on a cold disk' },
      { title: 'Reduce memory of the importer' },
    ],
  },
};

describe('a type that brings a rule and examples only', () => {
  const router = new EmbeddedRouter([...sampleRules, tuning], { scope: null });

  it('is found by its rule', () => {
    expect(router.classify(task('Search is slow', 'The latency is 3 s, memory use is high.')).type).to.equal('TUNING');
  });

  it('is helped by its examples', () => {
    const scoreOf = (rules: readonly TypeRule[]): number => {
      const { type, score, alternatives } = new EmbeddedRouter(rules, { scope: null }).classify(
        task('Exporting takes minutes and much memory'),
        { threshold: 0 },
      );
      return [{ type, score }, ...alternatives].find((entry) => entry.type === 'TUNING')?.score ?? 0;
    };
    const bare: TypeRule = { type: 'TUNING', rule: { patterns: tuning.rule.patterns ?? [] } };
    expect(scoreOf([...sampleRules, tuning])).to.be.greaterThan(scoreOf([...sampleRules, bare]) + 0.02);
  });

  it('leaves the other types alone', () => {
    for (const title of ['The editor crashes on start', 'Add a button', 'Split the parser']) {
      const before = new EmbeddedRouter(sampleRules, { scope: null }).classify(task(title));
      expect(router.classify(task(title)).type).to.equal(before.type);
    }
  });
});

describe('a type without a profile among types that have one', () => {
  /** A profile that knows no word: its bias alone says how likely the type is. */
  const flat = (bias: number): TypeProfile => ({ version: 1, count: 0, scale: 1, bias, features: '' });
  const [repair, wish] = sampleRules as [TypeRule, TypeRule];
  const profiled = (bias: number): TypeRule[] => [
    { ...repair, rule: { ...repair.rule, profile: flat(bias) } },
    { ...wish, rule: { ...wish.rule, profile: flat(0) } },
  ];
  const newcomer: TypeRule = {
    type: 'TUNING',
    rule: {
      patterns: [{ in: 'both', pattern: /\bslow\b/, weight: 2, reason: 'speed is named' }],
      examples: [
        { title: 'Rendering takes memory' },
        { title: 'Import takes memory' },
        { title: 'Start takes memory' },
      ],
    },
  };
  const typeOf = (title: string, bias: number, scope: TypeProfile): string | null =>
    new EmbeddedRouter([...profiled(bias), newcomer], { scope }).classify(task(title), { threshold: 0 }).type;

  it('is named by one clear sign where the others are unsure', () => {
    expect(typeOf('The list is slow', 0, flat(-3))).to.equal('TUNING');
  });

  it('is not named by one clear sign where another type is sure', () => {
    expect(typeOf('The list is slow', 4, flat(-3))).to.equal('REPAIR');
  });

  it('is not named by words of its examples alone, where its rule is silent', () => {
    expect(typeOf('Window takes memory', 0, flat(-3))).to.not.equal('TUNING');
  });

  it('takes its requests out of “none of the types”, where they were before it came', () => {
    const scope = flat(1.5);
    const before = new EmbeddedRouter(profiled(0), { scope }).classify(task('The list is slow'));
    expect(before.abstained?.reason).to.equal('out-of-scope');
    const after = new EmbeddedRouter([...profiled(0), newcomer], { scope }).classify(task('The list is slow'));
    expect(after.type).to.equal('TUNING');
  });

  it('shares with another new type by what each of them says, whatever they are called', () => {
    const twin = (type: string): TypeRule => ({ ...newcomer, type });
    const router = new EmbeddedRouter([...profiled(0), twin('AAA'), twin('ZZZ')], { scope: flat(1) });
    const { score, alternatives } = router.classify(task('The list is slow'), { threshold: 0 });
    const scores = Object.fromEntries(alternatives.map((other) => [other.type, other.score]));
    expect(scores['ZZZ'] ?? scores['AAA']).to.be.closeTo(score, 1e-4);
  });
});

describe('learnRepositoryHabits', () => {
  const commits = Array.from({ length: 60 }, (_, index) =>
    index % 2 === 0 ? `fix: gadget ${index} wobbles` : `feat(ui): gizmo ${index} arrives\n\nbody`,
  );

  it('reads rows out of conventional commits by the prefixes of the rules', () => {
    expect(rowsFromCommits(sampleRules, ['fix(a)!: b c', 'chore: d', 'no prefix', 'feat: e f\n\ng'])).to.deep.equal([
      { title: 'b c', body: '', type: 'REPAIR' },
      { title: 'e f', body: 'g', type: 'WISH' },
    ]);
  });

  it('learns the words of a repository', () => {
    const habits = learnRepositoryHabits(sampleRules, rowsFromCommits(sampleRules, commits));
    const router = new EmbeddedRouter(sampleRules, { scope: null, habits: JSON.parse(JSON.stringify(habits)) });
    expect(router.classify(task('gizmo on the left arrives'), { threshold: 0 }).type).to.equal('WISH');
    expect(router.classify(task('gadget on the left wobbles'), { threshold: 0 }).type).to.equal('REPAIR');
  });

  it('is the same for the same rows and small', () => {
    const rows = rowsFromCommits(sampleRules, commits);
    const habits = learnRepositoryHabits(sampleRules, rows);
    expect(learnRepositoryHabits(sampleRules, rows)).to.deep.equal(habits);
    expect(JSON.stringify(habits).length).to.be.lessThan(20_000);
  });

  it('learns nothing from a handful of rows', () => {
    expect(learnRepositoryHabits(sampleRules, [{ title: 'a b', type: 'WISH' }]).types).to.deep.equal({});
  });
});
