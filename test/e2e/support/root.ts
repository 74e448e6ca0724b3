import { fileURLToPath } from 'node:url';

/** The root of the project, from `test/dist-test/e2e/support`. */
export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
