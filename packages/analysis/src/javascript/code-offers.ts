import type { CodeOffers } from '@typed-evidence-chain/core';
import { offeredMembers } from './offers/members.js';
import { optionReads } from './offers/option-reads.js';
import { positionalParameters } from './offers/positions.js';
import type { JavaScriptSource } from './parse.js';

/** What callers can hand over to the code of a file, and ask of it. */
export function javaScriptCodeOffers({ file: { program } }: JavaScriptSource): CodeOffers {
  const positions = [...positionalParameters(program)].map(([name, names]) => [name, names ?? null] as const);
  return {
    options: optionReads(program),
    members: offeredMembers(program),
    positions: Object.fromEntries(positions),
  };
}
