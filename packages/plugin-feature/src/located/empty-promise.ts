import { PLACEHOLDER_TEXT } from './placeholder.js';

const COMMENT = /\/\*[^]*?\*\/|\/\/[^\n]*|(?<=^|\n)\s*#[^\n]*/g;
const LONE_CONSTANT =
  /^\{?\s*return\s+(?:-?\d[\d._]*|'[^'\n]*'|"[^"\n]*"|`[^`$\n]*`|true|false|True|False|\[\s*\]|\{\s*\})\s*;?\s*\}?$/;

/** Pure. A body that answers one constant and says in a comment that something is still to be done (THREATS F5). */
export function answersForNow(body: string): string | undefined {
  const promise = body.match(COMMENT)?.find((comment) => PLACEHOLDER_TEXT.test(comment));
  return promise !== undefined && LONE_CONSTANT.test(body.replace(COMMENT, '').trim()) ? promise.trim() : undefined;
}

const THROWN = /\bthrow\s+new\s+([A-Z][\w$]*)\s*\(/g;
const IS_MODULE = /\brequire\(|\bmodule\.exports\b|\bexports\.|^\s*(?:import|export)\b/m;

/** Pure. Classes of errors that the body throws and that its module of JavaScript nowhere declares or imports (F16). */
export function undefinedErrors(body: string, source: string): readonly string[] {
  if (!IS_MODULE.test(source)) return [];
  const names = [...new Set([...body.matchAll(THROWN)].map(([, name = '']) => name))];
  return names.filter((name) => {
    if (name in globalThis) return false;
    const elsewhere = new RegExp(
      `(?<!\\bnew\\s+|\\binstanceof\\s+)(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`,
    );
    return !elsewhere.test(source);
  });
}
