import { readdirSync, readFileSync } from 'node:fs';

const commandLine = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch (error) {
    // A process may end between the listing and the look at it.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
};

/** Ids of the processes with this word in their command line. Linux only. */
export const processesWith = (word: string): readonly string[] =>
  readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandLine(pid).includes(word));

/** Waits until a condition holds; the test's own time limit ends a wait in vain. */
export async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 50));
}
