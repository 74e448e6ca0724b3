#!/usr/bin/env node
// What a review costs that runs nothing, in a repository of 10 files and in one of 20,000: wall time and peak memory of
// tec itself, and the time of `tec --help`, beside that of a node that does nothing.
//   node bench/fixed-cost.mjs [--rounds 9] [--files 20000] [--tec FILE] [--json FILE]
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    files: { type: 'string', default: '20000' },
    tec: { type: 'string', default: fileURLToPath(new URL('../packages/cli/bin/tec.js', import.meta.url)) },
    json: { type: 'string' },
  },
});
const FEW = 10;
const folder = mkdtempSync(join(tmpdir(), 'fixed-cost-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const at = (...parts) => join(folder, ...parts);

/** One exported function, and as many other files as asked for, a hundred to a folder. */
function repository(name, files) {
  const root = at(name);
  mkdirSync(root);
  writeFileSync(join(root, 'package.json'), '{"name":"cost","version":"1.0.0"}\n');
  writeFileSync(join(root, 'index.js'), 'exports.a = () => 1;\n');
  for (let file = 0; file < files - 2; file += 1) {
    const place = join(root, 'lib', `part-${Math.floor(file / 100)}`);
    if (file % 100 === 0) mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `unit-${file}.js`), `exports.unit = () => ${file};\n`);
  }
  const git = (...args) => execFileSync('git', ['-C', root, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  git('init', '--quiet');
  git('add', '--all');
  git('-c', 'user.name=bench', '-c', 'user.email=bench@example.com', 'commit', '--quiet', '--message', 'base');
  return root;
}

writeFileSync(
  at('change.patch'),
  'diff --git a/index.js b/index.js\n--- a/index.js\n+++ b/index.js\n@@ -1 +1,2 @@\n exports.a = () => 1;\n+exports.b = () => 2;\n',
);
writeFileSync(
  at('task.json'),
  JSON.stringify({ title: 'Add b', acceptanceCriteria: ['b is exported'], type: 'FEATURE' }),
);
writeFileSync(
  at('submission.json'),
  JSON.stringify({
    type: 'FEATURE',
    status: 'DONE',
    summary: 'adds b',
    patch: { file: 'change.patch' },
    acCoverage: [{ criterion: 'AC1', status: 'covered', locations: [{ file: 'index.js', line: 2 }] }],
    evidence: null,
  }),
);
const review = (repo) =>
  ['review', '--repo', repo, '--patch', at('change.patch'), '--task', at('task.json')].concat(
    ['--submission', at('submission.json'), '--json', at('result.json')],
    ['--quiet', '--no-store'],
  );

/** Says at the end how much memory the process had at its peak, and not its children. */
const WATCH = `data:text/javascript,${encodeURIComponent(
  `process.on('exit', () => process.stderr.write('\\npeak ' + process.resourceUsage().maxRSS + '\\n'))`,
)}`;

function once(args, okay) {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--import', WATCH, ...args], { encoding: 'utf8' });
  const seconds = (performance.now() - started) / 1000;
  if (status !== okay) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return { seconds, peakMb: Number(/^peak (\d+)$/m.exec(stderr)[1]) / 1024 };
}

const few = repository('few', FEW);
const many = repository('many', Number(values.files));
const jobs = {
  'node alone': () => once(['--eval', '0'], 0),
  'tec --help': () => once([values.tec, '--help'], 0),
  [`a review of ${FEW} files`]: () => once([values.tec, ...review(few)], 0),
  [`a review of ${values.files} files`]: () => once([values.tec, ...review(many)], 0),
};
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const samples = Object.fromEntries(Object.keys(jobs).map((name) => [name, []]));
// One after the other in each round, so that a busy minute meets them all.
for (let round = 0; round < Number(values.rounds); round += 1)
  for (const [name, job] of Object.entries(jobs)) samples[name].push(job());

const rows = Object.entries(samples).map(([name, runs]) => ({
  name,
  seconds: median(runs.map(({ seconds }) => seconds)),
  peakMb: median(runs.map(({ peakMb }) => peakMb)),
}));
for (const { name, seconds, peakMb } of rows)
  console.log(`${name.padEnd(24)} ${seconds.toFixed(2)} s   ${peakMb.toFixed(0)} MB`);
const [, , small, large] = rows;
const growth = large.peakMb / small.peakMb - 1;
console.log(`memory from ${FEW} to ${values.files} files: ${growth < 0 ? '' : '+'}${(growth * 100).toFixed(0)} %`);
if (values.json) writeFileSync(values.json, `${JSON.stringify({ rows, growth }, null, 2)}\n`);
