import type { CodeOffers } from '@typed-evidence-chain/core';
import { offeredMembers } from './offers/members.js';
import { optionReads } from './offers/option-reads.js';
import { positionalParameters } from './offers/positions.js';
import { declaredFlags, flagsIn } from './flag-texts.js';
import { literalText } from './import-statement.js';
import type { JavaScriptSource } from './parse.js';
import { keyName, walk, type Node } from './syntax.js';

/** What callers can hand over to the code of a file, and ask of it. */
export function javaScriptCodeOffers({ file: { program } }: JavaScriptSource): CodeOffers {
  const positions = [...positionalParameters(program)].map(([name, names]) => [name, names ?? null] as const);
  return {
    options: optionReads(program),
    members: offeredMembers(program),
    positions: Object.fromEntries(positions),
    flags: offeredFlags(program),
  };
}

function offeredFlags(program: Node): string[] {
  const flags = new Set<string>();
  const add = (text: string | undefined): void => flagsIn(text ?? '').forEach((flag) => flags.add(flag));
  walk(program, (node) => {
    add(literalText(node) ?? (node.type === 'TemplateElement' ? node.value.raw : undefined));
    if (node.type === 'ObjectProperty') add(keyName(node.key, node.computed));
    declaredFlags(node).forEach((flag) => flags.add(flag));
    return undefined;
  });
  return [...flags];
}
