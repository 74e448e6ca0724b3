// The API reference, generated from the docstrings of the public packages into docs/api (not kept in git).
//   node scripts/api-reference.mjs [OUT]
// TypeDoc works through the JavaScript API of TypeScript, which version 7 does not have (docs/adr/0007): it brings an older
// compiler of its own, for this purpose only.
import { run } from './packed.mjs';

const out = process.argv[2] ?? 'docs/api';
const entries = [
  'core/src/index.ts',
  'core/src/testing/index.ts',
  'chain/src/index.ts',
  'bridges/src/index.ts',
  'bridges/src/bridge-to-open-telemetry.ts',
];
run('npx', [
  '--yes',
  '-p',
  'typedoc@0.28.14',
  '-p',
  'typescript@5.9.3',
  'typedoc',
  ...entries.flatMap((entry) => ['--entryPoints', `packages/${entry}`]),
  '--tsconfig',
  'tsconfig.base.json',
  '--name',
  'typed-evidence-chain',
  '--readme',
  'none',
  '--skipErrorChecking',
  '--out',
  out,
]);
