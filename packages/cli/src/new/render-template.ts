import type { PluginChoices } from './plugin-choices.js';

export interface Versions {
  /** Of this command, core and chain. */
  readonly version: string;
  readonly zod: string;
}

const words = (type: string): readonly string[] =>
  type
    .toLowerCase()
    .split('_')
    .filter((word) => word !== '');
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
/** For a string between single quotes in a program. */
const quoted = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll(/\s+/g, ' ');
/** For a string in JSON, without its quotes. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** What stands for each `{{placeholder}}` of the templates. Pure. */
export function placeholders(
  { type, name, description, labels }: PluginChoices,
  { version, zod }: Versions,
): Readonly<Record<string, string>> {
  const parts = words(type);
  const pascal = parts.map(capital).join('');
  return {
    TYPE: type,
    type: type.toLowerCase(),
    Pascal: pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    name,
    description,
    labels: labels.map((label) => `'${quoted(label)}': 3`).join(', '),
    label: quoted(labels[0] ?? type.toLowerCase()),
    words: parts.join('[ -]'),
    title: quoted(`${capital(parts.join(' '))}: sum is wrong`),
    version,
    zod,
  };
}

/** Fills a template. Throws for a placeholder that nobody fills: the template is broken then. Pure. */
export function renderTemplate(text: string, values: Readonly<Record<string, string>>, file: string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`the template ${file} has an unknown placeholder ${key}`);
    return file.endsWith('.json') ? inJson(value) : value;
  });
}
