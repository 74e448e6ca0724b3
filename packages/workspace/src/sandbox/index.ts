export { BubblewrapSandbox } from './bubblewrap-sandbox.js';
export { DirectSandbox } from './direct-sandbox.js';
export { UnshareSandbox } from './unshare-sandbox.js';
export { probeSandboxes, selectSandbox } from './select-sandbox.js';
export type { SandboxDriver, SandboxProbe, SelectSandboxOptions } from './select-sandbox.js';
export type { SandboxOptions } from './sandbox-options.js';
