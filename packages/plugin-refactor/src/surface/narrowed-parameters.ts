import type { CallParameter } from '@typed-evidence-chain/core';

const byPosition = ({ how }: CallParameter): boolean => how === 'position' || how === 'either';
const byName = ({ how }: CallParameter): boolean => how === 'keyword' || how === 'either';

/** Pure. Calls of a Python function that worked and no longer do, in words; a leading underscore keeps a name private. */
export function narrowedParameters(before: readonly CallParameter[], after: readonly CallParameter[]): string[] {
  const has = (how: CallParameter['how']): boolean => after.some((one) => one.how === how);
  const places = { before: before.filter(byPosition), after: after.filter(byPosition) };
  const told: string[] = [];
  const renamed = new Set<string>();
  for (const old of before.filter(byName)) {
    if (old.name.startsWith('_') || has('keywords')) continue;
    const now = after.find((one) => one.name === old.name);
    if (now && byName(now)) continue;
    const other = places.after[places.before.indexOf(old)];
    const isRename = !now && other && byName(other) && !before.some((one) => one.name === other.name);
    if (isRename) renamed.add(other.name);
    told.push(isRename ? `the parameter ${old.name} is called ${other.name} now` : `${old.name}= is no longer taken`);
  }
  places.before.forEach((old, index) => {
    const there = places.after[index];
    const isThere = after.some((one) => one.name === old.name);
    if (there ? there.name === old.name || !isThere : has('rest')) return;
    if (isThere) told.push(`${old.name} can no longer be given at place ${index + 1}`);
    else if (old.how === 'position') told.push(`${old.name} is no longer taken`);
  });
  for (const old of before) {
    const now = after.find((one) => one.name === old.name);
    if (old.optional && now && !now.optional) told.push(`${old.name} can no longer be left out`);
    if (old.how === 'rest' && !has('rest')) told.push(`further arguments (*${old.name}) are no longer taken`);
    if (old.how === 'keywords' && !has('keywords')) told.push(`further keywords (**${old.name}) are no longer taken`);
  }
  for (const now of after) {
    const isNew = !before.some((one) => one.name === now.name) && !renamed.has(now.name);
    const takesPlace = places.after.indexOf(now) >= 0 && places.after.indexOf(now) < places.before.length;
    if (isNew && !now.optional && !takesPlace) told.push(`${now.name} has to be given`);
  }
  return told;
}
