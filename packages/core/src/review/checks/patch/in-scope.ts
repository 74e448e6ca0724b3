import picomatch from 'picomatch';
import { fail, notApplicable, pass, type Check } from '../../check.js';
import { touchedPaths } from '../../files/changed-files.js';
import type { Patch } from '../../ports/tree.js';
import type { TaskScope } from '../../../task/task.js';

const ID = 'patch/in-scope';
const OPTIONS = { dot: true };

/** `deny` beats `allow`; the old and the new name of a rename both count. */
export function patchInScope(scope: TaskScope | undefined, patch: Patch): Check {
  if (!scope || ((scope.allow ?? []).length === 0 && (scope.deny ?? []).length === 0)) {
    return notApplicable(ID, 'the task sets no scope');
  }
  const allowed = scope.allow && scope.allow.length > 0 ? picomatch(scope.allow as string[], OPTIONS) : () => true;
  const denied = scope.deny && scope.deny.length > 0 ? picomatch(scope.deny as string[], OPTIONS) : () => false;
  const paths = touchedPaths(patch);
  const outside = paths.filter((path) => denied(path) || !allowed(path));
  return outside.length === 0
    ? pass(ID, `${paths.length} changed paths are in the scope of the task`)
    : fail(ID, `outside of the scope of the task: ${outside.slice(0, 5).join(', ')}${outside.length > 5 ? ' …' : ''}`, {
        details: { outside },
      });
}
