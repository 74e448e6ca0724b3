import type { SuiteEntry } from './suite.js';

type Declared = (file: string, title: string, alsoIn?: readonly string[]) => boolean;

const place = (entry: SuiteEntry): [file: string, title: string, alsoIn: readonly string[]] => [
  entry.base?.id.file ?? '',
  entry.base?.id.title ?? '',
  entry.base?.id.alsoIn ?? [],
];

/**
 * Whether a test that the head turns red was declared, or only holds declared ones: a test that holds others (tape,
 * node:test) is red where one inside is, and then says nothing of its own.
 */
export function isAccountedFor(entry: SuiteEntry, red: readonly SuiteEntry[], isDeclared: Declared): boolean {
  const [file, title] = place(entry);
  if (isDeclared(...place(entry))) return true;
  const inside = red.filter((other) => {
    const [where, name] = place(other);
    return other !== entry && where === file && name.startsWith(`${title} `);
  });
  return inside.length > 0 && inside.every((other) => isDeclared(...place(other)));
}
