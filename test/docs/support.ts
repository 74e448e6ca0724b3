import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../e2e/support/root.js';

export const readDocument = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
