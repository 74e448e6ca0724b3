import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

/** Runs a program of CommonJS in a process of its own; `node --eval` is CommonJS where nothing else is said. */
const commonjs = async (program: string): Promise<unknown> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=commonjs', '--eval', program], {
    cwd: PACKAGE,
  });
  return JSON.parse(stdout);
};

describe('the packages', () => {
  it('can be used from CommonJS through import()', async () => {
    const types = await commonjs(`
      const { join } = require('node:path');
      import('@typed-evidence-chain/chain').then(({ createChain }) => {
        console.log(JSON.stringify(createChain().plugins().map(({ plugin }) => plugin.type)));
      });`);
    expect(types).to.deep.equal(['BUG', 'FEATURE', 'REFACTOR']);
  });

  it('can be required where Node requires ES modules (20.19, 22.12 and later)', async function () {
    if (!(process.features as { require_module?: boolean }).require_module) this.skip();
    const types = await commonjs(`
      const { createChain } = require('@typed-evidence-chain/chain');
      console.log(JSON.stringify(createChain().plugins().map(({ plugin }) => plugin.type)));`);
    expect(types).to.deep.equal(['BUG', 'FEATURE', 'REFACTOR']);
  });

  it('change nothing of the process when they are imported', async () => {
    const [before, after] = (await commonjs(`
      const look = () => ({
        listeners: process.eventNames().map(String).sort(),
        environment: Object.keys(process.env).sort(),
        cwd: process.cwd(),
        handles: process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap' && name !== 'TTYWrap').sort(),
        // zod keeps its registry there, under a name of its own.
        globals: Object.getOwnPropertyNames(globalThis).filter((name) => !name.startsWith('__zod')).sort(),
        prototypes: [Object, Array, String, Promise, Error].map(({ prototype }) => Object.getOwnPropertyNames(prototype).length),
        stacks: [typeof Error.prepareStackTrace, Error.stackTraceLimit],
      });
      const before = look();
      import('@typed-evidence-chain/chain').then(() => setImmediate(() => console.log(JSON.stringify([before, look()]))));`)) as [
      object,
      object,
    ];
    // The timer of this very look is no handle of the packages.
    const { handles: _now, ...seen } = after as { handles: unknown };
    const { handles: _then, ...expected } = before as { handles: unknown };
    expect(seen).to.deep.equal(expected);
  });
});
