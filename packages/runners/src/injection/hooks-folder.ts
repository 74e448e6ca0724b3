import { fileURLToPath } from 'node:url';

/** The plain files of this package that are shown to a run. */
export const hooksFolder = fileURLToPath(new URL('../../hooks', import.meta.url));
