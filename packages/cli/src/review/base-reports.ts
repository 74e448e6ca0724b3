import { dirname, join } from 'node:path';
import type { TecConfig } from '@typed-evidence-chain/core';
import { storeRoot } from '@typed-evidence-chain/store';

/** Beside the run store, outside of every repository. */
export const baseReports = (config: TecConfig): string => join(dirname(storeRoot(config.store)), 'base-reports');
