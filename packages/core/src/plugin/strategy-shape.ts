import type { TypeBuilder } from '../build/builder.js';
import { PluginError } from '../errors/chain-error.js';
import type { ReviewerStrategy } from '../review/reviewer-strategy.js';
import type { AnyPlugin } from './change-plugin.js';

interface Strategies {
  readonly plugin: AnyPlugin;
  readonly builder: TypeBuilder<unknown>;
  readonly reviewer: ReviewerStrategy<unknown>;
}

/** Pure. The first member that is missing or of another kind, or undefined. */
function wrongMember({ builder, reviewer }: Strategies): string | undefined {
  const { advice } = reviewer;
  const members: readonly (readonly [name: string, holds: boolean])[] = [
    ['builder.instructions (a text)', typeof builder.instructions === 'string'],
    ['builder.evidenceFromChange (a function)', typeof builder.evidenceFromChange === 'function'],
    ['reviewer.review (a function)', typeof reviewer.review === 'function'],
    ['reviewer.checks (a list of ids)', isIds(reviewer.checks)],
    ['reviewer.advice.review (a function)', advice === undefined || typeof advice.review === 'function'],
    ['reviewer.advice.checks (a list of ids)', advice === undefined || isIds(advice.checks)],
  ];
  return members.find(([, holds]) => !holds)?.[0];
}

const isIds = (value: unknown): boolean => Array.isArray(value) && value.every((id) => typeof id === 'string');

/** Pure. What is wrong with the ids of the checks, in a sentence, or undefined. */
function wrongIds({ plugin, reviewer }: Strategies): string | undefined {
  const prefix = `${plugin.type.toLowerCase()}/`;
  const ids = [...reviewer.checks, ...(reviewer.advice?.checks ?? [])];
  const foreign = ids.find((id) => !id.startsWith(prefix) || id === prefix);
  if (foreign !== undefined) return `the check ${foreign} does not start with ${prefix}`;
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return `the check ${twice} is announced twice`;
  return reviewer.checks.length === 0 ? 'it announces no check: nothing of its evidence would be executed' : undefined;
}

/** Checks builder and reviewer once they are built. Throws `PluginError` with the plugin's name, the field and the remedy. */
export function assertStrategies(strategies: Strategies, name: string): void {
  const { type } = strategies.plugin;
  const member = wrongMember(strategies);
  if (member !== undefined) {
    throw new PluginError('plugin/invalid', `The plugin ${name} (${type}) lacks ${member}`, {
      field: member.replace(/ .*/, ''),
      remedy: 'See docs/plugin-guide.md for the members of a plugin',
    });
  }
  const ids = wrongIds(strategies);
  if (ids !== undefined) {
    throw new PluginError('plugin/invalid', `The plugin ${name} (${type}) cannot be loaded: ${ids}`, {
      field: 'reviewer.checks',
      remedy: `Name each check after the type, such as ${type.toLowerCase()}/holds, and each one once`,
    });
  }
}
