import { writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { SandboxPaths } from '@typed-evidence-chain/core';
import { parents } from '../discovery/expand-command.js';

export interface InjectedRun {
  /** The channel's folder on the host. */
  readonly channel: string;
  readonly files: readonly string[];
  readonly coverage: readonly string[];
  /** Tests whose executions are told apart from those of others. */
  readonly coverageOf: readonly { readonly file: string; readonly title: string }[];
}

const mount = (paths: SandboxPaths, name: string): string => {
  const path = paths.mounts[name];
  if (path === undefined) throw new Error(`the sandbox did not mount “${name}”`);
  return path;
};

/** The environment that loads the hooks, and (in the channel's folder) what they have to know about this run. */
export function runEnvironment(run: InjectedRun, paths: SandboxPaths): Record<string, string> {
  const channel = mount(paths, 'channel');
  const hooks = mount(paths, 'hooks');
  const boot = (role: string): string =>
    `require(${JSON.stringify(hooks + '/preload.cjs')})(__dirname, ${JSON.stringify(role)});\n`;
  const reporter = `--test-reporter=${hooks}/node-test-reporter.cjs --test-reporter-destination=stdout`;
  const { files, coverage, coverageOf } = run;
  const known = { root: paths.tree, hooks, tmp: paths.tmp, out: paths.out, files, coverage, coverageOf };
  // Here and not earlier: only the sandbox knows where the run will see things.
  writeFileSync(join(run.channel, 'run.json'), JSON.stringify(known));
  writeFileSync(join(run.channel, 'boot.cjs'), boot('main'));
  writeFileSync(join(run.channel, 'child.cjs'), boot('child'));
  writeFileSync(join(run.channel, 'reporter-options'), reporter);
  return {
    NODE_OPTIONS: `--require ${channel}/boot.cjs ${reporter}`,
    NODE_DISABLE_COMPILE_CACHE: '1',
    PYTHONPATH: `${channel}/python`,
    PYTEST_PLUGINS: 'tec_pytest',
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONHASHSEED: '0',
  };
}

/**
 * Runs the text with the shims first on PATH, whatever PATH the sandbox has, and the installed programs of the package
 * in `cwd` (relative to the tree) and of the folders above it last: `uvu test` as it stands in a package script, where
 * the machine has no program of that name.
 */
export function shellCommand(text: string, paths: SandboxPaths, cwd = ''): string[] {
  const folders = parents(cwd).map((folder) => posix.join(paths.tree, folder, 'node_modules/.bin'));
  return [
    'sh',
    '-c',
    'PATH="$1:$PATH:$3"; export PATH; exec sh -c "$2"',
    'sh',
    `${mount(paths, 'channel')}/bin`,
    text,
    folders.join(':'),
  ];
}
