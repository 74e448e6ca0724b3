import { fail, notRun, pass, type Check } from '../../check.js';
import type { FileChange } from '../../ports/tree.js';
import type { OpenResult } from '../../ports/workspace.js';

/** `patch/applies` and `patch/safe-paths`, from what opening the trees gave. */
export function patchOpened(result: OpenResult): readonly Check[] {
  switch (result.kind) {
    case 'opened': {
      const { files } = result.trees.patch;
      const external = files.filter((file) => file.external !== undefined);
      const safe =
        external.length === 0
          ? pass('patch/safe-paths', `${files.length} changed files stay inside of the tree`, {
              details: { files: files.map(describe) },
            })
          : notRun(
              'patch/safe-paths',
              `content that is not in the repository was not looked at: ${external.map(describe).join(', ')}`,
              {
                details: { files: files.map(describe) },
              },
            );
      return [
        pass(
          'patch/applies',
          `applies to ${result.trees.baseCommit.slice(0, 12)}; the head is tree ${result.trees.head.id.slice(0, 12)}`,
          { details: { headTree: result.trees.head.id, baseTree: result.trees.base.id } },
        ),
        safe,
      ];
    }
    case 'does-not-apply':
      return [fail('patch/applies', result.reason), notRun('patch/safe-paths', 'the patch does not apply')];
    case 'unsafe':
      return [
        notRun('patch/applies', 'a patch with unsafe paths is not applied'),
        fail('patch/safe-paths', result.problems.map(({ path, reason }) => `${path}: ${reason}`).join('; '), {
          details: { problems: result.problems },
        }),
      ];
    case 'too-large':
      return [
        notRun(
          'patch/applies',
          `the patch has ${(result.bytes / 1e6).toFixed(1)} MB, more than review.maxPatchMb allows`,
        ),
        notRun('patch/safe-paths', 'the patch was not read'),
      ];
  }
}

const describe = (file: FileChange): string =>
  `${file.status} ${file.oldPath !== undefined && file.oldPath !== file.path ? `${file.oldPath} -> ` : ''}${file.path}${file.binary ? ' (binary)' : ''}${file.external ? ` (${file.external})` : ''}`;
