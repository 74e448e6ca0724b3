import type { TestCommand } from './test-runner.js';
import type { Tree } from './tree.js';

export interface DiscoveryRequest {
  readonly tree: Tree;
  /** From the configuration; wins over everything that is found. */
  readonly configured?: string | undefined;
  /** A test file: the package that it belongs to is asked first. */
  readonly forFile?: string | undefined;
}

/** Finds the repository's own commands. A command is never invented: undefined where the repository names none. */
export interface CommandDiscovery {
  readonly test: (request: DiscoveryRequest) => Promise<TestCommand | undefined>;
  readonly lint: (request: DiscoveryRequest) => Promise<TestCommand | undefined>;
  readonly typecheck: (request: DiscoveryRequest) => Promise<TestCommand | undefined>;
}
