import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { join } from 'node:path';
import { EventDecoder } from './event-decoder.js';

const KEY_BYTES = 32;
/** Processes of one run that can report at the same time; one more key is given for each that opens a session. */
const KEYS_AHEAD = 256;
/** Bytes of events after which a run is no longer listened to. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Two named pipes in a folder that a run sees read-only. `keys` holds records of an index (8 bytes) and a random key;
 * each process that reports takes one before any code of the tree is loaded, so no key is in a file, an argument or the
 * environment. `events` takes the signed lines, and is read all the time.
 */
export class EventChannel {
  readonly #keys = new Map<number, Buffer>();
  readonly #decoder = new EventDecoder(this.#keys);
  readonly #socket: Socket;
  readonly #keysFd: number;
  readonly #eventsFd: number;
  #offered = 0;
  #received = 0;
  readonly #end = Buffer.from(`end ${randomBytes(24).toString('hex')}\n`);
  #tail = Buffer.alloc(0);
  #onEnd: (() => void) | undefined;

  /** Makes the pipes in an existing, empty folder. */
  static async open(folder: string): Promise<EventChannel> {
    const events = join(folder, 'events');
    const keys = join(folder, 'keys');
    await promisify(execFile)('mkfifo', ['-m', '666', events, keys]);
    return new EventChannel(events, keys);
  }

  private constructor(events: string, keys: string) {
    // Opened for both directions: no end of file while nobody writes, and nobody has to be there to open it.
    const flags = constants.O_RDWR | constants.O_NONBLOCK;
    this.#keysFd = openSync(keys, flags);
    this.#eventsFd = openSync(events, flags);
    this.#socket = new Socket({ fd: openSync(events, flags), readable: true, writable: false });
    this.#socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.#offer(KEYS_AHEAD);
  }

  /** To be called when every process of the run is dead: reads what is left and lets go of the pipes. */
  async close(): Promise<EventDecoder> {
    const ended = new Promise<void>((resolve) => {
      this.#onEnd = resolve;
    });
    await this.#writeEnd();
    await ended;
    this.#socket.destroy();
    closeSync(this.#keysFd);
    closeSync(this.#eventsFd);
    this.#decoder.finish();
    return this.#decoder;
  }

  #receive(chunk: Buffer): void {
    const seen = this.#decoder.sessions.length;
    if (this.#onEnd === undefined) return this.#decode(chunk, seen);
    // The end mark may come in two pieces.
    const joined = Buffer.concat([this.#tail, chunk]);
    const at = joined.indexOf(this.#end);
    if (at === -1) {
      const keep = Math.min(joined.length, this.#end.length - 1);
      this.#tail = joined.subarray(joined.length - keep);
      return this.#decode(joined.subarray(0, joined.length - keep), seen);
    }
    this.#decode(joined.subarray(0, at), seen);
    this.#onEnd();
  }

  #decode(chunk: Buffer, sessionsBefore: number): void {
    this.#received += chunk.length;
    if (this.#received > MAX_BYTES) {
      if (!this.#decoder.problems.includes('too much was written to the event channel')) {
        this.#decoder.problems.push('too much was written to the event channel');
      }
      return;
    }
    this.#decoder.push(chunk);
    const opened = this.#decoder.sessions.length - sessionsBefore;
    if (opened > 0) this.#offer(opened);
  }

  #offer(count: number): void {
    for (let i = 0; i < count; i++) {
      const record = Buffer.alloc(8 + KEY_BYTES);
      const index = this.#offered + 1;
      record.writeUInt32LE(index, 0);
      const key = randomBytes(KEY_BYTES);
      key.copy(record, 8);
      try {
        writeSync(this.#keysFd, record);
      } catch (error) {
        // The pipe is full, which means that there are keys enough.
        if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return;
        throw error;
      }
      this.#offered = index;
      this.#keys.set(index, key);
    }
  }

  /** Whatever was left unread in the pipe comes before the mark. */
  async #writeEnd(): Promise<void> {
    for (;;) {
      try {
        writeSync(this.#eventsFd, this.#end);
        return;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
        // Full: our own reader has to run first.
        await nextTurn();
      }
    }
  }
}
