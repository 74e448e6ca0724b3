import { pathBytes, type PathText } from './path-bytes.js';

/** A listing of git is in the order of the bytes of its paths; a few entries are put where they belong. */
export function insertInTreeOrder<Entry extends PathText>(listing: readonly Entry[], few: readonly Entry[]): Entry[] {
  const all = [...listing];
  for (const entry of few) {
    const bytes = pathBytes(entry);
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (Buffer.compare(pathBytes(all[middle]!), bytes) < 0) low = middle + 1;
      else high = middle;
    }
    all.splice(low, 0, entry);
  }
  return all;
}
