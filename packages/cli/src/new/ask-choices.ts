import { InputError } from '@typed-evidence-chain/core';
import { defaultDescription, defaultLabels, defaultName, nameProblem, type GivenChoices } from './plugin-choices.js';

/** Asks a person at a terminal for what the flags leave open. Throws `InputError` when it is cancelled. */
export async function askChoices(given: GivenChoices): Promise<GivenChoices> {
  const { intro, isCancel, outro, text } = await import('@clack/prompts');
  const output = process.stderr;
  const ask = async (
    message: string,
    initial: string,
    problem?: (value: string) => string | undefined,
  ): Promise<string> => {
    const answer = await text({
      message,
      initialValue: initial,
      output,
      validate: (value) => ((value ?? '').trim() === '' ? 'something has to be here' : problem?.(value ?? '')),
    });
    if (isCancel(answer))
      throw new InputError('input/usage', 'Cancelled; nothing was written', {
        remedy: 'tec new plugin --help shows the flags',
      });
    return answer.trim();
  };
  intro(`A plugin for the change type ${given.type}`, { output });
  const name = given.name ?? (await ask('Name of the package', defaultName(given.type), nameProblem));
  const directory = given.directory ?? (await ask('Folder', name.slice(name.lastIndexOf('/') + 1)));
  const description = given.description ?? (await ask('What it proves, in a sentence', defaultDescription(given.type)));
  const labels =
    given.labels ??
    (await ask('Labels that tell this type (with commas)', defaultLabels(given.type).join(', '))).split(',');
  outro('Writing', { output });
  return { type: given.type, name, directory, description, labels };
}
