// Bundles what `tec` loads into few files: 600 modules take longer to find and link than a review without tests takes
// (docs/adr/0009-bundle.md). bin/tec.js runs the bundle where it is as new as the build; otherwise the modules as built.
import { build } from 'esbuild';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url));
const CLI = join(PACKAGES, 'cli');
const OUT = join(CLI, 'dist/bundle');

/** Loaded on request only, by packages that find them from their own place. */
const EXTERNAL = ['@typed-evidence-chain/agents', 'jiti', 'svelte/*'];

/** A module of ours finds its assets and dependencies from where it was built, wherever the bundle lies. */
const ownPlaces = {
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]packages[\\/][^\\/]+[\\/]dist[\\/].*\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const [folder, ...file] = relative(PACKAGES, path).split(/[\\/]/);
      const { name } = JSON.parse(readFileSync(join(PACKAGES, folder, 'package.json'), 'utf8'));
      const place = `__placeOf(${JSON.stringify(name)}, ${JSON.stringify(file.slice(1).join('/'))})`;
      return { contents: text.replaceAll('import.meta.url', place), loader: 'js' };
    });
  },
};

const BANNER = `
import { createRequire as __createRequire } from 'node:module';
import { pathToFileURL as __pathToFileURL } from 'node:url';
const require = __createRequire(import.meta.url);
const __placeOf = (name, file) =>
  name === '@typed-evidence-chain/cli'
    ? new URL('../' + file, import.meta.url).href
    : new URL(file, __pathToFileURL(__createRequire(require.resolve('@typed-evidence-chain/chain')).resolve(name))).href;
`;

/** The licence texts of what is in the bundle: most of them ask to go with every copy. */
function notices(inputs) {
  const folders = new Set();
  for (const input of Object.keys(inputs)) {
    const found = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input);
    if (found) folders.add(found[0]);
  }
  return [...folders]
    .toSorted((a, b) => a.localeCompare(b))
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
      return `## ${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : `See its package.json: ${license}`}\n`;
    });
}

/**
 * Modules of others that ask for their own place would look for their files beside the bundle. These only have the words in
 * texts that they write into code.
 */
const WORDS_ONLY = ['/sucrase/', '/@babel/plugin-transform-'];

function refusePlaceSeekers(outputs) {
  const bundled = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const seekers = bundled.filter(
    (file) =>
      file.includes('node_modules/') &&
      !WORDS_ONLY.some((part) => file.includes(part)) &&
      /\bimport\.meta\.(?:url|dirname|filename|resolve)\b/.test(readFileSync(file, 'utf8')),
  );
  if (seekers.length > 0)
    throw new Error(
      `these look for files beside themselves and cannot be bundled; load them at run time:\n${seekers.join('\n')}`,
    );
}

rmSync(OUT, { recursive: true, force: true });
process.chdir(dirname(PACKAGES));
const { metafile } = await build({
  entryPoints: { main: join(CLI, 'dist/main.js'), 'guard-exit': join(CLI, 'dist/guard-exit.js') },
  outdir: OUT,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external: EXTERNAL,
  plugins: [ownPlaces],
  banner: { js: BANNER },
  chunkNames: 'part-[hash]',
  metafile: true,
  logLevel: 'warning',
});
refusePlaceSeekers(metafile.outputs);
writeFileSync(join(OUT, 'THIRD-PARTY-NOTICES.md'), notices(metafile.inputs).join('\n'));
// What it was made of: bin/tec.js compares their times (packages/cli/bin/modules-of.js).
const records = readdirSync(PACKAGES)
  .map((folder) => join(PACKAGES, folder, 'dist/.tsbuildinfo'))
  .filter((file) => existsSync(file));
const madeOf = [...records, join(PACKAGES, '../pnpm-lock.yaml'), fileURLToPath(import.meta.url)];
writeFileSync(join(OUT, 'made-of.json'), JSON.stringify(madeOf.map((file) => relative(OUT, file))));
