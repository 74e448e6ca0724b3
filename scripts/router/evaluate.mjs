#!/usr/bin/env node
// Cross-validated figures of the embedded router, by source, through the real router with profiles as they are stored.
//
//   node scripts/router/evaluate.mjs --data DIR [--rows FILE.jsonl …] [--folds 5] [--out predictions.jsonl] [--salt WORD]
//
// In each fold the profiles are trained without the fold's sources, stored, loaded, and used by EmbeddedRouter. Rows of
// the advisory collection are split at random (by a hash of their id); composite.jsonl is judged by each fold's router.
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EmbeddedRouter } from '../../packages/core/dist/route/router.js';
import { prepare, readRows, settings, trainProfiles } from './model.mjs';
import { report } from './report.mjs';
import { performanceRule } from './performance-rule.mjs';
import { rules } from './rules.mjs';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.ROUTER_DATA },
    rows: { type: 'string', multiple: true, default: [] },
    folds: { type: 'string', default: '5' },
    out: { type: 'string' },
    salt: { type: 'string', default: '' },
    request: { type: 'string', multiple: true, default: [] },
  },
});
if (values.data === undefined) {
  console.error(
    'usage: evaluate.mjs --data DIR [--rows FILE.jsonl …] [--request FILE.jsonl …] [--folds N] [--out FILE]',
  );
  process.exit(2);
}

const number = (text) =>
  Number.parseInt(
    createHash('sha256')
      .update(values.salt + text)
      .digest('hex')
      .slice(0, 8),
    16,
  );
const rows = [...readRows(join(values.data, 'dev.jsonl')), ...readRows(join(values.data, 'other.jsonl'))];
const folds = foldsOf(rows, Number(values.folds));
const base = prepare(rows, rules);
const added = prepare(values.rows.flatMap(readRows), rules);
const compositeFile = join(values.data, 'composite.jsonl');
const composites = existsSync(compositeFile) ? readRows(compositeFile) : [];
const requests = values.request.flatMap(readRows);

const judged = [];
const judgedComposites = [];
const judgedRequests = [];
for (let fold = 0; fold < Number(values.folds); fold += 1) {
  const profiles = trainProfiles(
    base.filter((_, index) => folds[index] !== fold),
    added,
    rules,
    settings,
  );
  const trained = rules.map(({ type, rule }) => ({ type, rule: { ...rule, profile: profiles[type] } }));
  const router = new EmbeddedRouter(trained, { scope: profiles.ABSTAIN });
  const larger = new EmbeddedRouter([...trained, { type: 'PERFORMANCE', rule: performanceRule }], {
    scope: profiles.ABSTAIN,
  });
  const classify = (row, threshold) =>
    router.classify({ title: row.title, body: row.body ?? '', labels: [] }, { threshold });
  rows.forEach((row, index) => {
    if (folds[index] !== fold) return;
    const task = { title: row.title, body: row.body ?? '', labels: [] };
    judged.push({
      row,
      forced: classify(row, 0),
      free: classify(row),
      withFifth: larger.classify(task, { threshold: 0 }),
    });
  });
  for (const row of composites) judgedComposites.push({ row, fold, forced: classify(row, 0), free: classify(row) });
  for (const row of requests) judgedRequests.push({ row, fold, forced: classify(row, 0), free: classify(row) });
  console.error(`fold ${fold + 1} of ${values.folds}`);
}
console.log(report({ judged, judgedComposites, judgedRequests }));
if (values.out !== undefined) {
  writeFileSync(
    values.out,
    judged
      .map(({ row, forced, free }) =>
        JSON.stringify({
          id: row.id,
          type: forced.type,
          confidence: forced.score,
          free: free.type,
          reason: free.abstained?.reason,
        }),
      )
      .join('\n') + '\n',
  );
}

/** Greedy: the largest sources first, each into the fold with the fewest rows. */
function foldsOf(all, count) {
  const isCollection = (row) => /advisor/.test(row.source);
  const sizes = new Map();
  for (const row of all) if (!isCollection(row)) sizes.set(row.source, (sizes.get(row.source) ?? 0) + 1);
  const load = Array(count).fill(0);
  const of = new Map();
  const order =
    values.salt === '' ? (a, b) => b[1] - a[1] || number(a[0]) - number(b[0]) : (a, b) => number(a[0]) - number(b[0]);
  for (const [source, size] of [...sizes].sort(order)) {
    const target = load.indexOf(Math.min(...load));
    of.set(source, target);
    load[target] += size;
  }
  return all.map((row) => (isCollection(row) ? number(row.id) % count : of.get(row.source)));
}
