import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { sandbox, type Sandbox } from './support.js';

const PATCH = `diff --git a/src/range.js b/src/range.js
--- a/src/range.js
+++ b/src/range.js
@@ -3,1 +3,1 @@
-  for (let i = start; i < end; i += 1) out.push(i);
+  for (let i = start; i <= end; i += 1) out.push(i);
`;

describe('tec review and the run store', () => {
  let box: Sandbox;
  beforeEach(() => {
    box = sandbox();
    writeFileSync(box.at('fix.patch'), PATCH);
    writeFileSync(
      box.at('submission.json'),
      JSON.stringify({ type: 'BUG', status: 'BLOCKED', summary: 'no test', acCoverage: [], evidence: null }),
    );
  });
  afterEach(() => box.remove());
  const review = (...more: string[]): readonly string[] => [
    'review',
    '--repo',
    box.repo,
    '--task',
    box.at('task.md'),
    '--patch',
    box.at('fix.patch'),
    '--submission',
    box.at('submission.json'),
    '--quiet',
    ...more,
  ];

  it("keeps a review below the user's state directory", async () => {
    const { code, stderr } = await box.tec(review());
    expect(code, stderr).to.equal(1);
    const [id] = readdirSync(box.at('state/tec/runs'));
    const { stdout } = await box.tec(['runs']);
    expect(stdout).to.include(id).and.include('review').and.include('NEEDS_REVIEW');
  });

  it('keeps nothing with --no-store', async () => {
    expect((await box.tec(review('--no-store'))).code).to.equal(1);
    expect(existsSync(box.at('state/tec/runs'))).to.equal(false);
  });

  it('goes on without a record where the own place cannot be written to', async () => {
    writeFileSync(box.at('state'), 'a file');
    const { code, stderr } = await box.tec(review().filter((flag) => flag !== '--quiet'));
    expect(code, stderr).to.equal(1);
    expect(stderr).to.include('not recorded');
  });

  it('fails where a store that was named cannot be written to', async () => {
    writeFileSync(box.at('state'), 'a file');
    expect((await box.tec(review('--store', box.at('state/x')))).code).to.equal(3);
  });
});
