import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Files = Readonly<Record<string, string>>;

const IDENTITY = [
  '-c',
  'user.name=Test',
  '-c',
  'user.email=test@example.invalid',
  '-c',
  'commit.gpgSign=false',
  '-c',
  'init.defaultBranch=main',
];

/** A real repository in a folder. */
export class Repository {
  constructor(readonly folder: string) {
    mkdirSync(folder, { recursive: true });
  }

  git(...args: readonly string[]): string {
    return execFileSync('git', [...IDENTITY, ...args], {
      cwd: this.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  write(files: Files): void {
    for (const [path, content] of Object.entries(files)) {
      const file = join(this.folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
  }

  /** The first commit. */
  static create(folder: string, files: Files): Repository {
    const repository = new Repository(folder);
    repository.git('init', '--quiet');
    repository.commit(files);
    return repository;
  }

  commit(files: Files): string {
    this.write(files);
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', 'a state');
    return this.git('rev-parse', 'HEAD').trim();
  }

  /** A diff that makes these changes; the work tree is put back. `null` deletes a file. */
  patch(changes: Readonly<Record<string, string | null>>): string {
    for (const [path, content] of Object.entries(changes)) {
      if (content === null) rmSync(join(this.folder, path));
      else this.write({ [path]: content });
    }
    this.git('add', '--all');
    const patch = this.git('diff', '--cached', '--binary');
    this.git('reset', '--quiet', '--hard');
    return patch;
  }
}
