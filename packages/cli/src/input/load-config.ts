import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  ConfigError,
  configSchema,
  InputError,
  parseData,
  validate,
  type TecConfig,
  type Workspace,
} from '@typed-evidence-chain/core';
import { createScratchFolder, removeScratchFolder } from '@typed-evidence-chain/workspace';
import { readGivenFile } from './read-file.js';

const NAMES = [
  'tec.config.ts',
  'tec.config.mjs',
  'tec.config.js',
  'tec.config.json',
  'tec.config.yaml',
  'tec.config.yml',
];

export interface LoadedConfig {
  readonly config: TecConfig;
  /** Where it was read from; undefined where the repository has none. */
  readonly source: string | undefined;
}

/** A configuration that is a program is loaded from a copy of its own, outside of the user's work tree. */
async function evaluate(name: string, text: Buffer): Promise<unknown> {
  const folder = createScratchFolder(tmpdir(), 'config');
  try {
    const file = join(folder, name);
    await writeFile(file, text);
    const { createJiti } = await import('jiti');
    return await createJiti(import.meta.url, { fsCache: false, moduleCache: false }).import(file, { default: true });
  } catch (cause) {
    throw new ConfigError('config/invalid', `The configuration ${name} cannot be loaded: ${(cause as Error).message}`, {
      file: name,
      remedy: 'Mend the file; it must export an object',
      cause,
    });
  } finally {
    await removeScratchFolder(folder);
  }
}

async function parse(name: string, text: Buffer): Promise<TecConfig> {
  const format = name.endsWith('.json') ? 'json' : /\.ya?ml$/.test(name) ? 'yaml' : undefined;
  try {
    const data = format ? parseData(text.toString('utf8'), format, name) : await evaluate(basename(name), text);
    return validate(configSchema, data, 'config', { file: name, code: 'config/invalid' });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new ConfigError('config/invalid', error.message, {
      file: error.file,
      field: error.field,
      remedy: error.remedy,
      cause: error,
    });
  }
}

/** `--config FILE`, or `tec.config.*` of the repository as it is on the base commit (CONTRACT, section 6). */
export async function loadConfig(
  workspace: Workspace,
  repository: string,
  base: string,
  file: string | undefined,
): Promise<LoadedConfig> {
  if (file !== undefined)
    return { config: await parse(file, await readGivenFile(file, 'configuration')), source: file };
  const found = await workspace.readAt(repository, base, ...NAMES);
  if (found !== undefined)
    return { config: await parse(found.path, found.content), source: `${found.path} on the base` };
  return { config: configSchema.parse({}), source: undefined };
}
