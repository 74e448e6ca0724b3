import { WorkspaceError } from '@typed-evidence-chain/core';

/** A partial clone that has no content for something in the trees under review. */
export function missingContent(what: string, cause?: unknown): WorkspaceError {
  return new WorkspaceError('workspace/git-failed', `The repository lacks the content of ${what}`, {
    cause,
    remedy: 'In a partial clone, fetch all objects first: git fetch --refetch --no-filter',
  });
}
