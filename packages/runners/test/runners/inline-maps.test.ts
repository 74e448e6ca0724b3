import { expect } from 'chai';
import { runProject } from '../support/run-project.js';

const MAPPINGS = ['AAKA', ...Array<string>(20).fill('AACA')].join(';');
/** Leaves out the first five lines of a file, and says so in a map. */
const register = (before: string): string => `const fs = require('node:fs');
${before}
require.extensions['.ts'] = (module, file) => {
  const source = fs.readFileSync(file, 'utf8');
  const map = { version: 3, sources: [file], names: [], mappings: '${MAPPINGS}' };
  const data = Buffer.from(JSON.stringify(map)).toString('base64');
  const code = source.split('\\n').slice(5).join('\\n');
  module._compile(code + (process.env.NO_MAP ? '' : '\\n//# sourceMappingURL=data:application/json;base64,' + data), file);
};
`;
const TEST = `// 1
// 2
// 3
// 4
// 5
const assert = require('node:assert');

assert.equal(1, 2);
`;

const placeOf = async (command: string, before = ''): Promise<string | undefined> => {
  const report = await runProject(command, { 'register.cjs': register(before), 'test/a.ts': TEST });
  const frame = report.tests[0]?.failure?.stack.find(({ file }) => file === 'test/a.ts');
  return frame && `${frame.file}:${frame.line}`;
};

describe('a compiler that leaves a map', () => {
  it('has its failures placed in the source', async () => {
    expect(await placeOf('node -r ./register.cjs test/a.ts')).to.equal('test/a.ts:8');
  });

  it('is left alone where it leaves none, or places them itself', async () => {
    expect(await placeOf('NO_MAP=1 node -r ./register.cjs test/a.ts')).to.equal('test/a.ts:3');
    const own =
      "Error.prepareStackTrace = (error, frames) => error + '\\n' + frames.map((frame) => '    at ' + frame).join('\\n').replace('a.ts:3', 'a.ts:80');";
    expect(await placeOf('node -r ./register.cjs test/a.ts', own)).to.equal('test/a.ts:80');
  });
});
