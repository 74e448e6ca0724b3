/** How a function can be called, without the names of positional parameters: only what a caller can use. */
export interface CallShape {
  readonly parameters: number;
  /** Names of destructured options, at any depth. */
  readonly options: ReadonlySet<string>;
}

const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$]*/u;

/** Reads a signature such as `(a, { b, c: { d } = {} }, ...rest)`; text after the parameters is not looked at. */
export function callShape(signature: string): CallShape {
  // Python's `*` and `/` say how arguments are given; they are no parameters.
  const text = signature.slice(Math.max(0, signature.indexOf('('))).replace(/([(,]\s*)[*/](?=\s*[,)])/g, '$1');
  let depth = 0;
  let braces = 0;
  let parameters = 0;
  let pending = false;
  const options = new Set<string>();
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if ('([{'.includes(char)) {
      depth += 1;
      if (char === '{') braces += 1;
      if (depth > 1) pending = true;
    } else if (')]}'.includes(char)) {
      depth -= 1;
      if (char === '}') braces -= 1;
      if (depth === 0) break;
    } else if (char === ',' && depth === 1) {
      if (pending) parameters += 1;
      pending = false;
    } else if (!/\s/.test(char)) {
      if (depth === 1) pending = true;
      const name = braces > 0 && /[\s,{]/.test(text[at - 1] ?? '') ? NAME.exec(text.slice(at)) : null;
      if (name?.index === 0) options.add(name[0]);
    }
  }
  return { parameters: parameters + (pending ? 1 : 0), options };
}

/** Whether the second signature takes a parameter or an option that the first does not. */
export function offersMore(before: string, after: string): boolean {
  const [old, now] = [callShape(before), callShape(after)];
  return now.parameters > old.parameters || [...now.options].some((name) => !old.options.has(name));
}
