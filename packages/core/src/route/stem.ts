/**
 * A light English stemmer: plural, past and progressive endings and a final "e" fall away, so that
 * "removes", "removed", "removing" and "remove" share one form. It need not give a real word; it must
 * be fast, pure and the same in training and in use.
 */
export function stem(word: string): string {
  const length = word.length;
  if (length <= 3) return word;
  let form = word;
  if (form.endsWith('ies') && length > 4) form = form.slice(0, -3) + 'y';
  else if (form.endsWith('sses')) form = form.slice(0, -2);
  else if (form.endsWith('s') && !/(?:ss|us|is)$/.test(form)) form = form.slice(0, -1);
  if (form.endsWith('ing') && form.length > 5) form = undouble(form.slice(0, -3));
  else if (form.endsWith('ied') && form.length > 4) form = form.slice(0, -3) + 'y';
  else if (form.endsWith('ed') && form.length > 4) form = undouble(form.slice(0, -2));
  return form.length > 4 && form.endsWith('e') ? form.slice(0, -1) : form;
}

function undouble(form: string): string {
  const last = form.at(-1);
  return form.length > 3 && last === form.at(-2) && last !== 's' && last !== 'l' ? form.slice(0, -1) : form;
}
