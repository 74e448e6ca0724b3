export { InjectedTestRunner, type InjectedTestRunnerOptions } from './injected-test-runner.js';
export {
  discoverCommand,
  discoverTestCommand,
  type CommandKind,
  type DiscoveryOptions,
} from './discovery/discover-command.js';
export { expandCommand } from './discovery/expand-command.js';
export { scriptCommand } from './discovery/script-command.js';
export { readManifest, type Manifest } from './discovery/manifest.js';
export { describeRunner, type RunnerDescription } from './discovery/describe-runner.js';
export { parseStack } from './report/stack.js';
