import { failure, type Git } from './git.js';

export interface GitObject {
  readonly type: string;
  readonly content: Buffer;
}

interface Waiting {
  readonly resolve: (object: GitObject | undefined) => void;
  readonly reject: (error: unknown) => void;
}

interface Holding {
  readonly ref?: () => void;
  readonly unref?: () => void;
}

/** Reads objects through one `git cat-file --batch`, started on first use. Nothing is kept in memory. */
export class ObjectReader {
  #process: ReturnType<Git['start']> | undefined;
  #waiting: Waiting[] = [];
  #chunks: Buffer[] = [];
  #buffered = 0;
  /** The object whose content is under way. */
  #awaited: { readonly type: string; readonly size: number } | undefined;

  constructor(private readonly git: Git) {}

  /** `name`: an object id or `<tree>:<path>`; it must not hold a line feed. Undefined where there is no such object. */
  read(name: string): Promise<GitObject | undefined> {
    return new Promise((resolve, reject) => {
      const process = (this.#process ??= this.#start());
      this.#waiting.push({ resolve, reject });
      if (this.#waiting.length === 1) this.#hold(process, 'ref');
      process.stdin.write(`${name}\n`);
    });
  }

  async close(): Promise<void> {
    const process = this.#process;
    if (process === undefined) return;
    this.#hold(process, 'ref');
    process.kill('SIGKILL');
    await process;
  }

  #start(): ReturnType<Git['start']> {
    const process = this.git.start(['cat-file', '--batch']);
    process.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    process.stdin.on('error', () => process.kill('SIGKILL')); // its end is reported below
    const stderr: Buffer[] = [];
    process.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    void process.then(({ code, cause, message }) => {
      const reason =
        stderr.length > 0 ? Buffer.concat(stderr).toString('utf8') : (cause ?? message ?? 'it ended early');
      this.#process = undefined;
      this.#chunks = [];
      this.#buffered = 0;
      this.#awaited = undefined;
      const error = this.git.abortError() ?? failure(['cat-file', '--batch'], reason, code);
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    });
    return process;
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#buffered += chunk.length;
    while (this.#answerNext());
  }

  /** True where an answer was complete and handed out. */
  #answerNext(): boolean {
    if (this.#awaited === undefined) {
      const line = this.#takeLine();
      if (line === undefined) return false;
      // `<oid> <type> <size>`, or `<name> missing`
      const found = /^[0-9a-f]+ (blob|tree|commit|tag) (\d+)$/u.exec(line);
      if (found === null) {
        this.#settle(undefined);
        return true;
      }
      this.#awaited = { type: found[1]!, size: Number(found[2]) };
    }
    const { type, size } = this.#awaited;
    if (this.#buffered < size + 1) return false;
    const bytes = this.#joined();
    this.#awaited = undefined;
    this.#keep(bytes.subarray(size + 1));
    // A copy: a slice would hold the whole chunk, with the objects around it.
    this.#settle({ type, content: Buffer.from(bytes.subarray(0, size)) });
    return true;
  }

  #takeLine(): string | undefined {
    if (this.#buffered === 0) return undefined;
    const bytes = this.#joined();
    const end = bytes.indexOf(10);
    this.#keep(end < 0 ? bytes : bytes.subarray(end + 1));
    return end < 0 ? undefined : bytes.toString('utf8', 0, end);
  }

  #joined(): Buffer {
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
  }

  #keep(rest: Buffer): void {
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#buffered = rest.length;
  }

  #settle(object: GitObject | undefined): void {
    this.#waiting.shift()?.resolve(object);
    if (this.#waiting.length === 0 && this.#process !== undefined) this.#hold(this.#process, 'unref');
  }

  /** A reader that waits for questions must not keep a host alive that forgot to close it. */
  #hold(process: ReturnType<Git['start']>, how: 'ref' | 'unref'): void {
    for (const handle of [process, process.stdin, process.stdout, process.stderr] as readonly Holding[]) {
      handle[how]?.();
    }
  }
}
