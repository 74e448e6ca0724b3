import { ChainError, StoreError } from '@typed-evidence-chain/core';

/** Whatever a disk or a damaged file does becomes one `StoreError` that names the file; errors that are clear pass. */
export function orStoreError<T>(what: string, file: string, work: () => T, remedy?: string): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof ChainError) throw cause;
    throw new StoreError('store/failed', `${what}: ${(cause as Error).message}`, { file, remedy, cause });
  }
}
