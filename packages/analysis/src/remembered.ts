import { createHash } from 'node:crypto';
import { Recent } from './recent.js';

/** Both sides of the files of a change, and derived forms of a few of them. */
const KEPT = 32;

type Question<T> = (path: string, source: string) => Promise<T>;

/** Answers a question about a text once, as long as it is among the last ones; one that failed is asked again. */
export function remembered<T>(ask: Question<T>): Question<T> {
  const kept = new Recent<Promise<T>>(KEPT);
  return (path, source) => {
    // A digest: texts can be large, and each question would keep them again.
    const key = `${path}\u0000${createHash('sha256').update(source).digest('base64')}`;
    return kept.get(key, () => {
      const answer = ask(path, source);
      answer.catch(() => {
        kept.drop(key);
      });
      return answer;
    });
  };
}
