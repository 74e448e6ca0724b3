import type { TestReport } from './test-runner.js';

/**
 * Keeps reports of the base between reviews. The key covers tree, command, environment, dependencies and tool version;
 * evidence is never answered from here, only the repository's own suite and checks on an unchanged base.
 */
export interface ReportCache {
  readonly get: (key: string) => Promise<TestReport | undefined>;
  readonly set: (key: string, report: TestReport) => Promise<void>;
}
