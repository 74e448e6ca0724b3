import { Argument } from 'commander';
import type { AddCommand } from './common-flags.js';

/** `tec schema`: JSON Schema on stdout. */
export const addSchema: AddCommand = (tec) => {
  tec
    .command('schema')
    .description('JSON Schema on stdout')
    .addArgument(new Argument('<what>', 'which document').choices(['task', 'submission', 'result', 'config']))
    .action(async (what: 'task' | 'submission' | 'result' | 'config') => {
      const { jsonSchema } = await import('../schema/json-schema.js');
      process.stdout.write(`${JSON.stringify(jsonSchema(what), null, 2)}\n`);
    });
};
