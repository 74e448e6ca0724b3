import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { InputError } from '@typed-evidence-chain/core';

/** Path -> content, from a folder of templates whose names end in `.tpl`; `gitignore` gets its dot here. */
export async function readTemplates(root: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const contents = await Promise.all(
    files.map(async (file) => {
      const path = relative(root, file)
        .replaceAll('\\', '/')
        .replace(/\.tpl$/, '');
      return [path === 'gitignore' ? '.gitignore' : path, await readFile(file, 'utf8')] as const;
    }),
  );
  return new Map(contents);
}

/** Writes a new folder. Throws `InputError` where something is there already: nothing is ever overwritten. */
export async function writePackage(directory: string, files: ReadonlyMap<string, string>): Promise<void> {
  const root = resolve(directory);
  const there = await readdir(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new InputError('input/usage', `${root} cannot be used: ${error.message}`, {
      file: root,
      field: 'DIR',
      cause: error,
    });
  });
  if (there.length > 0) {
    throw new InputError('input/usage', `${root} is not empty, and nothing is overwritten`, {
      file: root,
      field: 'DIR',
      remedy: 'Name another folder',
    });
  }
  for (const [path, content] of files) {
    const file = join(root, path);
    try {
      await mkdir(dirname(file), { recursive: true });
      // `wx`: what appeared in the meantime is somebody else's.
      await writeFile(file, content, { flag: 'wx' });
    } catch (cause) {
      throw new InputError('input/usage', `${file} cannot be written: ${(cause as Error).message}`, {
        file,
        field: 'DIR',
        remedy: 'Name another folder',
        cause,
      });
    }
  }
}
