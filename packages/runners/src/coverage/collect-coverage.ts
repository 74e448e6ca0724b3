import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FileCoverage, Tree } from '@typed-evidence-chain/core';
import type { InjectedRun } from '../injection/run-environment.js';
import type { SessionRecord } from '../report/session-record.js';
import { relativeToTree } from '../report/stack.js';
import { readResultFile } from './read-result-file.js';
import { parseScripts, type ScriptCoverage } from './script-coverage.js';
import { scriptLines, type LineCounts } from './script-lines.js';

export interface CollectedCoverage {
  readonly coverage: readonly FileCoverage[];
  /** Why it cannot be believed; empty otherwise. */
  readonly problems: readonly string[];
}

/**
 * Unites what all processes of a run recorded about the requested files. Files that were never loaded have no lines;
 * files that no process could have told about (Python without a recorded Python process) are left out.
 */
export async function collectCoverage(
  records: readonly SessionRecord[],
  asked: Pick<InjectedRun, 'coverage' | 'coverageOf'>,
  out: string,
  root: string,
  tree: Tree,
): Promise<CollectedCoverage> {
  const problems: string[] = [];
  const scripts: ScriptCoverage[] = [];
  for (const { attachments } of records) {
    for (const { file, sha256 } of attachments) {
      const bytes = await readAttachment(out, file, sha256);
      if (bytes === undefined) problems.push('a coverage file is not what the process wrote');
      else scripts.push(...parseScripts(bytes.toString('utf8')));
    }
  }
  const maps = await readMaps(scripts, root, tree);
  const requested = asked.coverage;
  const empty = (): LineCounts => new Map(requested.map((file) => [file, new Map<number, number>()]));
  const total = empty();
  const named = empty();
  const add = (counts: LineCounts, file: string, line: number, count: number): void => {
    const lines = counts.get(file);
    if (lines !== undefined) lines.set(line, (lines.get(line) ?? 0) + count);
  };
  for (const script of scripts) {
    for (const [file, lines] of scriptLines(script, (path) => maps.get(path))) {
      for (const [line, count] of lines) {
        add(total, relativeToTree(root, file), line, count);
        add(named, relativeToTree(root, file), line, script.named ? count : 0);
      }
    }
  }
  for (const record of records.flatMap(({ lines }) => lines)) {
    for (const [counts, lines] of [[total, record.lines] as const, [named, record.named] as const]) {
      for (const [line, count] of Object.entries(lines))
        add(counts, relativeToTree(root, record.file), Number(line), count);
    }
  }
  const recordsPython = records.some((record) => record.lines.length > 0);
  const recordsScripts = records.some((record) => !PYTHON_KINDS.has(record.kind));
  const coverage = requested
    .filter((file) => (isPython(file) ? recordsPython : recordsScripts))
    .map((file) => ({
      file,
      lines: Object.fromEntries(total.get(file) ?? []),
      ...(asked.coverageOf.length === 0 ? {} : { named: Object.fromEntries(named.get(file) ?? []) }),
    }));
  return { coverage, problems };
}

const PYTHON_KINDS: ReadonlySet<string> = new Set(['pytest', 'python']);

const isPython = (file: string): boolean => file.endsWith('.py');

async function readAttachment(out: string, name: string, sha256: string): Promise<Buffer | undefined> {
  const bytes = await readResultFile(out, name);
  return bytes !== undefined && createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : undefined;
}

/** Source maps that are files of the tree, by path as the run saw them. */
async function readMaps(
  scripts: readonly ScriptCoverage[],
  root: string,
  tree: Tree,
): Promise<ReadonlyMap<string, string>> {
  const maps = new Map<string, string>();
  for (const { file, map } of scripts) {
    if (map === undefined || map.startsWith('data:')) continue;
    const path = join(file, '..', map);
    const bytes = await tree.read(relativeToTree(root, path));
    if (bytes !== undefined) maps.set(path, bytes.toString('utf8'));
  }
  return maps;
}
