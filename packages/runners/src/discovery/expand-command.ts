import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { DependencyFolder, TestCommand, Tree } from '@typed-evidence-chain/core';
import { parse } from 'shell-quote';
import { readManifest } from './manifest.js';
import { scriptCommand } from './script-command.js';

const PACKAGE_MANAGERS = new Set(['npm', 'pnpm', 'yarn']);
const NPX = /^\s*npx(?:\s+(?:--no-install|--no|--yes|-y))*\s+([A-Za-z0-9][\w.-]*)(?=\s|$)/;

/**
 * The text to give to a shell for a command: a lone `npm test`, `npm run NAME -- ARGS` (pnpm and yarn too) becomes the
 * scripts themselves, a leading `npx NAME` the installed binary. Everything else stays as it is.
 */
export async function expandCommand(
  command: TestCommand,
  tree: Tree,
  dependencies: readonly DependencyFolder[],
): Promise<string> {
  const asScript = await expandScript(command, tree);
  return asScript ?? expandNpx(command, dependencies);
}

async function expandScript(command: TestCommand, tree: Tree): Promise<string | undefined> {
  const words = parse(command.text, (name) => ({ op: `$${name}` }));
  if (!words.every((word) => typeof word === 'string')) return undefined;
  const [program = '', ...rest] = words;
  if (!PACKAGE_MANAGERS.has(program)) return undefined;
  const quiet = rest.filter((word, i) => !(i < 2 && (word === '--silent' || word === '-s')));
  const [verb = '', ...tail] = quiet;
  let script: string | undefined;
  let args = tail;
  if (verb === 'test' || verb === 't' || verb === 'tst') script = 'test';
  else if (verb === 'run' || verb === 'run-script') [script, ...args] = tail;
  if (script === undefined || script.startsWith('-')) return undefined;
  if (args.length > 0) {
    if (program === 'npm' && args[0] !== '--') return undefined;
    if (args[0] === '--') args = args.slice(1);
  }
  const manifest = await readManifest(tree, command.cwd);
  if (manifest === undefined) return undefined;
  const folders = parents(command.cwd);
  for (const folder of folders) {
    // Settings that change how npm runs a script: then npm itself has to do it.
    const settings = await tree.read(posix.join(folder, '.npmrc'));
    if (
      settings !== undefined &&
      /^\s*(?:script-shell|ignore-scripts|node-options|shell-emulator)\s*=/m.test(settings.toString('utf8'))
    )
      return undefined;
  }
  return scriptCommand(manifest, script, args, folders.length - 1);
}

function expandNpx(command: TestCommand, dependencies: readonly DependencyFolder[]): string {
  const { text, cwd } = command;
  const match = NPX.exec(text);
  const name = match?.[1];
  if (match === null || name === undefined) return text;
  const folders = parents(cwd);
  for (const [up, folder] of folders.entries()) {
    const installed = dependencies.find(({ path }) => path === posix.join(folder, 'node_modules'));
    if (installed !== undefined && existsSync(join(installed.source, '.bin', name))) {
      return `./${'../'.repeat(up)}node_modules/.bin/${name}${text.slice(match[0].length)}`;
    }
  }
  return text;
}

/** The folder itself and those above it, up to the root (`''`). */
export function parents(folder: string): string[] {
  const found = [folder];
  for (let at = folder; at !== '';) {
    const up = posix.dirname(at);
    at = up === '.' ? '' : up;
    found.push(at);
  }
  return found;
}
