import type { ExportInfo } from './running/plan.js';

export interface MemberChanges {
  /** Members that others could use, and that are gone. */
  readonly lost: readonly string[];
  readonly changed: readonly { readonly name: string; readonly base: string; readonly head: string }[];
}

/**
 * Pure. What a class offers without a call: its public members and what they are, and the built-in classes that its
 * objects are instances of. `isField` tells names that the head may keep as fields of its objects; calls compare those.
 */
export function compareMembers(base: ExportInfo, head: ExportInfo, isField: (name: string) => boolean): MemberChanges {
  if (base.members === undefined || head.members === undefined) return { lost: [], changed: [] };
  const heads = new Map(head.members);
  const lost = base.members.map(([name]) => name).filter((name) => !heads.has(name) && !isField(name));
  const changed = base.members.flatMap(([name, kind]) => {
    const other = heads.get(name);
    return other === undefined || other === kind ? [] : [{ name, base: kind, head: other }];
  });
  const natives = [base.natives ?? [], head.natives ?? []].map(
    (names) => names.join(', ') || 'no class of the language',
  );
  return {
    lost,
    changed:
      natives[0] === natives[1]
        ? changed
        : [
            { name: '(instances)', base: `are instances of ${natives[0]}`, head: `are instances of ${natives[1]}` },
            ...changed,
          ],
  };
}
