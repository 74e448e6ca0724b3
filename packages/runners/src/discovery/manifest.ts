import type { Tree } from '@typed-evidence-chain/core';
import { posix } from 'node:path';

/** The parts of a package.json that say how things are run. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
}

/** The manifest of a folder of the tree; undefined where there is none, or it cannot be read. */
export async function readManifest(tree: Tree, folder: string): Promise<Manifest | undefined> {
  const bytes = await tree.read(posix.join(folder, 'package.json'));
  if (bytes === undefined) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    // A manifest that is no JSON names no scripts.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const fields = parsed as Record<string, unknown>;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const scripts: [string, unknown][] =
    typeof fields['scripts'] === 'object' && fields['scripts'] !== null ? Object.entries(fields['scripts']) : [];
  return {
    name: text(fields['name']),
    version: text(fields['version']),
    scripts: Object.fromEntries(scripts.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
  };
}
