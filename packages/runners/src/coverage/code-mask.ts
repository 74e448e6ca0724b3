/**
 * Marks the characters that are code: no comments, no white space, no brackets and other punctuation alone. A light
 * scan of JavaScript; where it is unsure (a regular expression or a division) it errs by a word, not by lines.
 */
export function codeMask(source: string): Uint8Array {
  const mask = new Uint8Array(source.length);
  const templates: number[] = [];
  let depth = 0;
  let last = '';
  for (let i = 0; i < source.length; i++) {
    const char = source[i] ?? '';
    const next = source[i + 1];
    if (char === '/' && next === '/') {
      i = endOf(source, '\n', i) - 1;
    } else if (char === '/' && next === '*') {
      i = endOf(source, '*/', i + 2) + 1;
    } else if (char === '"' || char === "'") {
      const end = endOfString(source, char, i);
      mask.fill(1, i, end + 1);
      i = end;
      last = char;
    } else if (char === '/' && !/[\w$)\]}"'`]/.test(last)) {
      const end = endOfRegExp(source, i);
      mask.fill(1, i, end + 1);
      i = end;
      last = '/';
    } else if (char === '`' || (char === '}' && templates.at(-1) === depth)) {
      if (char === '}') templates.pop();
      const { end, opens } = endOfTemplate(source, i);
      mask.fill(1, i, end + 1);
      i = end;
      if (opens) templates.push(depth);
      last = '`';
    } else {
      if (char === '{') depth++;
      else if (char === '}') depth--;
      if (/[\w$#@]/.test(char) || char > '~') mask[i] = 1;
      if (!/\s/.test(char)) last = char;
    }
  }
  return mask;
}

function endOf(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from);
  return at === -1 ? source.length : at;
}

function endOfString(source: string, quote: string, from: number): number {
  for (let i = from + 1; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === quote || source[i] === '\n') return i;
  }
  return source.length - 1;
}

function endOfRegExp(source: string, from: number): number {
  let inClass = false;
  for (let i = from + 1; i < source.length; i++) {
    const char = source[i];
    if (char === '\\') i++;
    else if (char === '\n') return from;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '/' && !inClass) return i;
  }
  return from;
}

/** `depth` counting goes on behind `${`; the matching brace comes back here. */
function endOfTemplate(source: string, from: number): { readonly end: number; readonly opens: boolean } {
  for (let i = from + 1; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === '`') return { end: i, opens: false };
    else if (source[i] === '$' && source[i + 1] === '{') return { end: i + 1, opens: true };
  }
  return { end: source.length - 1, opens: false };
}
