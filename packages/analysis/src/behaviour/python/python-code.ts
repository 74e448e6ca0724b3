import { posix } from 'node:path';
import type { Hunk, Tree } from '@typed-evidence-chain/core';
import type { Arg, Scenario } from '../arguments/arg.js';
import type { CodeBase, RunnableTree } from '../code-base.js';
import { NO_CONSTANTS, type Constants } from '../arguments/constants.js';
import { isPython, isTestFile } from '../file-roles.js';
import { runAsset, type AssetRun } from '../running/run-asset.js';
import type { Parameter, Signature } from '../arguments/signature.js';
import type { TreeSources } from '../tree-sources.js';
import type { TypeIndex } from '../javascript/type-index.js';

type Place = Omit<AssetRun, 'tree' | 'command' | 'input'>;

/** What `assets/behaviour/read_calls.py` says about a file. */
interface FileFacts {
  readonly path: string;
  readonly calls?: readonly Scenario[];
  readonly signatures?: Readonly<
    Record<
      string,
      { readonly parameters: readonly Parameter[]; readonly methods: Readonly<Record<string, readonly Parameter[]>> }
    >
  >;
  readonly constants?: { readonly numbers: readonly number[]; readonly strings: readonly string[] };
}

const IMPORT = /^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+([^#\n]+|\([^)]*\))|import[ \t]+([\w., \t]+))/gm;
const ROOTS = ['', 'src', 'lib'];
const MAX_FILES = 3000;

/** Python modules of a tree. Imports are read from their text; the rest by a script that runs in the sandbox. */
export class PythonCode implements CodeBase {
  readonly tree: Tree;
  private readonly facts = new Map<string, FileFacts>();

  private constructor(
    private readonly sources: TreeSources,
    private readonly place: Place,
    private readonly texts: ReadonlyMap<string, string>,
    private readonly imports: ReadonlyMap<string, readonly string[]>,
    private readonly manifests: ReadonlyMap<string, string>,
  ) {
    this.tree = sources.tree;
  }

  static async create(sources: TreeSources, place: Place): Promise<PythonCode> {
    const texts = new Map<string, string>();
    const imports = new Map<string, readonly string[]>();
    for (const path of [...sources.paths].filter(isPython).slice(0, MAX_FILES)) {
      const text = (await sources.read(path)) ?? '';
      texts.set(path, text);
      imports.set(path, importsOf(path, text, sources.paths));
    }
    const manifests = new Map<string, string>();
    for (const path of sources.paths) {
      if (!path.includes('/') && !isPython(path)) manifests.set(path, (await sources.read(path)) ?? '');
    }
    return new PythonCode(sources, place, texts, imports, manifests);
  }

  has(path: string): boolean {
    return this.texts.has(path);
  }

  text(path: string): string {
    return this.texts.get(path) ?? '';
  }

  paths(): string[] {
    return [...this.texts.keys()];
  }

  importsOf(path: string): readonly string[] {
    return this.imports.get(path) ?? [];
  }

  closure(from: Iterable<string>): Set<string> {
    return reach(from, (path) => this.importsOf(path));
  }

  dependents(of: Iterable<string>): Set<string> {
    const users = new Map<string, string[]>();
    for (const [path, imported] of this.imports) {
      for (const one of imported) users.set(one, [...(users.get(one) ?? []), path]);
    }
    return reach(of, (path) => users.get(path) ?? []);
  }

  isProgram(path: string): boolean {
    const text = this.text(path);
    if (/(?:^|\/)(?:setup|manage|__main__|conf)\.py$/.test(path)) return true;
    return text !== '' && !/^(?:async +)?(?:def|class) |^from |^[A-Za-z_]\w* *(?::[^=\n]+)?= /m.test(text);
  }

  /** Packages that are in no other package. */
  entries(): Map<string, string> {
    const tops = this.paths().filter((path) => {
      if (posix.basename(path) !== '__init__.py' || isTestFile(path)) return false;
      const above = posix.join(posix.dirname(path), '..', '__init__.py');
      return above === '__init__.py' || !this.texts.has(above);
    });
    return new Map(tops.map((path) => [posix.dirname(path), path]));
  }

  dependencies(): Set<string> {
    const files = ['requirements.txt', 'pyproject.toml', 'setup.cfg', 'setup.py', 'Pipfile'];
    const text = files.map((path) => this.manifests.get(path) ?? '').join('\n');
    return new Set(
      (text.match(/[A-Za-z][\w.-]*/g) ?? []).flatMap((name) => [name, name.toLowerCase().replaceAll('-', '_')]),
    );
  }

  async load(paths: readonly string[]): Promise<void> {
    const files = [...new Set(paths)].filter((path) => this.has(path));
    if (files.length === 0) return;
    const input = { files, roots: ROOTS };
    const { entries } = await runAsset({
      ...this.place,
      tree: this.tree,
      command: ['python3', 'read_calls.py'],
      input,
    });
    for (const entry of entries) {
      const facts = entry['file'] as FileFacts | undefined;
      if (facts !== undefined) this.facts.set(facts.path, facts);
    }
  }

  signatures(path: string): Map<string, Signature> {
    return new Map(
      Object.entries(this.facts.get(path)?.signatures ?? {}).map(([name, { parameters, methods }]) => [
        name,
        { parameters, methods: new Map(Object.entries(methods)) },
      ]),
    );
  }

  constants(path: string, hunks: readonly Hunk[]): Constants {
    const known = this.facts.get(path)?.constants;
    const changed = hunks.flatMap((hunk) => [...hunk.removed, ...hunk.added]).join('\n');
    const numbers = [...changed.matchAll(/(?<![\w.'"])\d+(?:\.\d+)?(?![\w'"])/g)].map(([text]) => Number(text));
    const strings = [...changed.matchAll(/(['"])((?:(?!\1)[^\\\n]){1,40})\1/g)].map((match) => match[2] ?? '');
    return {
      ...NO_CONSTANTS,
      numbers: [...new Set([...numbers, ...(known?.numbers ?? [])])],
      strings: [...new Set([...strings, ...(known?.strings ?? [])])],
      changed: strings,
      signed: /< *=? *0\b|\babs\(/.test(this.text(path) + changed),
      ordersTexts: /\bsorted\(|\.sort\(/.test(changed),
      readsNumbers: /\b(?:int|float|Decimal)\(/.test(this.text(path) + changed),
    };
  }

  /** A bound method keeps its `self`, and a function has none. */
  handsThis(): boolean {
    return false;
  }

  calls(path: string, key: (path: string) => string): Scenario[] {
    const rename = (arg: Arg): Arg => {
      switch (arg.kind) {
        case 'ref':
          return { ...arg, module: key(arg.module) };
        case 'array':
          return { ...arg, items: arg.items.map(rename) };
        case 'object':
          return { ...arg, entries: arg.entries.map(([name, value]) => [name, rename(value)] as const) };
        case 'code':
          return { ...arg, parts: arg.parts.map((part) => (typeof part === 'string' ? part : rename(part))) };
        case 'literal':
          return arg;
      }
    };
    return (this.facts.get(path)?.calls ?? []).map((call) => ({
      ...call,
      target: { ...call.target, module: key(call.target.module) },
      args: call.args.map(rename),
      steps: call.steps.map((step) => ({ ...step, args: step.args.map(rename) })),
    }));
  }

  types(): TypeIndex {
    return new Map();
  }

  prepare(): Promise<RunnableTree> {
    return Promise.resolve({ tree: this.tree, locate: (path) => ({ path, commonjs: false }) });
  }
}

function reach(from: Iterable<string>, next: (path: string) => readonly string[]): Set<string> {
  const seen = new Set<string>();
  const queue = [...from];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    queue.push(...next(path));
  }
  return seen;
}

function importsOf(path: string, text: string, paths: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  const add = (dotted: string): void => {
    const dots = /^\.*/.exec(dotted)?.[0].length ?? 0;
    const rest = dotted.slice(dots).replaceAll('.', '/');
    const above = '../'.repeat(Math.max(0, dots - 1));
    const folders = dots > 0 ? [posix.join(posix.dirname(path), above)] : ROOTS;
    for (const folder of folders) {
      for (const candidate of [posix.join(folder, `${rest}.py`), posix.join(folder, rest, '__init__.py')]) {
        if (paths.has(candidate) && candidate !== path) found.add(candidate);
      }
    }
  };
  for (const [, from, names = '', plain = ''] of text.matchAll(IMPORT)) {
    if (from !== undefined) {
      add(from);
      for (const name of names.match(/\w+/g) ?? []) add(from.endsWith('.') ? `${from}${name}` : `${from}.${name}`);
    }
    for (const name of plain.match(/[\w.]+/g) ?? []) add(name);
  }
  return [...found];
}
