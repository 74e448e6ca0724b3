import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportCache } from '../ports/report-cache.js';
import type { TestCommand, TestReport } from '../ports/test-runner.js';
import type { ReviewTrees } from '../ports/workspace.js';

/** Raised when the meaning of a stored report changes. */
const FORMAT = 1;

/** What a package manager wrote of an installation; where it wrote nothing, the folder's own time stamp. */
async function installation(source: string): Promise<string> {
  for (const name of ['.package-lock.json', '.modules.yaml', '.yarn-state.yml', 'pyvenv.cfg']) {
    const text = await readFile(join(source, name)).catch(() => undefined);
    if (text) return createHash('sha256').update(text).digest('hex');
  }
  return String((await stat(source)).mtimeMs);
}

/** Everything that a report of the base depends on, as one digest. */
export async function baseReportKey(trees: ReviewTrees, command: TestCommand, settings: unknown): Promise<string> {
  const dependencies = await Promise.all(
    trees.dependencies.map(async ({ path, source }) => [path, source, await installation(source)]),
  );
  const facts = [
    FORMAT,
    process.version,
    process.platform,
    process.env['PATH'] ?? '',
    trees.base.id,
    command.cwd,
    command.text,
    settings,
    dependencies,
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

/** The report from the cache, or from a run; only a run that came to its end is kept. */
export async function cachedBaseReport(
  cache: ReportCache,
  key: string,
  run: () => Promise<TestReport>,
): Promise<{ readonly report: TestReport; readonly reused: boolean }> {
  const known = await cache.get(key);
  if (known) return { report: known, reused: true };
  const report = await run();
  if (report.outcome === 'ran') await cache.set(key, report);
  return { report, reused: false };
}
