import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { askChoices } from './ask-choices.js';
import { completeChoices, type GivenChoices } from './plugin-choices.js';
import { placeholders, renderTemplate } from './render-template.js';
import { readTemplates, writePackage } from './write-package.js';

const TEMPLATES = fileURLToPath(new URL('../../templates/plugin', import.meta.url));
const MANIFEST = fileURLToPath(new URL('../../package.json', import.meta.url));

export interface NewPluginFlags {
  readonly name?: string;
  readonly description?: string;
  readonly labels?: string;
  readonly yes?: boolean;
}

/** Writes a plugin package that builds, lints and passes its own tests. */
export async function runNewPlugin(type: string, directory: string | undefined, flags: NewPluginFlags): Promise<void> {
  const given: GivenChoices = {
    type,
    ...(directory === undefined ? {} : { directory }),
    ...(flags.name === undefined ? {} : { name: flags.name }),
    ...(flags.description === undefined ? {} : { description: flags.description }),
    ...(flags.labels === undefined ? {} : { labels: flags.labels.split(',') }),
  };
  completeChoices(given);
  const ask = flags.yes !== true && process.stdin.isTTY && process.stderr.isTTY;
  const choices = completeChoices(ask ? await askChoices(given) : given);
  const { version, dependencies } = JSON.parse(await readFile(MANIFEST, 'utf8')) as {
    version: string;
    dependencies: Record<string, string>;
  };
  const values = placeholders(choices, { version, zod: dependencies['zod'] ?? '^4.0.0' });
  const templates = await readTemplates(TEMPLATES);
  await writePackage(
    choices.directory,
    new Map([...templates].map(([path, text]) => [path, renderTemplate(text, values, path)])),
  );
  process.stdout.write(`${resolve(choices.directory)}\n`);
  process.stderr.write(
    `Next: cd ${choices.directory}, npm install, npm test; then name it in tec.config: plugins: ["${choices.name}"] or its path\n`,
  );
}
