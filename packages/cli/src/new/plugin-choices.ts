import { InputError } from '@typed-evidence-chain/core';

/** What has to be known before a package can be written. */
export interface PluginChoices {
  /** In capitals, such as `PERFORMANCE`. */
  readonly type: string;
  readonly directory: string;
  /** Of the package. */
  readonly name: string;
  readonly description: string;
  /** Tracker labels that say that a task is of this type. */
  readonly labels: readonly string[];
}

/** As handed in by flags; what is missing is asked for or gets its default. */
export type GivenChoices = Partial<PluginChoices> & { readonly type: string };

const NAME = /^(?:@[a-z0-9-~][a-z0-9-._~]*\/)?[a-z0-9-~][a-z0-9-._~]*$/;
const BUILT_IN = new Set(['BUG', 'REFACTOR', 'FEATURE']);

const dashed = (type: string): string => type.toLowerCase().replaceAll('_', '-');

/** Why a type cannot be used, or undefined. Pure. */
export function typeProblem(type: string): string | undefined {
  if (!/^[A-Z][A-Z0-9_]*$/.test(type)) return 'a change type is written in capitals, such as PERFORMANCE';
  if (BUILT_IN.has(type)) return `${type} comes with tec, and two plugins cannot claim one type`;
  return undefined;
}

/** Why a package cannot have a name, or undefined. Pure. */
export const nameProblem = (name: string): string | undefined =>
  NAME.test(name) && name.length <= 214
    ? undefined
    : 'a package is named in lower case, such as tec-plugin-performance';

export const defaultName = (type: string): string => `tec-plugin-${dashed(type)}`;
export const defaultDescription = (type: string): string => `The change type ${type} for typed-evidence-chain.`;
export const defaultLabels = (type: string): readonly string[] => [dashed(type)];

/** Fills what is missing. Throws `InputError` for a type or name that cannot be used. Pure. */
export function completeChoices(given: GivenChoices): PluginChoices {
  const { type } = given;
  const badType = typeProblem(type);
  if (badType !== undefined)
    throw new InputError('input/usage', `${type} cannot be used: ${badType}`, {
      field: 'TYPE',
      remedy: 'tec new plugin PERFORMANCE',
    });
  const name = given.name ?? defaultName(type);
  const badName = nameProblem(name);
  if (badName !== undefined)
    throw new InputError('input/usage', `${name} cannot be used: ${badName}`, {
      field: '--name',
      remedy: `--name ${defaultName(type)}`,
    });
  const labels = (given.labels ?? defaultLabels(type))
    .map((label) => label.trim().toLowerCase())
    .filter((label) => label !== '');
  return {
    type,
    name,
    directory: given.directory ?? name.slice(name.lastIndexOf('/') + 1),
    description: given.description ?? defaultDescription(type),
    labels: labels.length > 0 ? labels : defaultLabels(type),
  };
}
