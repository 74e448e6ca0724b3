import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { OpenResult, ReviewTrees } from '@typed-evidence-chain/core';
import { GitWorkspace } from '@typed-evidence-chain/workspace';

export type Content = string | Buffer | { readonly link: string } | { readonly executable: string } | null;
export type Files = Readonly<Record<string, Content>>;

const IDENTITY = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgSign=false'];

/** A folder for one test, with real repositories in it. */
export class TestSite {
  readonly root = mkdtempSync(join(tmpdir(), 'workspace-test-'));
  readonly scratchRoot = join(this.root, 'scratch');
  readonly workspace: GitWorkspace;
  readonly #opened: ReviewTrees[] = [];

  constructor() {
    mkdirSync(this.scratchRoot);
    this.workspace = new GitWorkspace({ scratchRoot: this.scratchRoot });
  }

  repository(files: Files = { 'a.txt': 'one\ntwo\nthree\n' }, options: readonly string[] = []): TestRepository {
    const repository = new TestRepository(mkdtempSync(join(this.root, 'repository-')));
    repository.git('init', '-q', '-b', 'main', ...options);
    repository.commit(files);
    return repository;
  }

  async open(repository: TestRepository, patch: Buffer | string, base?: string): Promise<OpenResult> {
    const result = await this.workspace.open({
      repository: repository.folder,
      base,
      change: { kind: 'patch', text: Buffer.from(patch) },
      maxPatchBytes: 10_000_000,
    });
    if (result.kind === 'opened') this.#opened.push(result.trees);
    return result;
  }

  async openHead(repository: TestRepository, ref: string, base?: string): Promise<OpenResult> {
    const change = { kind: 'head', ref } as const;
    const result = await this.workspace.open({
      repository: repository.folder,
      base,
      change,
      maxPatchBytes: 10_000_000,
    });
    if (result.kind === 'opened') this.#opened.push(result.trees);
    return result;
  }

  /** The trees of a patch that has to be fine. */
  async trees(repository: TestRepository, patch: Buffer | string, base?: string): Promise<ReviewTrees> {
    return opened(await this.open(repository, patch, base));
  }

  async close(): Promise<void> {
    await Promise.all(this.#opened.map((trees) => trees.close()));
    rmSync(this.root, { recursive: true, force: true });
  }
}

export function opened(result: OpenResult): ReviewTrees {
  if (result.kind !== 'opened') throw new Error(`not opened: ${JSON.stringify(result)}`);
  return result.trees;
}

/** The reasons of an unsafe change, by path. */
export function problemsOf(result: OpenResult): Record<string, string> {
  if (result.kind !== 'unsafe') throw new Error(`not unsafe: ${result.kind}`);
  return Object.fromEntries(result.problems.map(({ path, reason }) => [path, reason]));
}

export class TestRepository {
  constructor(readonly folder: string) {}

  git(...args: readonly string[]): string {
    return this.bytes(...args).toString('utf8');
  }

  bytes(...args: readonly string[]): Buffer {
    return execFileSync('git', [...IDENTITY, ...args], {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 100_000_000,
    });
  }

  write(files: Files): void {
    for (const [path, content] of Object.entries(files)) {
      const file = join(this.folder, path);
      rmSync(file, { recursive: true, force: true });
      if (content === null) continue;
      mkdirSync(dirname(file), { recursive: true });
      if (typeof content === 'string' || Buffer.isBuffer(content)) writeFileSync(file, content);
      else if ('link' in content) symlinkSync(content.link, file);
      else {
        writeFileSync(file, content.executable);
        chmodSync(file, 0o755);
      }
    }
  }

  /** Returns the commit id. */
  commit(files: Files): string {
    this.write(files);
    this.git('add', '-A', '-f');
    this.git('commit', '-q', '--allow-empty', '-m', 'change');
    return this.git('rev-parse', 'HEAD').trim();
  }

  /** The patch text that these files make on HEAD; the work tree is as before afterwards. */
  patch(files: Files, ...options: readonly string[]): Buffer {
    this.write(files);
    this.git('add', '-A', '-f');
    const text = this.bytes('diff', '--cached', '--binary', ...options);
    this.git('reset', '-q', '--hard');
    return text;
  }

  /** The id of the tree that git itself makes of the patch. */
  treeAfter(patch: Buffer): string {
    execFileSync('git', ['apply', '--cached', '--whitespace=nowarn', '-'], {
      cwd: this.folder,
      input: patch,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const tree = this.git('write-tree').trim();
    this.git('reset', '-q', '--hard');
    return tree;
  }
}

/** A patch text as somebody may write it by hand: a new file of one line. */
export function newFilePatch(name: string, line = 'x', mode = '100644'): string {
  const quoted = (prefix: string) => (/["\\]/u.test(name) ? `"${prefix}${name}"` : `${prefix}${name}`);
  return [
    `diff --git ${quoted('a/')} ${quoted('b/')}`,
    `new file mode ${mode}`,
    '--- /dev/null',
    `+++ ${quoted('b/')}`,
    '@@ -0,0 +1 @@',
    `+${line}`,
    mode === '120000' ? '\\ No newline at end of file\n' : '',
  ].join('\n');
}
