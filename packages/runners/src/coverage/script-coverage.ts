/** What V8 tells about one script (Profiler.takePreciseCoverage), with its source. */
export interface ScriptCoverage {
  /** As the run saw it. */
  readonly file: string;
  /** URL of the source map, as written in the script. */
  readonly map: string | undefined;
  readonly source: string;
  /** Whether these executions belong to the tests which the run was asked about. */
  readonly named: boolean;
  /** What was executed from one moment to the next; together it is all. */
  readonly parts: readonly (readonly FunctionCoverage[])[];
}

export interface FunctionCoverage {
  readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
}

/** A script as it is written: once, with all its parts. */
type WrittenScript = Pick<ScriptCoverage, 'file' | 'map' | 'source'> & {
  readonly parts: readonly { readonly named: boolean; readonly functions: readonly FunctionCoverage[] }[];
};

/** Each script at most twice, with its named executions and with the others. Throws SyntaxError where the text is not what hooks/coverage.cjs writes. */
export function parseScripts(text: string): ScriptCoverage[] {
  const parsed: unknown = JSON.parse(text);
  if (!Array.isArray(parsed) || !parsed.every(isScript)) throw new SyntaxError('not a coverage file');
  return parsed.flatMap(({ file, map, source, parts }) =>
    [true, false].flatMap((named) => {
      const own = parts.filter((part) => part.named === named).map(({ functions }) => functions);
      return own.length === 0 ? [] : [{ file, map, source, named, parts: own }];
    }),
  );
}

function isScript(value: unknown): value is WrittenScript {
  return (
    typeof value === 'object' &&
    value !== null &&
    'file' in value &&
    typeof value.file === 'string' &&
    'source' in value &&
    typeof value.source === 'string' &&
    'parts' in value &&
    Array.isArray(value.parts) &&
    value.parts.every(isPart)
  );
}

function isPart(value: unknown): value is WrittenScript['parts'][number] {
  return (
    typeof value === 'object' &&
    value !== null &&
    'named' in value &&
    typeof value.named === 'boolean' &&
    'functions' in value &&
    Array.isArray(value.functions)
  );
}

/** Executions of each character; nested ranges overrule the ones around them. */
export function countCharacters({ source, parts }: ScriptCoverage): Uint32Array {
  // How the count changes at each character: a part says little, and there may be hundreds.
  const changes = new Int32Array(source.length + 1);
  for (const functions of parts) addPart(functions, changes);
  const counts = new Uint32Array(source.length);
  let count = 0;
  for (let at = 0; at < counts.length; at++) counts[at] = count += changes[at] ?? 0;
  return counts;
}

function addPart(functions: readonly FunctionCoverage[], changes: Int32Array): void {
  const ranges = functions
    .flatMap((one) => one.ranges)
    .toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const open: FunctionCoverage['ranges'][number][] = [];
  let at = 0;
  const moveTo = (offset: number): void => {
    const inner = open.at(-1);
    if (inner !== undefined && offset > at) {
      changes[at] = (changes[at] ?? 0) + inner.count;
      changes[offset] = (changes[offset] ?? 0) - inner.count;
    }
    at = Math.max(at, offset);
  };
  const closeUpTo = (offset: number): void => {
    for (let inner = open.at(-1); inner !== undefined && inner.endOffset <= offset; inner = open.at(-1)) {
      moveTo(inner.endOffset);
      open.pop();
    }
  };
  for (const range of ranges) {
    closeUpTo(range.startOffset);
    moveTo(range.startOffset);
    open.push(range);
  }
  closeUpTo(Infinity);
}
