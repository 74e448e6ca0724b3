#!/usr/bin/env node
// Trains the router's profiles and writes them into the packages.
//
//   node scripts/router/train.mjs --data DIR [--rows FILE.jsonl …] [--dry-run]
//
// DIR (or ROUTER_DATA) holds dev.jsonl and other.jsonl; --rows adds rows of the same form (see rows-from-git.mjs).
// The same rows give the same files, byte for byte. The texts stay where they are: only weights are written.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepare, readRows, settings, trainProfiles } from './model.mjs';
import { profileFiles, rules } from './rules.mjs';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.ROUTER_DATA },
    rows: { type: 'string', multiple: true, default: [] },
    'dry-run': { type: 'boolean', default: false },
  },
});
if (values.data === undefined) {
  console.error('usage: train.mjs --data DIR [--rows FILE.jsonl …] [--dry-run]   (or set ROUTER_DATA)');
  process.exit(2);
}

const base = prepare(
  [...readRows(join(values.data, 'dev.jsonl')), ...readRows(join(values.data, 'other.jsonl'))],
  rules,
);
const added = prepare(values.rows.flatMap(readRows), rules);
console.error(`${base.length} + ${added.length} rows`);
const profiles = trainProfiles(base, added, rules, settings);
const root = fileURLToPath(new URL('../..', import.meta.url));
let total = 0;
for (const [type, profile] of Object.entries(profiles)) {
  const { file, name } = profileFiles[type];
  total += profile.features.length;
  console.error(`${type.padEnd(9)} ${profile.count} features, ${profile.features.length} bytes`);
  if (!values['dry-run']) writeFileSync(join(root, file), moduleOf(name, profile, file));
}
console.error(`in all ${(total / 1024).toFixed(0)} KiB`);

function moduleOf(name, profile, file) {
  const from = file.includes('packages/core/') ? './type-profile.js' : '@typed-evidence-chain/core';
  const what = file.includes('packages/core/')
    ? 'Learned weights of "none of the types"'
    : 'Learned weights of this type';
  const fields = Object.entries(profile).map(([key, value]) =>
    key === 'features' ? `  features:\n    '${value}',` : `  ${key}: ${value},`,
  );
  return `import type { TypeProfile } from '${from}';\n\n/** ${what}: written by scripts/router/train.mjs, never by hand; see docs/router.md. */\nexport const ${name}: TypeProfile = {\n${fields.join('\n')}\n};\n`;
}
