import type { CallReport, ExportInfo, HarnessReport, Plan, RecordedLines, Serialised } from './plan.js';
import { runAsset, type AssetRun } from './run-asset.js';

export interface HarnessRun extends Omit<AssetRun, 'command' | 'input'> {
  readonly plan: Plan;
  readonly language: 'javascript' | 'python';
}

/** One run of the harness in one tree. */
export async function runHarness(run: HarnessRun): Promise<HarnessReport> {
  const { plan, language, ...rest } = run;
  const command = language === 'python' ? (['python3', 'harness.py'] as const) : (['node', 'harness.mjs'] as const);
  const { entries, ended, reason } = await runAsset({ ...rest, command, input: plan });
  return readReport(entries, ended ? undefined : reason);
}

export function readReport(entries: readonly Record<string, unknown>[], incomplete: string | undefined): HarnessReport {
  const modules = new Map<number, { error?: string; exports?: Record<string, ExportInfo> }>();
  const calls = new Map<number, CallReport>();
  const values = new Map<number, readonly Serialised[]>();
  const lines: RecordedLines[] = [];
  const globals: { globals?: readonly string[]; globalsAtEnd?: readonly string[] } = {};
  let lastStarted: number | undefined;
  for (const entry of entries) {
    for (const key of ['globals', 'globalsAtEnd'] as const)
      if (Array.isArray(entry[key])) globals[key] = entry[key] as string[];
    if (typeof entry['start'] === 'number') lastStarted = entry['start'];
    else if (typeof entry['value'] === 'number') values.set(entry['value'], entry['args'] as readonly Serialised[]);
    else if (Array.isArray(entry['lines'])) {
      const group = typeof entry['group'] === 'number' ? { group: entry['group'] } : {};
      lines.push(...(entry['lines'] as RecordedLines[]).map((one) => ({ ...one, ...group })));
    } else if (typeof entry['module'] === 'number') {
      modules.set(entry['module'], entry as { error?: string; exports?: Record<string, ExportInfo> });
    } else if (typeof entry['call'] === 'number') {
      const { call, ...report } = entry;
      calls.set(call as number, report as CallReport);
      lastStarted = undefined;
    }
  }
  return {
    modules,
    calls,
    values,
    lines,
    ...globals,
    ...(incomplete === undefined ? {} : { incomplete }),
    ...(lastStarted === undefined ? {} : { lastStarted }),
  };
}
