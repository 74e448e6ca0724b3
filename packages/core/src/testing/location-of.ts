import type { Files } from './temporary-repository.js';

/**
 * Where a text is: the line of the first match, for `acCoverage`. Throws where the file or the text is not there, or
 * where several lines hold it: a location that is guessed proves nothing.
 */
export function locationOf(files: Files, file: string, text: string): { readonly file: string; readonly line: number } {
  const content = files[file];
  if (content === undefined || content === null) throw new Error(`locationOf: there is no file ${file}`);
  const lines = content.split('\n').flatMap((line, index) => (line.includes(text) ? [index + 1] : []));
  const [line, another] = lines;
  if (line === undefined) throw new Error(`locationOf: ${file} has no line with ${JSON.stringify(text)}`);
  if (another !== undefined)
    throw new Error(`locationOf: ${file} has ${lines.length} lines with ${JSON.stringify(text)}`);
  return { file, line };
}
