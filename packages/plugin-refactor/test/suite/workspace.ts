const manifest = (name: string): string =>
  `${JSON.stringify({ name, version: '1.0.0', main: 'src/index.js', scripts: { test: 'node --test test/' } })}\n`;

const tests = (name: string, call: string, expected: string): string => `const test = require('node:test');
const assert = require('node:assert');
const ${name} = require('../src/index.js');

test('${name}', () => {
  assert.equal(${call}, ${expected});
});
`;

/** Two packages, each with tests of its own. */
export const workspace = {
  'package.json': `${JSON.stringify({ name: 'both', private: true, workspaces: ['packages/*'], scripts: { test: 'npm test --workspaces' } })}\n`,
  'packages/metres/package.json': manifest('metres'),
  'packages/metres/src/index.js': `module.exports = function metres(feet) {
  var result = feet * 0.3048;
  return result;
};
`,
  'packages/metres/test/metres.test.js': tests('metres', 'metres(10)', '3.048'),
  'packages/litres/package.json': manifest('litres'),
  'packages/litres/src/index.js': `module.exports = function litres(gallons) {
  var result = gallons * 4;
  return result;
};
`,
  'packages/litres/test/litres.test.js': tests('litres', 'litres(2)', '8'),
};

const shorter = (source: string): string => source.replace('var result =', 'const result =');

export const modernised = {
  'packages/metres/src/index.js': shorter(workspace['packages/metres/src/index.js']),
  'packages/litres/src/index.js': shorter(workspace['packages/litres/src/index.js']),
};
