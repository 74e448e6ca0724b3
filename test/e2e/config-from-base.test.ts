import { expect } from 'chai';
import { FIX, PROJECT, WEAK_FIX } from './support/clamp-project.js';
import { ReviewFixture } from './support/review-fixture.js';
import { tec } from './support/tec.js';

interface Seen {
  readonly verdict: string;
  readonly checks: readonly {
    readonly id: string;
    readonly status: string;
    readonly blocking: boolean;
    readonly command?: string;
  }[];
}

describe('tec.config', () => {
  let fixture: ReviewFixture;
  before(() => (fixture = new ReviewFixture()));
  after(() => fixture.remove());

  const lenient = JSON.stringify({
    review: {
      repeat: 1,
      advisory: ['bug/fails-on-base', 'bug/right-reason', 'bug/stable', 'bug/targets-patch', 'tests/untampered'],
    },
  });
  const review = async (changes: Readonly<Record<string, string>>): Promise<Seen> => {
    const patch = fixture.playground.write('changed.patch', fixture.repository.patch(changes));
    const { stdout } = await tec(fixture.args('--patch', patch, '--json'), { env: fixture.playground.env });
    return JSON.parse(stdout) as Seen;
  };

  it('of the patch has no effect: a check that it calls advisory blocks all the same', async () => {
    const { verdict, checks } = await review({ ...WEAK_FIX, 'tec.config.json': lenient });
    expect(verdict).to.equal('NEEDS_REVIEW');
    expect(checks.find(({ id }) => id === 'bug/fails-on-base')).to.include({ status: 'FAIL', blocking: true });
  });

  it('of the work tree has no effect either', async () => {
    fixture.repository.write({ 'tec.config.json': '{"review": {"repeat": 0}}' });
    try {
      const { code } = await tec(fixture.args('--patch', fixture.weakPatch), { env: fixture.playground.env });
      expect(code).to.equal(1);
    } finally {
      fixture.repository.git('checkout', '--quiet', '--', 'tec.config.json');
    }
  });

  it('of the base decides the commands', async () => {
    const configured = new ReviewFixture({
      ...PROJECT,
      'tec.config.json': JSON.stringify({ commands: { test: 'node --test test' }, review: { repeat: 1 } }),
    });
    try {
      const { stdout } = await tec(configured.args('--patch', configured.weakPatch, '--json'), {
        env: configured.playground.env,
      });
      expect((JSON.parse(stdout) as Seen).checks.find(({ id }) => id === 'bug/fails-on-base')?.command).to.equal(
        'node --test test',
      );
    } finally {
      configured.remove();
    }
  });

  it('cannot be made by a patch that is honest otherwise, without being seen', async () => {
    const { verdict, checks } = await review({ ...FIX, 'tec.config.json': lenient });
    expect(verdict).to.equal('NEEDS_REVIEW');
    expect(checks.find(({ id }) => id === 'tests/untampered')?.status).to.equal('FAIL');
  });
});
