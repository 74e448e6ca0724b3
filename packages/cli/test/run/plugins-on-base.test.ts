import { expect } from 'chai';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandbox, type Sandbox } from './support.js';

describe('tec review: a plugin that the configuration names by a path in the repository', function () {
  this.timeout(60_000);
  let site: Sandbox;

  beforeEach(() => {
    site = sandbox();
    writeFileSync(join(site.repo, 'tec.config.json'), JSON.stringify({ plugins: ['./tools/judge/index.mjs'] }));
    writeFileSync(
      site.at('change.patch'),
      'diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+x\n',
    );
  });
  afterEach(() => site.remove());

  const writePlugin = (text: string): void => {
    mkdirSync(join(site.repo, 'tools/judge'), { recursive: true });
    writeFileSync(join(site.repo, 'tools/judge/index.mjs'), text);
  };
  const commit = (message: string): void => {
    site.git('add', '-A');
    site.git('-c', 'user.name=t', '-c', 'user.email=t@localhost', 'commit', '-qm', message);
  };
  const review = async (...args: string[]) => {
    const ended = await site.tec(['review', '--repo', site.repo, '--task', site.at('task.md'), '--json', ...args]);
    return { ...ended, error: (JSON.parse(ended.stdout) as { error?: { code: string; message: string } }).error };
  };

  it('is refused where it is not as it is on the base', async () => {
    writePlugin('export default {};');
    commit('base');
    writePlugin('throw new Error("the plugin of the change was run")');
    const { code, error } = await review('--patch', site.at('change.patch'));
    expect(code).to.equal(2);
    expect(error).to.include({ code: 'plugin/invalid' });
    expect(error?.message).to.match(/not as it is on the base \(tools\/judge\/index\.mjs\)/);
  });

  it('is refused where only the head has it', async () => {
    commit('base');
    site.git('tag', 'base');
    writePlugin('throw new Error("the plugin of the change was run")');
    commit('head');
    const { code, error } = await review('--base', 'base', '--head', 'HEAD');
    expect(code).to.equal(2);
    expect(error?.message).to.match(/is not on the base/);
  });

  it('is loaded where it is as on the base', async () => {
    writePlugin('throw new Error("the plugin of the base was run")');
    commit('base');
    const { error } = await review('--patch', site.at('change.patch'));
    expect(error?.message).to.match(/the plugin of the base was run/);
  });
});
