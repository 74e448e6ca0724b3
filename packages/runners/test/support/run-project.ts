import { fileURLToPath } from 'node:url';
import type { TestReport, TestRunRequest } from '@typed-evidence-chain/core';
import { InjectedTestRunner } from '@typed-evidence-chain/runners';
import { createProject } from './folder-trees.js';
import { PlainSandbox } from './plain-sandbox.js';

const runner = new InjectedTestRunner(new PlainSandbox());
const ownModules = fileURLToPath(new URL('../../node_modules', import.meta.url));

export type RunOptions = Partial<Pick<TestRunRequest, 'files' | 'coverage' | 'coverageOf'>> & {
  readonly cwd?: string;
  readonly timeoutMs?: number;
  readonly outputMb?: number;
};

/** Runs a command in a project made of these files, with the test runners that this package has installed. */
export async function runProject(
  command: string,
  files: Readonly<Record<string, string>>,
  options: RunOptions = {},
): Promise<TestReport> {
  const project = await createProject(files, [{ path: 'node_modules', source: ownModules }]);
  try {
    return await runner.run({
      trees: project.trees,
      tree: project.tree,
      command: { text: command, cwd: options.cwd ?? '', source: 'test' },
      files: options.files,
      coverage: options.coverage,
      coverageOf: options.coverageOf,
      limits: { timeoutMs: options.timeoutMs ?? 60_000, memoryMb: 4096, pids: 512, outputMb: options.outputMb ?? 64 },
    });
  } finally {
    await project.remove();
  }
}

/** `title: status` for each test, in order. */
export function statuses(report: TestReport): string[] {
  return report.tests.map(
    ({ id, status, failure }) => `${id.title}: ${status}${failure === undefined ? '' : ` (${failure.kind})`}`,
  );
}
