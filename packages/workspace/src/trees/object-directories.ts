import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { unquoteC } from './c-quote.js';

/**
 * An object directory and all that it borrows from (`info/alternates`; see gitrepository-layout(5)), as absolute paths.
 * Flattened here, as git refuses relative entries in the alternates of alternates.
 */
export async function objectDirectories(first: string): Promise<readonly string[]> {
  const found = new Set<string>();
  const todo = [resolve(first)];
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    for (const entry of parseAlternates(await readIfThere(join(folder, 'info', 'alternates')))) {
      todo.push(resolve(folder, entry));
    }
  }
  return [...found];
}

/** The content of an `info/alternates` file. */
export function formatAlternates(folders: readonly string[]): string {
  return folders.map((folder) => `${/^["#]|\n/u.test(folder) ? quote(folder) : folder}\n`).join('');
}

function parseAlternates(content: Buffer): readonly string[] {
  const entries: string[] = [];
  for (let start = 0; start < content.length;) {
    const quoted = unquoteC(content, start);
    const lineEnd = content.indexOf(10, quoted?.end ?? start);
    const end = lineEnd < 0 ? content.length : lineEnd;
    const entry = quoted?.value.toString('utf8') ?? content.toString('utf8', start, end);
    if (entry !== '' && !entry.startsWith('#')) entries.push(entry);
    start = end + 1;
  }
  return entries;
}

function quote(path: string): string {
  return `"${path.replace(/["\\]/gu, '\\$&').replace(/\n/gu, '\\n')}"`;
}

async function readIfThere(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    // Most repositories borrow no objects.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
