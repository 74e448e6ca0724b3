import { fingerprint } from './canonical.js';
import type { JavaScriptSource } from './parse.js';

export function isSameJavaScript(before: JavaScriptSource, after: JavaScriptSource): boolean {
  return fingerprint(before.file.program) === fingerprint(after.file.program);
}
