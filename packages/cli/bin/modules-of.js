import { readFileSync, statSync } from 'node:fs';

const FOLDER = 'bundle/';
const changedAt = (url) => statSync(url, { throwIfNoEntry: false })?.mtimeMs;

/**
 * Where to load the command from: the bundle (few files, quick to load), or the modules as they were built where there is
 * no bundle, or one that is older than what it was made of: in a checkout, after a build of a single package.
 */
export function modulesOf(built) {
  const bundle = new URL(FOLDER, built);
  const list = new URL('made-of.json', bundle);
  const bundledAt = changedAt(list);
  if (bundledAt === undefined) return built;
  // Published packages hold no build records: nothing can be newer there.
  const isStale = JSON.parse(readFileSync(list, 'utf8')).some((file) => changedAt(new URL(file, bundle)) > bundledAt);
  return isStale ? built : bundle;
}
