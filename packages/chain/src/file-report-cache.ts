import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportCache, TestReport } from '@typed-evidence-chain/core';

interface Stored {
  readonly schema: 'tec/base-report/v1';
  readonly report: TestReport;
}

/** Reports of bases as JSON files in a folder outside of the repository. A file that cannot be read counts as absent. */
export class FileReportCache implements ReportCache {
  constructor(private readonly folder: string) {}

  readonly get = async (key: string): Promise<TestReport | undefined> => {
    const text = await readFile(this.path(key), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    try {
      const stored = JSON.parse(text) as Partial<Stored>;
      return stored.schema === 'tec/base-report/v1' ? stored.report : undefined;
    } catch {
      // A damaged file is no answer; it goes away and the base is run again.
      await rm(this.path(key), { force: true });
      return undefined;
    }
  };

  readonly set = async (key: string, report: TestReport): Promise<void> => {
    await mkdir(this.folder, { recursive: true });
    const draft = join(this.folder, `.${randomUUID()}.tmp`);
    const stored: Stored = { schema: 'tec/base-report/v1', report };
    await writeFile(draft, JSON.stringify(stored));
    await rename(draft, this.path(key));
  };

  private path(key: string): string {
    return join(this.folder, `${key}.json`);
  }
}
