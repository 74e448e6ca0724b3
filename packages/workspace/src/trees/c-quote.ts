const ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Reads a path quoted as git does (`"sp\303\244t.txt"`; see "core.quotePath" in git-config). `end` is the index after
 * the closing quote. Undefined where the bytes at `start` are no complete quoted string.
 */
export function unquoteC(bytes: Buffer, start: number): { readonly value: Buffer; readonly end: number } | undefined {
  if (bytes[start] !== QUOTE) return undefined;
  const value: number[] = [];
  for (let at = start + 1; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return { value: Buffer.from(value), end: at + 1 };
    if (byte !== BACKSLASH) {
      value.push(byte);
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(bytes.toString('latin1', at + 1, at + 4))?.[0];
    const simple = ESCAPES[String.fromCharCode(bytes[at + 1] ?? 0)];
    if (octal !== undefined) {
      value.push(Number.parseInt(octal, 8));
      at += 3;
    } else if (simple !== undefined) {
      value.push(simple);
      at += 1;
    } else {
      return undefined;
    }
  }
  return undefined;
}
