/** What V8 tells about one script (Profiler.takePreciseCoverage), with its source. */
export interface ScriptCoverage {
  /** As the run saw it. */
  readonly file: string;
  /** URL of the source map, as written in the script. */
  readonly map: string | undefined;
  readonly source: string;
  /** Whether these executions belong to the tests which the run was asked about. */
  readonly named: boolean;
  readonly functions: readonly {
    readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
  }[];
}

/** Throws SyntaxError where the text is not what hooks/coverage.cjs writes. */
export function parseScripts(text: string): ScriptCoverage[] {
  const parsed: unknown = JSON.parse(text);
  if (!Array.isArray(parsed) || !parsed.every(isScript)) throw new SyntaxError('not a coverage file');
  return parsed;
}

function isScript(value: unknown): value is ScriptCoverage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'file' in value &&
    typeof value.file === 'string' &&
    'source' in value &&
    typeof value.source === 'string' &&
    'named' in value &&
    typeof value.named === 'boolean' &&
    'functions' in value &&
    Array.isArray(value.functions)
  );
}

/** Executions of each character; nested ranges overrule the ones around them. */
export function countCharacters(script: ScriptCoverage): Uint32Array {
  const counts = new Uint32Array(script.source.length);
  const start = (ranges: ScriptCoverage['functions'][number]['ranges']): number => ranges[0]?.startOffset ?? 0;
  const end = (ranges: ScriptCoverage['functions'][number]['ranges']): number => ranges[0]?.endOffset ?? 0;
  const ordered = script.functions
    .map(({ ranges }) => ranges)
    .toSorted((a, b) => start(a) - start(b) || end(b) - end(a));
  for (const ranges of ordered)
    for (const { startOffset, endOffset, count } of ranges) counts.fill(count, startOffset, endOffset);
  return counts;
}
