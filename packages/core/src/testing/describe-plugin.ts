import type { AnyPlugin } from '../plugin/change-plugin.js';
import { pluginCases } from './check-plugin.js';
import type { PluginSuite } from './plugin-suite.js';
import type { PluginTestOptions } from './plugin-test-options.js';

interface RunnerGlobals {
  readonly describe?: (title: string, body: () => void) => unknown;
  readonly it?: (title: string, body: () => Promise<void>) => unknown;
}

const TITLES = {
  suite: 'its suite',
  shape: 'it',
  routes: 'routes',
  accepts: 'accepts',
  rejects: 'rejects',
  malformed: 'refuses the form of',
};

/**
 * One contract suite for every plugin, as tests of mocha (or of any runner with global `describe` and `it`). Real git,
 * real executions: give the runner a limit of a minute or more. Without such a runner use `checkPlugin`.
 */
export function describePlugin(plugin: AnyPlugin, suite: PluginSuite, options: PluginTestOptions): void {
  const { describe, it } = globalThis as RunnerGlobals;
  if (!describe || !it)
    throw new Error('describePlugin needs global describe and it, as mocha has them; without a runner use checkPlugin');
  describe(`the plugin ${plugin.type}`, () => {
    for (const { kind, name, run } of pluginCases(plugin, suite, options)) {
      it(`${TITLES[kind]} ${name}`, async () => {
        const problems = await run();
        if (problems.length > 0) throw new Error(problems.join('\n'));
      });
    }
  });
}
