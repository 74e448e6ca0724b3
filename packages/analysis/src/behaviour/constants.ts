import type { Node } from '@babel/types';
import type { Hunk } from '@typed-evidence-chain/core';
import { children } from './function-text.js';
import { parseSource } from './parse-source.js';

/** Values that the code itself mentions: where it decides, it decides at these. */
export interface Constants {
  readonly numbers: readonly number[];
  readonly strings: readonly string[];
  /** The code looks at the sign of numbers, so negative ones are ordinary input. */
  readonly signed: boolean;
}

export const NO_CONSTANTS: Constants = { numbers: [], strings: [], signed: false };

const MAX_NUMBERS = 24;
const MAX_STRINGS = 30;
const SIGNED = /<=?\s*-?0\b|\b0\s*>|Math\.(?:abs|trunc|sign)\b|\babs\(/;

/** Those of the changed lines come first. */
export function readConstants(path: string, source: string, hunks: readonly Hunk[]): Constants {
  const changed = hunks.flatMap((hunk) => [...hunk.removed, ...hunk.added]).join('\n');
  const numbers = new Set<number>();
  const strings = new Set<string>();
  for (const [text] of changed.matchAll(/(?<![\w.'"])\d[\d_]*(?:\.\d+)?(?![\w'"])/g))
    numbers.add(Number(text.replaceAll('_', '')));
  for (const [, , text = ''] of changed.matchAll(/(['"`])((?:(?!\1)[^\\\n]){0,40})\1/g)) strings.add(text);
  const walk = (node: Node): void => {
    if (node.type === 'ImportDeclaration' || node.type.startsWith('TS')) return;
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'require') return;
    if (node.type === 'NumericLiteral') numbers.add(node.value);
    if (node.type === 'StringLiteral' && node.value.length <= 40) strings.add(node.value);
    children(node).forEach(walk);
  };
  const file = parseSource(path, source);
  if (file !== undefined) walk(file.program);
  strings.delete('use strict');
  return {
    numbers: [...numbers].filter((value) => Number.isFinite(value) && Math.abs(value) < 1e15).slice(0, MAX_NUMBERS),
    strings: [...strings].slice(0, MAX_STRINGS),
    signed: SIGNED.test(source) || SIGNED.test(changed),
  };
}

export function mergeConstants(all: readonly Constants[]): Constants {
  return {
    numbers: [...new Set(all.flatMap((one) => one.numbers))].slice(0, MAX_NUMBERS),
    strings: [...new Set(all.flatMap((one) => one.strings))].slice(0, MAX_STRINGS),
    signed: all.some((one) => one.signed),
  };
}
