import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { bugSubmission, PROJECT } from './support/clamp-project.js';
import { ReviewFixture } from './support/review-fixture.js';
import { ROOT } from './support/root.js';
import { tec } from './support/tec.js';

interface Shown {
  readonly schema: string;
  readonly error: { readonly code: string; readonly message: string; readonly remedy?: string };
}

describe('bad input', () => {
  let fixture: ReviewFixture;
  before(() => (fixture = new ReviewFixture()));
  after(() => fixture.remove());
  afterEach(() => expect(fixture.playground.leftovers()).to.deep.equal([]));

  const write = (name: string, content: string | object): string => fixture.playground.write(name, content);
  const refused = async (
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
  ): Promise<{ code: number | null; error: Shown['error'] }> => {
    const { code, stdout, stderr } = await tec([...args, '--json'], { env: { ...fixture.playground.env, ...env } });
    const shown = JSON.parse(stdout) as Shown;
    expect(shown.schema).to.equal('tec/error/v1');
    expect(stderr.match(/^tec: /gm)).to.have.length(1);
    expect(stderr)
      .to.include(shown.error.message)
      .and.not.to.match(/^\s+at /m);
    return { code, error: shown.error };
  };

  const cases: readonly { when: string; args: () => readonly string[]; code: string; exit: number; says: RegExp }[] = [
    {
      when: 'the task file is missing',
      args: () => fixture.args('--task', 'none.json'),
      code: 'input/file-missing',
      exit: 2,
      says: /none\.json does not exist/,
    },
    {
      when: 'the patch file is missing',
      args: () => fixture.args('--patch', 'none.patch'),
      code: 'input/file-missing',
      exit: 2,
      says: /none\.patch does not exist/,
    },
    {
      when: 'the submission file is missing',
      args: () => fixture.args('--submission', 'none.json'),
      code: 'input/file-missing',
      exit: 2,
      says: /none\.json does not exist/,
    },
    {
      when: 'the base is unknown',
      args: () => fixture.args('--base', 'no-such-branch'),
      code: 'input/unknown-ref',
      exit: 2,
      says: /no-such-branch/,
    },
    {
      when: 'the folder is not in a repository',
      args: () => {
        const folder = join(fixture.playground.folder, 'plain');
        mkdirSync(folder, { recursive: true });
        return fixture.args('--repo', folder);
      },
      code: 'input/not-a-repository',
      exit: 2,
      says: /plain/,
    },
    {
      when: 'the task is broken JSON',
      args: () => fixture.args('--task', write('broken.json', '{"title": ')),
      code: 'input/not-parsable',
      exit: 2,
      says: /JSON/,
    },
    {
      when: 'the task has no title',
      args: () => fixture.args('--task', write('untitled.json', {})),
      code: 'input/schema',
      exit: 2,
      says: /title/,
    },
    {
      when: 'the evidence is the block of another type',
      args: () =>
        fixture.args(
          '--submission',
          write('block.json', { ...bugSubmission(), evidence: { nonRegression: { tests: [] } } }),
        ),
      code: 'input/evidence',
      exit: 2,
      says: /BUG/,
    },
    {
      when: 'the patch is prose',
      args: () => fixture.args('--patch', write('prose.patch', 'make it work\n')),
      code: 'input/not-a-patch',
      exit: 2,
      says: /patch/,
    },
    {
      when: 'there is no change',
      args: () => fixture.args().filter((arg) => arg !== '--patch' && arg !== fixture.patch),
      code: 'input/usage',
      exit: 2,
      says: /no change/,
    },
    {
      when: 'a flag is unknown',
      args: () => fixture.args('--sanbox', 'none'),
      code: 'input/usage',
      exit: 2,
      says: /sanbox/,
    },
    {
      when: 'no plugin has the type',
      args: () => fixture.args('--type', 'CHORE'),
      code: 'input/usage',
      exit: 2,
      says: /CHORE/,
    },
    {
      when: 'the configuration has an unknown key',
      args: () => fixture.args('--config', write('tec.config.json', { reviews: {} })),
      code: 'config/invalid',
      exit: 2,
      says: /reviews/,
    },
  ];
  for (const { when, args, code, exit, says } of cases) {
    it(`is ${code} with exit code ${exit} when ${when}`, async function () {
      if (when === 'a flag is unknown') {
        // Commander has its own words for wrong usage; the error object is the same.
        const { code: ended, stdout } = await tec([...args(), '--json'], { env: fixture.playground.env });
        expect(ended).to.equal(exit);
        expect((JSON.parse(stdout) as Shown).error.code).to.equal(code);
        return;
      }
      const { code: ended, error } = await refused(args());
      expect(ended).to.equal(exit);
      expect(error.code).to.equal(code);
      expect(error.message).to.match(says);
    });
  }

  it('is workspace/git-missing with exit code 3 when git is not on the PATH', async () => {
    const empty = join(fixture.playground.folder, 'no-programs');
    mkdirSync(empty, { recursive: true });
    const { code, error } = await refused(fixture.args(), { PATH: empty });
    expect(code).to.equal(3);
    expect(error.code).to.equal('workspace/git-missing');
    expect(error.remedy).to.match(/[Ii]nstall git/);
  });

  it('is plugin/duplicate-type with exit code 2 and both names when two plugins claim a type', async () => {
    const bug = pathToFileURL(join(ROOT, 'packages/plugin-bug/dist/index.js')).href;
    const plugin = write('rival/index.mjs', `import bug from ${JSON.stringify(bug)};\nexport default { ...bug };\n`);
    write('rival/package.json', { name: 'rival-bug-plugin', version: '1.0.0' });
    const { code, error } = await refused(fixture.args('--config', write('rival.json', { plugins: [plugin] })));
    expect(code).to.equal(2);
    expect(error.code).to.equal('plugin/duplicate-type');
    expect(error.message).to.include('@typed-evidence-chain/plugin-bug').and.to.include('rival-bug-plugin');
  });

  it('writes the error object to the file of --json FILE', async () => {
    const file = join(fixture.playground.folder, 'error.json');
    const { code, stdout } = await tec(fixture.args('--task', 'none.json', '--json', file), {
      env: fixture.playground.env,
    });
    expect(code).to.equal(2);
    expect(stdout).to.equal('');
  });
});

describe('a change that cannot be measured', () => {
  const reviewed = async (
    files: typeof PROJECT,
  ): Promise<{
    code: number | null;
    result: { verdict: string; checks: readonly { id: string; status: string; summary: string }[] };
    left: readonly string[];
  }> => {
    const fixture = new ReviewFixture(files);
    try {
      const { code, stdout } = await tec(fixture.args('--json'), { env: fixture.playground.env });
      return { code, result: JSON.parse(stdout), left: fixture.playground.leftovers() };
    } finally {
      fixture.remove();
    }
  };

  it('is NEEDS_REVIEW, with the reason, where the repository has no test command', async () => {
    const { code, result, left } = await reviewed({
      ...PROJECT,
      'package.json': JSON.stringify({ name: 'clamp', version: '1.0.0' }),
    });
    expect(code).to.equal(1);
    const check = result.checks.find(({ id }) => id === 'bug/fails-on-base');
    expect(check?.status).to.equal('NOT_RUN');
    expect(check?.summary).to.match(/test command/);
    expect(left).to.deep.equal([]);
  });

  it('is NEEDS_REVIEW, and never a reproduction, where the test runner is not installed', async () => {
    const { code, result, left } = await reviewed({
      ...PROJECT,
      'package.json': JSON.stringify({
        name: 'clamp',
        version: '1.0.0',
        scripts: { test: 'mocha' },
        devDependencies: { mocha: '11.0.0' },
      }),
    });
    expect(code).to.equal(1);
    expect(result.verdict).to.equal('NEEDS_REVIEW');
    expect(result.checks.find(({ id }) => id === 'bug/fails-on-base')?.status).to.be.oneOf(['NOT_RUN', 'FAIL']);
    expect(left).to.deep.equal([]);
  });
});
