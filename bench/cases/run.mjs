#!/usr/bin/env node
// Reviews a corpus of published changes through the command line and compares verdicts and costs.
//   node bench/cases/run.mjs --cases FILE.jsonl --materialize SCRIPT [--only ID,…] [--json FILE] [--work DIR] [--no-bare] [--cached]
//     [--security PLUGIN]   reviews the cases of type security as SECURITY, with the plugin of this folder (examples/plugin-security)
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { costsOf } from './costs.mjs';
import { honestSubmission, taskOf } from './honest-submission.mjs';
import { run } from './run-command.mjs';

const HERE = new URL('../..', import.meta.url).pathname;
const USAGE =
  'usage: run.mjs --cases FILE.jsonl --materialize SCRIPT [--only ID,…] [--json FILE] [--cached] [--security PLUGIN]';
const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    cases: { type: 'string' },
    materialize: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'string' },
    work: { type: 'string', default: join(tmpdir(), 'tec-bench-cases') },
    tec: { type: 'string', default: join(HERE, 'packages/cli/bin/tec.js') },
    'no-bare': { type: 'boolean', default: false },
    // Reviews once more: the reports of the base are on record then.
    cached: { type: 'boolean', default: false },
    security: { type: 'string' },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
if (!values.cases || !values.materialize) {
  console.error(USAGE);
  process.exit(2);
}

const lines = (await readFile(values.cases, 'utf8')).split('\n').filter((line) => line.trim() !== '');
const hasSecurity = values.security !== undefined;
const wanted = values.only?.split(',');
const cases = lines
  .map((line) => JSON.parse(line))
  .filter(
    (one) => !wanted || wanted.some((id) => (id.endsWith('*') ? one.id.startsWith(id.slice(0, -1)) : id === one.id)),
  );

/** Makes the repository of a case with its dependencies installed; kept between runs, since versions never change. */
async function materialised(one) {
  const folder = resolve(values.work, one.id);
  const done = join(folder, '.ready');
  if (await stat(done).catch(() => undefined)) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(values.work, { recursive: true });
  await run(process.execPath, [values.materialize, one.id, '--out', folder, '--cases', resolve(values.cases)], {
    mustWork: true,
  });
  for (const command of one.setup) await run('sh', ['-c', command], { cwd: join(folder, 'repo'), mustWork: true });
  await writeFile(done, '');
  return folder;
}

/**
 * Where the head has other dependencies than the base: installs them once, beside the base's, and returns the command
 * that puts them in place. A review has no network, so that `commands.prepare` of a case can only copy.
 */
async function prepareCommand(one, folder) {
  const repo = join(folder, 'repo');
  const head = join(folder, 'head');
  const store = join(repo, 'node_modules/.of-the-head');
  const fields = async (path) => {
    const { dependencies, peerDependencies } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
    return JSON.stringify([dependencies, peerDependencies]);
  };
  await rm(head, { recursive: true, force: true });
  await run('git', ['clone', '-q', repo, head], { mustWork: true });
  const patch = join(folder, 'head.patch');
  if ((await stat(patch)).size > 0) await run('git', ['apply', patch], { cwd: head, mustWork: true });
  const differ = (await fields(repo)) !== (await fields(head));
  if (differ && !(await stat(store).catch(() => undefined))) {
    for (const command of one.setup) await run('sh', ['-c', command], { cwd: head, mustWork: true });
    await run('cp', ['-R', join(head, 'node_modules'), store], { mustWork: true });
  }
  await rm(head, { recursive: true, force: true });
  return differ ? 'cp -R node_modules/.of-the-head/. node_modules/' : undefined;
}

async function bareSeconds(one, folder) {
  const bare = join(folder, 'bare');
  await rm(bare, { recursive: true, force: true });
  await run('cp', ['-R', join(folder, 'repo'), bare], { mustWork: true });
  const apply = async (patch) => {
    const file = join(folder, patch);
    if ((await stat(file)).size > 0) await run('git', ['apply', file], { cwd: bare, mustWork: true });
  };
  await apply('tests.patch');
  const limits = { cwd: bare, limitMs: (one.timeoutSeconds ?? 300) * 1000 };
  const base = await run('sh', ['-c', one.testCommand], limits);
  await apply('head.patch');
  const head = await run('sh', ['-c', one.testCommand], limits);
  await rm(bare, { recursive: true, force: true });
  return base.seconds + head.seconds;
}

async function review(one, folder, state) {
  const input = join(folder, 'input');
  await mkdir(input, { recursive: true });
  const patches = await Promise.all(['tests.patch', 'head.patch'].map((name) => readFile(join(folder, name))));
  const patch = Buffer.concat(patches);
  await writeFile(join(input, 'change.patch'), patch);
  await writeFile(join(input, 'task.json'), JSON.stringify(taskOf(one, hasSecurity), null, 2));
  await writeFile(
    join(input, 'submission.json'),
    JSON.stringify(await honestSubmission(one, patch.toString('latin1'), join(folder, 'repo'), hasSecurity), null, 2),
  );
  const args = [
    'review',
    '--repo',
    join(folder, 'repo'),
    '--patch',
    join(input, 'change.patch'),
    '--task',
    join(input, 'task.json'),
    '--submission',
    join(input, 'submission.json'),
    '--json',
    '--quiet',
  ];
  const prepare = await prepareCommand(one, folder);
  if (prepare !== undefined || hasSecurity) {
    const config = join(input, 'tec.config.json');
    const settings = {
      ...(prepare === undefined ? {} : { commands: { prepare } }),
      ...(hasSecurity ? { plugins: [resolve(values.security)] } : {}),
    };
    await writeFile(config, JSON.stringify(settings, null, 2));
    args.push('--config', config);
  }
  const result = await run(process.execPath, [values.tec, ...args], {
    env: { ...process.env, XDG_STATE_HOME: state },
  });
  let json;
  try {
    json = JSON.parse(result.stdout);
  } catch {
    json = { verdict: `exit ${result.code}`, checks: [], reasons: [result.stderr.slice(-300)], timings: { runs: [] } };
  }
  await writeFile(join(input, 'result.json'), JSON.stringify(json, null, 2));
  return { ...result, json };
}

const results = [];
for (const one of cases) {
  const folder = await materialised(one);
  const bare = values['no-bare'] ? Number.NaN : await bareSeconds(one, folder);
  const state = join(folder, 'state');
  await rm(state, { recursive: true, force: true });
  const { json, seconds, code } = await review(one, folder, state);
  const again = values.cached ? await review(one, folder, state) : undefined;
  await rm(state, { recursive: true, force: true });
  const expected = one.type === 'negative' ? 'NEEDS_REVIEW' : 'DONE';
  const blocking = (json.checks ?? []).filter((check) => check.blocking && ['FAIL', 'NOT_RUN'].includes(check.status));
  const bundled =
    expected === 'DONE' &&
    blocking.length > 0 &&
    blocking.every((check) => check.id === 'bug/targets-patch' && /composite/.test(check.summary));
  const right = json.verdict === expected ? 'right' : bundled ? 'bundled' : 'wrong';
  results.push({
    id: one.id,
    type: one.type,
    runner: one.runner,
    expected,
    verdict: json.verdict ?? `exit ${code}`,
    right,
    seconds,
    bare,
    costs: costsOf(json, seconds, bare),
    ...(again ? { cachedCosts: costsOf(again.json, again.seconds, bare) } : {}),
    runs: json.timings?.runs?.length ?? 0,
    reasons: json.reasons ?? [json.error?.message],
  });
  console.error(
    `${right.padEnd(8)} ${one.type.padEnd(9)} ${one.runner.padEnd(9)} ${seconds.toFixed(1).padStart(6)} s  x${(seconds / bare).toFixed(1).padStart(5)}  ${one.id}${right === 'right' ? '' : `\n         ${(results.at(-1).reasons ?? []).join('\n         ')}`}`,
  );
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1] ?? Number.NaN;
const groups = (key) => {
  const map = new Map();
  for (const result of results) map.set(result[key], [...(map.get(result[key]) ?? []), result]);
  return map;
};
for (const key of ['type', 'runner']) {
  console.log(`\nby ${key}${' '.repeat(8)} right bundled wrong  median s  median ratio to the bare commands`);
  for (const [name, list] of groups(key)) {
    const count = (right) => String(list.filter((result) => result.right === right).length).padStart(5);
    console.log(
      `${name.padEnd(14)} ${count('right')}   ${count('bundled')} ${count('wrong')}  ${median(
        list.map((result) => result.seconds),
      )
        .toFixed(1)
        .padStart(8)}  ${median(list.map((result) => result.seconds / result.bare)).toFixed(2)}`,
    );
  }
}
if (!values['no-bare']) {
  const table = (name, list) => {
    console.log(`\nmedian ratios to the bare commands (${name})`);
    for (const key of Object.keys(list[0] ?? {}))
      console.log(`${key.padEnd(20)} ${median(list.map((costs) => costs[key])).toFixed(2)}`);
  };
  table(
    'nothing on record',
    results.map((result) => result.costs),
  );
  if (values.cached)
    table(
      'base on record',
      results.map((result) => result.cachedCosts),
    );
}
const wrong = results.filter((result) => result.right === 'wrong');
console.log(
  `\n${results.length - wrong.length} of ${results.length} cases end as they should (${results.filter((result) => result.right === 'bundled').length} bundled), on ${availableParallelism()} cores`,
);
if (values.json) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`);
process.exitCode = wrong.length === 0 ? 0 : 1;
