// What vitest loads by its path. Its module runner would evaluate the reporter anew; require gives the connected one.
import { createRequire } from 'node:module';

export default createRequire(import.meta.url)('./vitest-reporter.cjs');
