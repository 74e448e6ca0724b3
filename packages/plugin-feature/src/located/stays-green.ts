import {
  testKey,
  type FileEdit,
  type PairedObservation,
  type ReviewSession,
  type TestCommand,
  type Tree,
} from '@typed-evidence-chain/core';
import type { LocatedFunction } from './located-code.js';

const VARIANTS = ['fails', 'doesNothing'] as const;
type Variant = (typeof VARIANTS)[number];

export interface ClaimedRun {
  readonly command: TestCommand;
  readonly files: readonly string[];
  readonly pairs: readonly PairedObservation[];
}

/**
 * Whether the tests that are claimed for a criterion stay green with the body of its functions taken out: once it always
 * fails, once it does nothing. A test that asks for what the code does notices one of them; one that asks whether there
 * is such a function, or that takes any error for the right one, notices neither (THREATS F5, F10, F16, D8).
 */
export async function staysGreen(
  session: ReviewSession,
  { command, files, pairs }: ClaimedRun,
  functions: readonly LocatedFunction[],
): Promise<boolean> {
  // Doing nothing is no other behaviour where nothing is what was asked for.
  const variants = functions.every(({ at }) => at.body === 'nothing') ? VARIANTS.slice(0, 1) : VARIANTS;
  for (const variant of variants) {
    const tree = await without(session, functions, variant);
    const report = await session.runOnce(tree, command, {
      purpose: 'claimed tests without the located code',
      ...(files.length > 0 ? { files } : {}),
    });
    const passed = new Set(report.tests.filter((test) => test.status === 'passed').map((test) => testKey(test.id)));
    if (!pairs.every((pair) => passed.has(testKey(pair.head.id)))) return false;
  }
  return true;
}

async function without(session: ReviewSession, functions: readonly LocatedFunction[], variant: Variant): Promise<Tree> {
  const head = await session.headRun();
  const edits: FileEdit[] = [];
  for (const path of new Set(functions.map(({ file }) => file))) {
    const source = (await head.read(path))?.toString('utf8') ?? '';
    const own = functions.filter(({ file }) => file === path).map(({ at }) => at);
    const outermost = own.filter(
      (at, index) =>
        !own.some(
          (other, place) =>
            place !== index &&
            other.from <= at.from &&
            at.to <= other.to &&
            (other.from < at.from || other.to > at.to || place < index),
        ),
    );
    const content = outermost
      .sort((one, other) => other.from - one.from)
      .reduce((text, at) => text.slice(0, at.from) + at[variant] + text.slice(at.to), source);
    edits.push({ path, content });
  }
  return session.trees.derive(head, edits, `head, located code ${variant === 'fails' ? 'failing' : 'doing nothing'}`);
}
