import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder for one test, with a state folder and a temporary folder of its own; nothing may be left in the latter. */
export class Playground {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'house-')));
  readonly temporary = join(this.folder, 'tmp');

  constructor() {
    mkdirSync(this.temporary);
  }

  /** Writes a file and returns its path. */
  write(path: string, content: string | object): string {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  }

  get env(): NodeJS.ProcessEnv {
    return { ...process.env, TMPDIR: this.temporary, XDG_STATE_HOME: join(this.folder, 'state') };
  }

  leftovers(): readonly string[] {
    return readdirSync(this.temporary);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
