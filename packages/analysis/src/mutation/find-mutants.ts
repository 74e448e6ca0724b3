import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Mutant, MutantRequest, MutantsFound } from '@typed-evidence-chain/core';
import type { Instrumenter } from '@stryker-mutator/instrumenter';
import type { LineIndex } from '../line-index.js';
import { parseJavaScript, type JavaScriptSource } from '../javascript/parse.js';
import { BabelPositions, type Range } from './babel-positions.js';
import { placesOf } from './places.js';

type Internals = ConstructorParameters<typeof Instrumenter>;

const quiet = (): void => undefined;
const no = (): boolean => false;
/** Its messages are for people who run Stryker. */
const logger: Internals[0] = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
  fatal: quiet,
};

/** Neighbouring lines as one range: a statement that spans them can be mutated as a whole. */
function rangesOf(lines: readonly number[], index: LineIndex): readonly Range[] {
  const ranges: { from: number; to: number; last: number }[] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const to = index.startOf(line) + index.textOf(line).length;
    const open = ranges.at(-1);
    if (open && line <= open.last + 1) Object.assign(open, { to, last: line });
    else ranges.push({ from: index.startOf(line), to, last: line });
  }
  return ranges;
}

/** From where it is installed: it reads a schema that lies beside it, and a bundle of our code holds no such file. */
async function loadStryker() {
  const file = createRequire(import.meta.url).resolve('@stryker-mutator/instrumenter');
  return (await import(pathToFileURL(file).href)) as { readonly Instrumenter: typeof Instrumenter };
}

/**
 * Stryker's mutators on a tree of our own parser. Its own JavaScript parser reads Babel configuration of the current
 * folder and runs it, and that folder may be the repository under review. Ours also attaches no comments, so that a
 * `// Stryker disable` of the patch has no effect. What Stryker prints is not needed.
 */
async function instrument({ file, text }: JavaScriptSource, path: string, ranges: readonly Range[]) {
  const { Instrumenter } = await loadStryker();
  const positions = new BabelPositions(text);
  const parse = () => async () => ({ originFileName: path, rawContent: text, format: 'js', root: file });
  const engine = new Instrumenter(logger, parse as unknown as Internals[1], () => '');
  const { mutants } = await engine.instrument(
    [
      {
        name: path,
        content: text,
        mutate: ranges.map(({ from, to }) => ({ start: positions.at(from), end: positions.at(to) })),
      },
    ],
    { plugins: null, excludedMutations: [], ignorers: [], noHeader: true },
  );
  return mutants.map(({ location, mutatorName, replacement }) => ({
    from: positions.offsetOf(location.start),
    to: positions.offsetOf(location.end),
    operator: mutatorName,
    replacement,
  }));
}

export async function findMutants({ path, source, lines }: MutantRequest): Promise<MutantsFound> {
  try {
    const parsed = await parseJavaScript(path, source);
    if (!parsed) return { kind: 'unknown', reason: 'its syntax is not known' };
    const ranges = rangesOf(
      lines.filter((line) => line >= 1 && line <= parsed.lines.count),
      parsed.lines,
    );
    if (ranges.length === 0) return { kind: 'found', mutants: [] };
    // Before the instrumenter, which rewrites the tree in place.
    const places = placesOf(parsed.file, ranges);
    const shift = parsed.byteOrderMark.length;
    const mutants = new Map<string, Mutant>();
    for (const { from, to, operator, replacement } of await instrument(parsed, path, ranges)) {
      const original = parsed.text.slice(from, to);
      const place = places.get(`${from}:${to}`);
      if (place === undefined || original === replacement) continue;
      const edit = { from: from + shift, to: to + shift, text: place.put(replacement) };
      mutants.set(`${edit.from}:${edit.to}:${edit.text}`, {
        path,
        line: parsed.lines.lineOf(from),
        endLine: parsed.lines.lineOf(Math.max(from, to - 1)),
        operator,
        original,
        replacement,
        edit,
      });
    }
    return { kind: 'found', mutants: [...mutants.values()] };
  } catch (error) {
    // Code that the engine's own tree walk refuses (a name declared twice, nesting beyond the stack): not measured.
    return { kind: 'unknown', reason: `the engine cannot read it: ${(error as Error).message.split('\n')[0] ?? ''}` };
  }
}
