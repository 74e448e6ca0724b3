import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest, type ReviewSession, type Tree } from '@typed-evidence-chain/core';
import type { Advisory } from '../evidence.js';
import type { ConcernedPackage, InstalledState } from '../checks/dependencies.js';
import { lockedVersions, type Locked } from './locked-versions.js';

const FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

type Wishes = ReadonlyMap<string, string>;

/** What every package.json of a tree wishes for. */
async function wishes(tree: Tree): Promise<Wishes> {
  const found = new Map<string, string>();
  const manifests = (await tree.list()).filter(
    ({ path }) => /(^|\/)package\.json$/.test(path) && !path.includes('node_modules/'),
  );
  for (const { path } of manifests) {
    const manifest = await readManifest(tree, path);
    for (const field of FIELDS) {
      const wanted = manifest?.[field];
      if (typeof wanted !== 'object' || wanted === null) continue;
      for (const [name, range] of Object.entries(wanted)) if (typeof range === 'string') found.set(name, range);
    }
  }
  return found;
}

interface Locks {
  readonly versions: Locked;
  readonly files: readonly string[];
  readonly unreadable: readonly string[];
}

async function locks(tree: Tree, isLock: (path: string) => boolean): Promise<Locks> {
  const versions = new Map<string, string[]>();
  const files: string[] = [];
  const unreadable: string[] = [];
  for (const { path } of (await tree.list()).filter((file) => isLock(file.path))) {
    files.push(path);
    const locked = lockedVersions(path, (await tree.read(path))?.toString('utf8') ?? '');
    if (!locked) unreadable.push(path);
    for (const [name, list] of locked ?? []) versions.set(name, [...new Set([...(versions.get(name) ?? []), ...list])]);
  }
  return { versions, files, unreadable };
}

/** The version in the installed folders of the checkout, where nothing is locked. Both sides share them. */
async function installed(session: ReviewSession, name: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const { source } of session.trees.dependencies) {
    const text = await readFile(join(source, name, 'package.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw error;
    });
    const version = text === undefined ? undefined : (JSON.parse(text) as { version?: unknown }).version;
    if (typeof version === 'string') found.add(version);
  }
  return [...found];
}

/** Which dependencies the change or an advisory concerns, and which versions are there on both sides. */
export async function installedState(session: ReviewSession, advisories: readonly Advisory[]): Promise<InstalledState> {
  const { base, head } = session.trees;
  const isLock = (path: string): boolean => session.roles.of(path) === 'lock';
  const [before, after, lockedBefore, lockedAfter] = await Promise.all([
    wishes(base),
    wishes(head),
    locks(base, isLock),
    locks(head, isLock),
  ]);
  const moved = [...new Set([...lockedBefore.versions.keys(), ...lockedAfter.versions.keys()])].filter(
    (name) => String(lockedBefore.versions.get(name)) !== String(lockedAfter.versions.get(name)),
  );
  const wished = [...after].filter(([name, range]) => before.get(name) !== range).map(([name]) => name);
  const named = advisories.flatMap((advisory) => advisory.package ?? []);
  const isLocked = lockedAfter.files.length > 0;
  const packages = await Promise.all(
    [...new Set([...wished, ...named, ...moved])].map(async (name): Promise<ConcernedPackage> => {
      const there = isLocked ? [] : await installed(session, name);
      return {
        name,
        wish: after.get(name),
        base: isLocked ? (lockedBefore.versions.get(name) ?? []) : there,
        head: isLocked ? (lockedAfter.versions.get(name) ?? []) : there,
      };
    }),
  );
  return {
    packages,
    source: isLocked ? lockedAfter.files.join(', ') : 'the installed folders',
    unreadable: lockedAfter.unreadable,
  };
}
