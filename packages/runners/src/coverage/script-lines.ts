import { posix } from 'node:path';
import { decodedMappings, TraceMap } from '@jridgewell/trace-mapping';
import { codeMask } from './code-mask.js';
import { countCharacters, type ScriptCoverage } from './script-coverage.js';

/** Line number (from 1) to executions, by file as the run saw it. */
export type LineCounts = Map<string, Map<number, number>>;

/** What vite-node, vitest and jest put before the first character of a module, on its first line. */
const WRAPPER = /^(?:'use strict';async \([^)]*\)=>\{\{|\(\{"Object\.<anonymous>":function\([^)]*\)\{)/;

/**
 * Lines of the files that a script was made from. A line counts as executed when any code on it was. `readMap` gives the
 * text of a source map file, by path as the run saw it.
 */
export function scriptLines(script: ScriptCoverage, readMap: (path: string) => string | undefined): LineCounts {
  const counts = countCharacters(script);
  const map = traceMap(script, readMap);
  return map === undefined
    ? new Map([[script.file, plainLines(script.source, counts)]])
    : mappedLines(script, counts, map);
}

function plainLines(source: string, counts: Uint32Array): Map<number, number> {
  const lines = new Map<number, number>();
  const mask = codeMask(source);
  let line = 1;
  for (let i = 0; i < source.length; i++) {
    if (source[i] === '\n') line++;
    else if (mask[i] === 1) lines.set(line, Math.max(lines.get(line) ?? 0, counts[i] ?? 0));
  }
  return lines;
}

function mappedLines(script: ScriptCoverage, counts: Uint32Array, map: TraceMap): LineCounts {
  const found: LineCounts = new Map();
  const code = map.resolvedSources.map((_, source) => codeLines(map.sourcesContent?.[source] ?? undefined));
  const shift = WRAPPER.exec(script.source)?.[0].length ?? 0;
  let offset = 0;
  for (const [index, segments] of decodedMappings(map).entries()) {
    for (const segment of segments) {
      if (segment.length === 1) continue;
      const [column, source, originalLine] = segment;
      const file = map.resolvedSources[source];
      const at = offset + column + (index === 0 ? shift : 0);
      if (file === undefined || at >= counts.length || code[source]?.has(originalLine + 1) === false) continue;
      const path = file.replace(/^file:\/\//, '');
      const lines = found.get(path) ?? new Map<number, number>();
      found.set(path, lines);
      lines.set(originalLine + 1, Math.max(lines.get(originalLine + 1) ?? 0, counts[at] ?? 0));
    }
    const end = script.source.indexOf('\n', offset);
    if (end === -1) break;
    offset = end + 1;
  }
  return found;
}

/** Maps have points on brackets and comments, too. */
function codeLines(source: string | undefined): ReadonlySet<number> | undefined {
  if (source === undefined) return undefined;
  const lines = new Set<number>();
  const mask = codeMask(source);
  let line = 1;
  for (let i = 0; i < source.length; i++) {
    if (source[i] === '\n') line++;
    else if (mask[i] === 1) lines.add(line);
  }
  return lines;
}

function traceMap(script: ScriptCoverage, readMap: (path: string) => string | undefined): TraceMap | undefined {
  const { map: url, file } = script;
  if (url === undefined) return undefined;
  const data = /^data:application\/json[^,]*?(;base64)?,(.*)$/s.exec(url);
  const text =
    data === null
      ? readMap(posix.resolve(posix.dirname(file), url))
      : data[1] === undefined
        ? decodeURIComponent(data[2] ?? '')
        : Buffer.from(data[2] ?? '', 'base64').toString('utf8');
  if (text === undefined) return undefined;
  try {
    return new TraceMap(text, file);
  } catch (error) {
    // A map that cannot be read: the lines of the script itself are the best that is known.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
