import type { Node } from '@babel/types';
import type { Hunk } from '@typed-evidence-chain/core';
import { MAX_NUMBERS, MAX_STRINGS, type Constants } from '../arguments/constants.js';
import { children } from './function-text.js';
import { parseSource } from './parse-source.js';

const READS_NUMBERS = /\b(?:Number\s*\(|parseInt\b|parseFloat\b)/;
const ASKS_WHOLE = /\bNumber\.is(?:Safe)?Integer\b/;
const ORDERS_TEXTS = /\blocaleCompare\(|\.(?:sort|toSorted)\(|\bsortBy\(|\borderBy\(/;
const KEEPS_BY_KEY = /\bnew (?:Map|Set)\b|\w\[\w+\]\s*(?:[+|?&-]{0,2}=(?!=)|\?\?|\|\|)/;
const MAKES_MAP = /\bnew (?:Map|Set)\b/;
const SIGNED = /<=?\s*-?0\b|\b0\s*>|Math\.(?:abs|trunc|sign)\b|\babs\(/;

/** Those of the changed lines come first. */
export function readConstants(path: string, source: string, hunks: readonly Hunk[]): Constants {
  const changed = hunks.flatMap((hunk) => [...hunk.removed, ...hunk.added]).join('\n');
  const linesOf = (side: 'removed' | 'added'): string => hunks.flatMap((hunk) => hunk[side]).join('\n');
  const numbers = new Set<number>();
  const strings = new Set<string>();
  for (const [text] of changed.matchAll(/(?<![\w.'"])\d[\d_]*(?:\.\d+)?(?![\w'"])/g))
    numbers.add(Number(text.replaceAll('_', '')));
  for (const [, pattern = ''] of changed.matchAll(
    /(?<=[=(,:!&|?]\s*)\/((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\//g,
  )) {
    for (const text of textsOfPattern(pattern)) strings.add(text);
  }
  for (const [, , text = ''] of changed.matchAll(/(['"`])((?:(?!\1)[^\\\n]){0,40})\1/g)) strings.add(text);
  const ofChange = [...strings];
  const walk = (node: Node): void => {
    if (node.type === 'ImportDeclaration' || node.type.startsWith('TS')) return;
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'require') return;
    if (node.type === 'NumericLiteral') numbers.add(node.value);
    if (node.type === 'StringLiteral' && node.value.length <= 40) strings.add(node.value);
    if (node.type === 'RegExpLiteral') for (const text of textsOfPattern(node.pattern)) strings.add(text);
    children(node).forEach(walk);
  };
  const file = parseSource(path, source);
  if (file !== undefined) walk(file.program);
  strings.delete('use strict');
  return {
    numbers: [...numbers].filter((value) => Number.isFinite(value) && Math.abs(value) < 1e15).slice(0, MAX_NUMBERS),
    strings: [...strings].slice(0, MAX_STRINGS),
    changed: ofChange,
    signed: SIGNED.test(source) || SIGNED.test(changed),
    readsNumbers: READS_NUMBERS.test(source) || READS_NUMBERS.test(changed),
    asksWhole: ASKS_WHOLE.test(source) || ASKS_WHOLE.test(changed),
    ordersTexts: ORDERS_TEXTS.test(changed),
    keepsByKey: KEEPS_BY_KEY.test(changed),
    losesMap: MAKES_MAP.test(linesOf('removed')) && !MAKES_MAP.test(linesOf('added')),
  };
}

/** Words of a regular expression, and each character of its classes. */
function textsOfPattern(pattern: string): string[] {
  const plain = pattern.replace(/\\./g, ' ').replace(/\(\?[:=!<]+/g, '(');
  const inClasses = [...plain.matchAll(/\[\^?([^\]]*)\]/g)].flatMap(([, members = '']) =>
    members.includes('-') ? [] : members.split('').filter((one) => one !== ' '),
  );
  const words = plain.replace(/\[[^\]]*\]/g, ' ').match(/[A-Za-z]+/g) ?? [];
  return [...inClasses, ...words].slice(0, 12);
}
