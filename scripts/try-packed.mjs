// Installs the packed packages into an empty folder outside of the workspace, and runs the guides' code there.
//   node scripts/try-packed.mjs [--keep]
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packAll, ROOT, run } from './packed.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tec-packed-'));
const keep = process.argv.includes('--keep');
process.on('exit', () => (keep ? console.error(`kept: ${folder}`) : rmSync(folder, { recursive: true, force: true })));

const tarballs = packAll(join(folder, 'tarballs'));
const files = Object.fromEntries([...tarballs].map(([name, file]) => [name, `file:${file}`]));
const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const example = JSON.parse(readFileSync(join(ROOT, 'examples/plugin-security/package.json'), 'utf8'));
const versions = { ...devDependencies, ...example.devDependencies, ...example.dependencies };
const tools = [
  'typescript',
  'mocha',
  'chai',
  'oxlint',
  'semver',
  'zod',
  '@types/node',
  '@types/mocha',
  '@types/chai',
  '@types/semver',
];
const host = join(folder, 'host');
mkdirSync(host);
writeFileSync(
  join(host, 'package.json'),
  JSON.stringify({
    name: 'host',
    private: true,
    type: 'module',
    dependencies: { ...files, ...Object.fromEntries(tools.map((name) => [name, versions[name]])) },
    overrides: files,
  }),
);
run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], host);
const bin = (name) => join(host, 'node_modules/.bin', name);

// The plugin guide, step 1: a new package builds, is linted and passes its tests.
run(bin('tec'), ['new', 'plugin', 'PERFORMANCE', 'plugin'], host);
const plugin = join(host, 'plugin');
run(bin('tsc'), ['-p', '.'], plugin);
run(bin('tsc'), ['-p', 'test'], plugin);
run(bin('oxlint'), ['--deny-warnings', 'src', 'test'], plugin);
run(bin('mocha'), ['--timeout', '300000', 'dist-test/**/*.test.js'], plugin);

// The rest of the guide: the plugin that it quotes, with compiler settings of its own.
const security = join(host, 'plugin-security');
cpSync(join(ROOT, 'examples/plugin-security/src'), join(security, 'src'), { recursive: true });
cpSync(join(ROOT, 'examples/plugin-security/test'), join(security, 'test'), { recursive: true });
cpSync(join(ROOT, 'examples/plugin-security/package.json'), join(security, 'package.json'));
for (const path of ['tsconfig.json', 'test/tsconfig.json']) cpSync(join(plugin, path), join(security, path));
run(bin('tsc'), ['-p', '.'], security);
run(bin('tsc'), ['-p', 'test'], security);
run(
  bin('mocha'),
  [
    '--timeout',
    '300000',
    'dist-test/**/*.test.js',
    '--grep',
    'accepts an exploit|rejects an exploit|dependencies|lockedVersions',
  ],
  security,
);

// Both are loaded by path.
writeFileSync(join(host, 'tec.config.yaml'), 'plugins: [./plugin, ./plugin-security]\n');
run(bin('tec'), ['plugins', '--config', 'tec.config.yaml', '--no-color'], host);

// The embedding guide: its code compiles against the published types, and CommonJS can load the packages.
const snippet = join(host, 'embedding');
mkdirSync(snippet);
cpSync(join(ROOT, 'examples/host-snippet/review-change.ts'), join(snippet, 'review-change.ts'));
writeFileSync(
  join(snippet, 'tsconfig.json'),
  JSON.stringify({
    extends: '../plugin/tsconfig.json',
    compilerOptions: { rootDir: '.', outDir: 'dist' },
    include: ['*.ts'],
  }),
);
run(bin('tsc'), ['-p', '.'], snippet);
writeFileSync(
  join(snippet, 'commonjs.cjs'),
  "import('@typed-evidence-chain/chain').then(({ createChain }) => console.log(createChain().plugins().length, 'plugins from CommonJS'));\n",
);
run(process.execPath, ['commonjs.cjs'], snippet);
console.log('the packed packages work outside of the workspace');
