import { createHash } from 'node:crypto';

/** The same task gives the same mark, so that a resumed run says the same again; the task cannot hold its own digest. */
export const digestMark = (data: unknown): string =>
  createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 12);
