#!/usr/bin/env node
// SECURITY rows out of a collection of advisories kept as YAML files with a "title:" line.
//
//   node scripts/router/rows-from-advisories.mjs --out rows.jsonl --name OWNER/NAME [--every 3] [--most 300] GIT_DIR
//
// Advisory identifiers are removed: they would give the type away. Training data: keep the output out of the repository.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    name: { type: 'string' },
    every: { type: 'string', default: '3' },
    most: { type: 'string', default: '300' },
  },
});
if (values.out === undefined || values.name === undefined || positionals.length !== 1) {
  console.error('usage: rows-from-advisories.mjs --out rows.jsonl --name OWNER/NAME GIT_DIR');
  process.exit(2);
}
const git = spawnSync('git', ['-C', positionals[0], 'grep', '-h', '^title:', 'HEAD', '--'], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
if (git.status !== 0) {
  console.error(`${positionals[0]}: git grep failed: ${git.stderr.slice(0, 300)}`);
  process.exit(3);
}
const titles = git.stdout
  .split('\n')
  .map((line) =>
    line
      .replace(/^title: */, '')
      .replace(/^"(.*)"$/, '$1')
      .replace(/^(?:CVE|SA|TYPO3)[-0-9A-Z]*: */, '')
      .replace(/["'\s]+$|^["'\s]+/g, ''),
  )
  .filter((title) => title !== '');
const chosen = [...new Set(titles)]
  .sort((a, b) => (a < b ? -1 : 1))
  .filter((_, index) => index % Number(values.every) === 0)
  .slice(0, Number(values.most));
const rows = chosen.map((title, index) => ({
  id: `${values.name}#${index}`,
  source: values.name,
  kind: 'issue',
  title,
  body: '',
  labels: [],
  label: 'SECURITY',
}));
writeFileSync(values.out, rows.map((row) => JSON.stringify(row)).join('\n') + '\n');
console.error(`${rows.length} rows`);
