#!/usr/bin/env node
// Ends reviews at random moments and looks for what they leave behind once `tec doctor` has run.
//   node bench/interrupts.mjs [--moments 20] [--seed N] [--signals SIGINT,SIGTERM,SIGKILL] [--json FILE]
// A moment is a share of the time that an undisturbed review takes here. Exit code 1 when anything was left.
import { execFileSync, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listCases } from '../examples/lib/list-cases.mjs';
import { makeRepository } from '../examples/lib/make-repository.mjs';

const { values } = parseArgs({
  options: {
    moments: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    signals: { type: 'string', default: 'SIGINT,SIGTERM,SIGKILL' },
    json: { type: 'string' },
    tec: { type: 'string', default: fileURLToPath(new URL('../packages/cli/bin/tec.js', import.meta.url)) },
  },
});

/** mulberry32: the same seed gives the same moments. */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const root = realpathSync(mkdtempSync(join(tmpdir(), 'interrupts-')));
const site = { tmp: join(root, 'tmp'), home: join(root, 'home'), state: join(root, 'state') };
for (const folder of Object.values(site)) mkdirSync(folder);
const env = { ...process.env, TMPDIR: site.tmp, HOME: site.home, XDG_STATE_HOME: site.state };
const [entry] = listCases(fileURLToPath(new URL('../examples/reviews', import.meta.url))).filter(({ id }) =>
  id.endsWith('bug-honest'),
);
const repository = makeRepository(entry.base);
const review = [
  'review',
  '--repo',
  repository,
  '--task',
  entry.task,
  '--submission',
  entry.submission,
  '--quiet',
  '--json',
];

function start(args) {
  const child = spawn(process.execPath, [values.tec, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.resume();
  return {
    child,
    closed: new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, stdout }))),
  };
}

/** Everything of the user's repository that a review must leave alone: contents, times, refs, stashes, settings. */
function repositoryState() {
  const files = [];
  const look = (folder) => {
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      const { mtimeMs, size, mode } = statSync(path);
      const isFolder = statSync(path).isDirectory();
      // Reading an object may refresh its time.
      if (!isFolder) files.push([path, path.includes('/.git/objects/') ? 0 : mtimeMs, size, mode].join(' '));
      if (isFolder) look(path);
    }
  };
  look(repository);
  const git = (...args) => execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8' });
  return [...files, git('for-each-ref'), git('worktree', 'list'), git('stash', 'list')].join('\n');
}

const processesOf = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const text = readFileSync(`/proc/${pid}/cmdline`, 'latin1') + readFileSync(`/proc/${pid}/environ`, 'latin1');
        return text.includes(root) && Number(pid) !== process.pid ? [`process ${pid}`] : [];
      } catch {
        // It ended while we looked.
        return [];
      }
    });

const groupsOf = (pid) =>
  execFileSync('find', ['/sys/fs/cgroup', '-maxdepth', '6', '-type', 'd', '-name', `tec-${pid}-*`], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean)
    .map((folder) => `control group ${folder}`);

/** What is left, after `tec doctor` has run and the kernel had a moment to end what was killed. */
async function leftovers(pid, before) {
  const { code } = await start(['doctor', '--repo', repository]).closed;
  let left;
  for (let round = 0; round < 20; round += 1) {
    left = processesOf();
    if (left.length === 0) break;
    await wait(100);
  }
  return [
    ...(code === 0 ? [] : [`tec doctor ended with ${code}`]),
    ...left,
    ...readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .filter((line) => line.includes(root))
      .map((line) => `mount ${line}`),
    ...readdirSync(site.tmp).map((name) => `folder ${name}`),
    ...readdirSync(site.home).map((name) => `file in HOME ${name}`),
    ...groupsOf(pid),
    ...(repositoryState() === before ? [] : ['the repository changed']),
  ];
}

const rows = [];
try {
  const before = repositoryState();
  const started = performance.now();
  const undisturbed = await start(review).closed;
  const wholeMs = performance.now() - started;
  if (undisturbed.code !== 0) throw new Error(`The undisturbed review ended with ${undisturbed.code}`);
  const random = randomOf(Number(values.seed));
  for (let moment = 0; moment < Number(values.moments); moment += 1) {
    for (const signal of values.signals.split(',')) {
      // Without the reports of the base that the last review kept, every review takes as long as the first.
      rmSync(site.state, { recursive: true, force: true });
      mkdirSync(site.state);
      const atMs = Math.round(random() * wholeMs);
      const { child, closed } = start(review);
      await Promise.race([wait(atMs), closed]);
      child.kill(signal);
      const ended = await closed;
      const left = await leftovers(child.pid, before);
      // A review that was through before the signal came says DONE.
      if (
        ended.stdout !== '' &&
        !/"verdict": "DONE"/.test(ended.stdout) &&
        !/"schema":\s*"tec\/error\/v1"/.test(ended.stdout)
      )
        left.push(`a verdict on stdout of an interrupted review: ${ended.stdout.slice(0, 100)}`);
      rows.push({ signal, atMs, code: ended.code, ended: ended.signal, left });
      console.error(
        `${left.length === 0 ? 'clean' : 'LEFT '}  ${signal.padEnd(8)} at ${String(atMs).padStart(5)} of ${wholeMs.toFixed(0)} ms  exit ${ended.code ?? ended.signal}${left.map((line) => `\n       ${line}`).join('')}`,
      );
    }
  }
  const after = await start(review).closed;
  if (after.code !== 0) rows.push({ signal: 'none', atMs: 0, code: after.code, left: ['the next review is not DONE'] });
} finally {
  for (const folder of [root, repository]) rmSync(folder, { recursive: true, force: true });
}
const unclean = rows.filter((row) => row.left.length > 0).length;
if (values.json) writeFileSync(values.json, JSON.stringify({ seed: Number(values.seed), rows }, null, 2));
console.log(`seed ${values.seed}: ${rows.length - unclean} interrupted reviews left nothing, ${unclean} did`);
process.exitCode = unclean === 0 ? 0 : 1;
