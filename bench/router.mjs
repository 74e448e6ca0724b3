#!/usr/bin/env node
// Figures of the embedded router: size of the profiles, load time, time for a task, tasks a second on one core.
//
//   node bench/router.mjs [--data FILE.jsonl]
//
// FILE (or ROUTER_BENCH) holds rows with title and body; without it the texts are made up. Figures, not assertions.
import { readFileSync, statSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROUNDS = 5;
const { values } = parseArgs({
  options: { data: { type: 'string', default: process.env.ROUTER_BENCH }, json: { type: 'boolean', default: false } },
});

const started = performance.now();
const core = await import('../packages/core/dist/route/router.js');
const modules = await Promise.all(
  ['bug', 'feature', 'refactor'].map((name) =>
    import(`../packages/plugin-${name}/dist/route/rule.js`).then((module) => ({
      type: name.toUpperCase(),
      rule: module[`${name}Rule`],
    })),
  ),
);
const imported = performance.now();
const cpuBeforeLoad = process.cpuUsage();
const router = new core.EmbeddedRouter(modules);
const loaded = performance.now();
const cpuOfLoad = process.cpuUsage(cpuBeforeLoad);
router.classify({ title: 'Fix the crash on start', body: 'It fails.', labels: [] });
const first = performance.now();

const files = [
  ...['bug', 'feature', 'refactor'].map((name) => `../packages/plugin-${name}/dist/route/profile.js`),
  '../packages/core/dist/route/scope-profile.js',
];
const bytes = files.reduce((sum, file) => sum + statSync(fileURLToPath(new URL(file, import.meta.url))).size, 0);

const tasks =
  values.data === undefined
    ? madeUp(5000)
    : readFileSync(values.data, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
const inputs = tasks.map(({ title, body }) => ({ title, body: body ?? '', labels: [] }));
for (const input of inputs.slice(0, 2000)) router.classify(input);

const times = inputs.map((input) => {
  const before = performance.now();
  router.classify(input);
  return performance.now() - before;
});
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
const cpuBefore = process.cpuUsage();
let best = Infinity;
for (let round = 0; round < ROUNDS; round += 1) {
  const before = performance.now();
  for (const input of inputs) router.classify(input);
  best = Math.min(best, performance.now() - before);
}
const cpuOfRounds = process.cpuUsage(cpuBefore);
const huge = { title: 'It fails', body: 'also fix the parser and add a test; '.repeat(30_000), labels: [] };
const beforeHuge = performance.now();
router.classify(huge);
const result = {
  profilesKiB: Number((bytes / 1024).toFixed(1)),
  importMs: Number((imported - started).toFixed(1)),
  loadMs: Number((loaded - imported).toFixed(1)),
  firstTaskMs: Number((first - loaded).toFixed(1)),
  // CPU time: what stays comparable on a busy machine.
  loadCpuMs: Number(((cpuOfLoad.user + cpuOfLoad.system) / 1000).toFixed(1)),
  tasksPerCpuSecond: Math.round((inputs.length * ROUNDS * 1e6) / (cpuOfRounds.user + cpuOfRounds.system)),
  p50Ms: Number(at(0.5).toFixed(4)),
  p95Ms: Number(at(0.95).toFixed(4)),
  p99Ms: Number(at(0.99).toFixed(4)),
  tasksPerSecond: Math.round((inputs.length / best) * 1000),
  oneMegabyteBodyMs: Number((performance.now() - beforeHuge).toFixed(2)),
  tasks: inputs.length,
};
if (values.json) console.log(JSON.stringify(result));
else for (const [name, value] of Object.entries(result)) console.log(`${name.padEnd(20)} ${value}`);

function madeUp(count) {
  const verbs = [
    'Fix',
    'Add',
    'Split',
    'Rename',
    'Support',
    'The parser crashes on',
    'Remove unused',
    'Allow',
    'Speed up',
    'Document',
  ];
  const things = [
    'the date field',
    'a second clock',
    'the login form',
    'an empty list',
    'the CSV export',
    'nested groups',
    'the retry helper',
  ];
  const bodies = [
    '',
    '',
    '',
    'Steps to reproduce:\n1. open it\n2. press save\nExpected: it is saved. Actual: nothing happens.',
    'It would be nice to have this in the menu, too. '.repeat(6),
  ];
  return Array.from({ length: count }, (_, index) => ({
    title: `${verbs[index % 10]} ${things[index % 7]} ${index % 13}`,
    body: bodies[index % 5],
  }));
}
