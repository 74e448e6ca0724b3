import type { Tree } from '@typed-evidence-chain/core';
import { parse } from 'shell-quote';
import { readManifest } from './manifest.js';

export interface RunnerDescription {
  /** `mocha`, `node:test`, `pytest`, …; `exit-code` where no per-test results are known. */
  readonly runner: string;
  /** How results are read. */
  readonly results: 'injected reporter' | 'one result a script' | 'TAP on stdout' | 'go test -json' | 'exit code only';
}

const INJECTED = new Map([
  ['mocha', 'mocha'],
  ['_mocha', 'mocha'],
  ['jest', 'jest'],
  ['vitest', 'vitest'],
  ['tape', 'tape'],
  ['ava', 'ava'],
  ['uvu', 'uvu'],
  ['pytest', 'pytest'],
  ['py.test', 'pytest'],
]);
const TAP = new Set(['tap', 'bats', 'prove', 'zora']);
const MAX_DEPTH = 5;

/** Tells from the text of a command (and the scripts that it calls) which runner and which results are to be expected. */
export async function describeRunner(text: string, tree: Tree, cwd = '', depth = 0): Promise<RunnerDescription> {
  const words = parse(text, (name) => ({ op: `$${name}` })).map((word) => (typeof word === 'string' ? word : ';'));
  for (const [i, word] of words.entries()) {
    const name = word.split('/').at(-1) ?? '';
    const known = INJECTED.get(name.replace(/\.m?js$/, ''));
    if (known !== undefined) return { runner: known, results: 'injected reporter' };
    if (TAP.has(name)) return { runner: name, results: 'TAP on stdout' };
    if (name === 'go' && words[i + 1] === 'test') return { runner: 'go test', results: 'go test -json' };
    if (name === 'node') return describeNode(words.slice(i + 1));
    if ((name === 'npm' || name === 'pnpm' || name === 'yarn') && depth < MAX_DEPTH) {
      const next = words[i + 1] ?? '';
      const script = next === 'run' || next === 'run-script' ? words[i + 2] : next === 't' ? 'test' : next;
      const inner = script === undefined ? undefined : (await readManifest(tree, cwd))?.scripts[script];
      const described = inner === undefined ? undefined : await describeRunner(inner, tree, cwd, depth + 1);
      if (described !== undefined && described.runner !== 'exit-code') return described;
    }
  }
  return { runner: 'exit-code', results: 'exit code only' };
}

function describeNode(args: readonly string[]): RunnerDescription {
  if (args.includes('--test')) return { runner: 'node:test', results: 'injected reporter' };
  const script = args.find((arg) => !arg.startsWith('-'));
  const inModules = script === undefined ? undefined : /node_modules\/(?:\.bin\/)?([^/]+)/.exec(script)?.[1];
  const known = inModules === undefined ? undefined : INJECTED.get(inModules);
  if (known !== undefined) return { runner: known, results: 'injected reporter' };
  return script === undefined
    ? { runner: 'exit-code', results: 'exit code only' }
    : { runner: 'script', results: 'one result a script' };
}
