import { createHmac, timingSafeEqual } from 'node:crypto';

/** One event of a session. `type` is never empty; the other fields are whatever the hook said. */
export interface ChannelEvent {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What one process said, in order. */
export interface ChannelSession {
  readonly id: number;
  readonly events: readonly ChannelEvent[];
  /** Numbers of the first and the last line of the session on the channel, to see which sessions overlap. */
  readonly first: number;
  readonly last: number;
}

interface OpenSession {
  readonly id: number;
  readonly events: ChannelEvent[];
  readonly first: number;
  last: number;
  next: number;
  text: string;
  isClosed: boolean;
}

const LINE = /^([0-9a-f]{32}) (\d{1,9}) (\d{1,9}) ([01]) (.*)$/s;
const MAX_LINE = 4096;

/**
 * Reads the lines of the event channel: `mac session sequence more text`, where the mac is HMAC-SHA256 (first 128 bits)
 * of the rest with the key of the session. Never throws: what does not fit is a problem, and a channel with problems
 * proves nothing.
 */
export class EventDecoder {
  readonly problems: string[] = [];
  readonly #sessions = new Map<number, OpenSession>();
  readonly #keys: ReadonlyMap<number, Buffer>;
  #rest = '';
  #lines = 0;

  constructor(keys: ReadonlyMap<number, Buffer>) {
    this.#keys = keys;
  }

  /** In the order in which they were opened. */
  get sessions(): readonly ChannelSession[] {
    return [...this.#sessions.values()];
  }

  push(chunk: Buffer): void {
    const lines = (this.#rest + chunk.toString('latin1')).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#read(line);
    if (this.#rest.length > MAX_LINE) {
      this.#report('a line on the event channel is too long');
      this.#rest = '';
    }
  }

  finish(): void {
    if (this.#rest !== '') this.#report('the last line on the event channel is not complete');
    this.#rest = '';
  }

  #report(problem: string): void {
    if (this.problems.length < 20 && !this.problems.includes(problem)) this.problems.push(problem);
  }

  #read(line: string): void {
    const match = LINE.exec(line);
    if (match === null) return this.#report('something that is no event was written to the event channel');
    const [, mac = '', id = '', sequence = '', more = '', text = ''] = match;
    const key = this.#keys.get(Number(id));
    if (key === undefined) return this.#report('an event names a session that does not exist');
    const expected = createHmac('sha256', key)
      .update(line.slice(mac.length + 1), 'latin1')
      .digest()
      .subarray(0, 16);
    if (!timingSafeEqual(expected, Buffer.from(mac, 'hex'))) return this.#report('an event has a wrong signature');
    const session = this.#session(Number(id));
    session.last = this.#lines++;
    if (session.isClosed) return this.#report('an event came after the last one of its session');
    if (Number(sequence) !== session.next) return this.#report('events of a session are missing or come twice');
    session.next++;
    session.text += text;
    if (more === '1') return;
    this.#event(session, session.text);
    session.text = '';
  }

  #session(id: number): OpenSession {
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const session = { id, events: [], first: this.#lines, last: this.#lines, next: 0, text: '', isClosed: false };
    this.#sessions.set(id, session);
    return session;
  }

  #event(session: OpenSession, text: string): void {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return this.#report('an event is not readable');
    }
    if (typeof parsed !== 'object' || parsed === null || !('t' in parsed) || typeof parsed.t !== 'string') {
      return this.#report('an event has no type');
    }
    const { t: type, ...fields } = parsed;
    if ((type === 'open') !== (session.events.length === 0)) return this.#report('a session does not start as it must');
    session.events.push({ type, fields });
    if (type === 'close') session.isClosed = true;
  }
}
