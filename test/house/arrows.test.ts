import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Playground } from '../e2e/support/playground.js';
import { ROOT } from '../e2e/support/root.js';

/** Names of the rules that speak against a file with this import, in a folder laid out like the project. */
function complaints(path: string, imported: string): readonly string[] {
  const playground = new Playground();
  try {
    copyFileSync(join(ROOT, '.oxlintrc.json'), join(playground.folder, '.oxlintrc.json'));
    playground.write(path, `import { thing } from '${imported}';\n\nexport const other = thing;\n`);
    const { stdout } = spawnSync(process.execPath, [join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--format=unix'], {
      cwd: playground.folder,
      encoding: 'utf8',
    });
    return [...stdout.matchAll(/\[\w+\/([^\]]+)\]/g)].map(([, rule]) => rule ?? '');
  } finally {
    playground.remove();
  }
}

describe('which way the arrows point', () => {
  const cases = [
    { path: 'packages/core/src/a.ts', imported: '@typed-evidence-chain/workspace', allowed: false },
    { path: 'packages/core/src/a.ts', imported: 'zod', allowed: true },
    { path: 'packages/plugin-bug/src/a.ts', imported: '@typed-evidence-chain/runners', allowed: false },
    { path: 'packages/plugin-bug/src/checks/a.ts', imported: '@typed-evidence-chain/plugin-feature', allowed: false },
    { path: 'packages/plugin-bug/src/a.ts', imported: '@typed-evidence-chain/core', allowed: true },
    { path: 'examples/plugin-security/src/a.ts', imported: '@typed-evidence-chain/chain', allowed: false },
    { path: 'packages/runners/src/a.ts', imported: 'langchain', allowed: false },
    { path: 'packages/cli/src/a.ts', imported: '@langchain/core/messages', allowed: false },
    { path: 'packages/agents/src/a.ts', imported: 'langchain', allowed: true },
    { path: 'packages/analysis/src/a.ts', imported: 'typescript', allowed: false },
  ];
  for (const { path, imported, allowed } of cases) {
    it(`${path} ${allowed ? 'may' : 'may not'} import ${imported}`, () => {
      expect(complaints(path, imported)).to.deep.equal(allowed ? [] : ['eslint(no-restricted-imports)']);
    });
  }
});
