import { array, code, type Arg, type Scenario } from './arg.js';
import type { Signature } from './signature.js';

const REFUSED = [1, 2, 3];

/**
 * The same call with what it is given watched: objects whose methods are recorded, and callbacks or methods whose first
 * (second, third) promise is refused. Only what the code calls is watched.
 */
export function* watchedNeighbours(
  base: Scenario,
  signatures: readonly (Signature | undefined)[],
): Generator<Scenario> {
  for (const [index, arg] of base.args.entries()) {
    const uses = signatures.map((one) => one?.parameters[index]?.uses);
    const isUsed = uses.some((one) => (one?.methods.length ?? 0) > 0);
    for (const varied of watchedArgs(arg, isUsed)) yield { ...base, args: base.args.with(index, varied) };
  }
}

function* watchedArgs(arg: Arg, isUsed: boolean): Generator<Arg> {
  if (arg.kind === 'array') {
    for (const [index, item] of arg.items.slice(0, 2).entries())
      for (const varied of watchedArgs(item, false)) yield array(arg.items.with(index, varied));
  }
  if (arg.kind !== 'code') return;
  const [first, ...rest] = arg.parts;
  if (typeof first === 'string' && first.startsWith('$cb((')) {
    // `$cb((text))` without its last bracket takes the number of the promise.
    const last = rest.at(-1);
    if (typeof last !== 'string' || !last.endsWith(')')) return;
    for (const number of REFUSED) yield code(first, ...rest.slice(0, -1), `${last.slice(0, -1)}, ${number})`);
  } else if (isUsed) {
    yield code('$watch(', arg, ')');
    for (const number of REFUSED) yield code('$watch(', arg, `, ${number})`);
  }
}
