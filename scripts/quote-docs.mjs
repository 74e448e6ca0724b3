// Keeps the code in the documentation equal to the files that it comes from.
//   node scripts/quote-docs.mjs            writes the quoted files into docs/*.md
//   node scripts/quote-docs.mjs --check    exits with 1 and names the block where one differs
//
// A quote is a comment and the code block after it; `from` and `to` name the first and the last line by their start:
//   <!-- quote examples/plugin-security/src/plugin.ts from "export default" to "});" -->
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const QUOTE = /<!-- quote (\S+)(?: from "([^"]+)")?(?: to "([^"]+)")? -->\n\n```\w*\n[\s\S]*?\n?```/g;

function lineAt(lines, start, after, where) {
  const index = lines.findIndex((line, at) => at >= after && line.trimStart().startsWith(start));
  if (index < 0) throw new Error(`${where}: no line starts with ${JSON.stringify(start)}`);
  return index;
}

/** The part of a file between two lines, both included, without the indentation that all of it shares. */
function excerpt(path, from, to) {
  const lines = readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n');
  const first = from === undefined ? 0 : lineAt(lines, from, 0, path);
  const last = to === undefined ? lines.length - 1 : lineAt(lines, to, first, path);
  const part = lines.slice(first, last + 1);
  const indent = Math.min(
    ...part.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length),
  );
  return part.map((line) => line.slice(indent)).join('\n');
}

const quoted = (text) =>
  text.replaceAll(QUOTE, (whole, path, from, to) => {
    const head = whole.slice(0, whole.indexOf('\n'));
    return `${head}\n\n\`\`\`${extname(path).slice(1)}\n${excerpt(path, from, to)}\n\`\`\``;
  });

const check = process.argv.includes('--check');
const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
let stale = 0;
for (const name of docs) {
  const file = join(ROOT, 'docs', name);
  const text = readFileSync(file, 'utf8');
  const fresh = quoted(text);
  if (fresh === text) continue;
  stale += 1;
  if (check) console.error(`docs/${name} quotes code that has changed: node scripts/quote-docs.mjs`);
  else writeFileSync(file, fresh);
}
process.exitCode = check && stale > 0 ? 1 : 0;
