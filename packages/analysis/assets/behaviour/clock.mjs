// Time and chance as the code under review sees them: the same in each run, so that what depends on them can be compared.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const START = Date.UTC(2024, 1, 28, 10, 30, 0);

/** Time stands still until `advance`; chance begins anew with `reset`. */
export function freezeClock() {
  let time = START;
  let state = 1;
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [time] : args, newTarget),
    apply: () => new RealDate(time).toString(),
  });
  RealDate.now = () => time;
  Object.defineProperty(RealDate.prototype, 'constructor', { value: globalThis.Date });
  Object.defineProperty(performance, 'now', { value: () => time - START, configurable: true, writable: true });
  const hrtime = (since) => {
    const ms = time - START;
    const [seconds, nanos] = [Math.floor(ms / 1000), (ms % 1000) * 1e6];
    return since === undefined ? [seconds, nanos] : [seconds - since[0], nanos - since[1]];
  };
  hrtime.bigint = () => BigInt(time - START) * 1_000_000n;
  process.hrtime = hrtime;
  process.uptime = () => (time - START) / 1000;

  // mulberry32, a public-domain generator.
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  Math.random = random;
  const fill = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(random() * 256);
    return array;
  };
  const randomBytes = (size, done) => {
    const bytes = fill(Buffer.alloc(size));
    if (done === undefined) return bytes;
    process.nextTick(done, null, bytes);
    return undefined;
  };
  const randomUUID = () => {
    const hex = fill(Buffer.alloc(16)).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  Object.assign(crypto, { randomBytes, randomUUID });
  syncBuiltinESMExports();
  for (const [name, value] of Object.entries({ randomUUID, getRandomValues: fill }))
    Object.defineProperty(globalThis.crypto, name, { value, configurable: true, writable: true });

  return {
    reset: () => {
      time = START;
      state = 1;
    },
    advance: (ms) => {
      time += ms;
    },
  };
}
