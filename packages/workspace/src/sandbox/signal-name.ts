import { constants } from 'node:os';

const names = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

/** `SIGSEGV` for 11; `SIG64` for a number without a name. */
export function signalName(number: number): string {
  return names.get(number) ?? `SIG${number}`;
}
