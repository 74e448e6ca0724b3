import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { runArgs, sandbox, type Sandbox } from './support.js';

const HOOKS = `import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(process.env.TEC_TEST_GRAPH, url + '\\n');
  return next(url, context);
}
`;
const HEAVY = /node_modules\/(?:@langchain|langchain|@agentclientprotocol|@stryker-mutator)\//;

/** A file of the bundle stands for the modules that it says it was made of. */
const modulesOf = (url: string): readonly string[] =>
  url.includes('/dist/bundle/')
    ? [url, ...readFileSync(fileURLToPath(url), 'utf8').matchAll(/^\/\/ (\S+\.[cm]?js)$/gm)].map((found) =>
        typeof found === 'string' ? found : (found[1] ?? ''),
      )
    : [url];

describe('the module graph', () => {
  let box: Sandbox;
  let folder: string;
  beforeEach(() => {
    box = sandbox();
    folder = mkdtempSync(join(tmpdir(), 'module-graph-'));
    writeFileSync(join(folder, 'hooks.mjs'), HOOKS);
    writeFileSync(
      join(folder, 'register.mjs'),
      `import { register } from 'node:module';\nregister(${JSON.stringify(pathToFileURL(join(folder, 'hooks.mjs')).href)});\n`,
    );
    writeFileSync(join(folder, 'graph'), '');
  });
  afterEach(() => {
    box.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Every module that the command loaded. */
  const graphOf = async (args: readonly string[]): Promise<readonly string[]> => {
    await box.tec(args, {
      env: {
        NODE_OPTIONS: `--import ${pathToFileURL(join(folder, 'register.mjs')).href}`,
        TEC_TEST_GRAPH: join(folder, 'graph'),
        OPENAI_API_KEY: 'sk-none-of-any-service',
        OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      },
    });
    return readFileSync(join(folder, 'graph'), 'utf8').trim().split('\n').flatMap(modulesOf);
  };

  for (const args of [['--help'], ['plugins']]) {
    it(`of tec ${args.join(' ')} has no LangChain and no Stryker in it`, async () => {
      const modules = await graphOf(args);
      expect(modules.some((url) => url.includes('/commander/'))).to.equal(true);
      expect(modules.filter((url) => HEAVY.test(url))).to.deep.equal([]);
    });
  }

  it('of tec review has no LangChain in it, and no Stryker where nothing is to be mutated', async () => {
    writeFileSync(
      box.at('x.patch'),
      'diff --git a/n.txt b/n.txt\nnew file mode 100644\n--- /dev/null\n+++ b/n.txt\n@@ -0,0 +1,1 @@\n+n\n',
    );
    const modules = await graphOf([
      'review',
      '--repo',
      box.repo,
      '--task',
      box.at('task.md'),
      '--patch',
      box.at('x.patch'),
      '--quiet',
      '--no-store',
    ]);
    expect(modules.some((url) => url.includes('packages/core/'))).to.equal(true);
    expect(modules.filter((url) => HEAVY.test(url))).to.deep.equal([]);
  });

  it('of tec run with a model has LangChain in it: the test sees what it looks for', async () => {
    const modules = await graphOf(runArgs(box, '--model', 'openai:none', '--quiet'));
    expect(modules.some((url) => HEAVY.test(url))).to.equal(true);
  });
});
