/** Every code that a `ChainError` can carry. Documented one by one in docs/errors.md. */
export const ERROR_CODES = [
  'input/file-missing',
  'input/not-parsable',
  'input/schema',
  'input/usage',
  'input/not-a-repository',
  'input/unknown-ref',
  'input/not-a-patch',
  'input/evidence',
  'config/invalid',
  'plugin/invalid',
  'plugin/duplicate-type',
  'plugin/api-version',
  'plugin/not-found',
  'plugin/double-binding',
  'workspace/git-missing',
  'workspace/git-failed',
  'workspace/closed',
  'sandbox/none-works',
  'sandbox/failed',
  'runner/channel',
  'model/failed',
  'store/failed',
  'run/aborted',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];
