import { expect } from 'chai';
import { SourceAnalysis } from '@typed-evidence-chain/analysis';

const analysis = new SourceAnalysis();

describe('environmentReads', () => {
  const cases: [what: string, source: string, names: string[], path?: string][] = [
    ['a member', 'f(process.env.A);', ['A']],
    ['a key', "f(process.env['A'], process.env['B' + 'C']);", ['A', 'BC']],
    ['a key that a constant holds', "const KEY = 'A';\nf(process.env[KEY]);", ['A']],
    ['what is taken apart', 'const { A, B: b = 1, ...rest } = process.env;', ['A', 'B']],
    ['another name for the environment', "import { env as e } from 'node:process';\nf(e.A);", ['A']],
    ['a part of process', "const { env } = require('process');\nf('A' in env);", ['A']],
    ['the environment of a bundler', 'f(import.meta.env.A);', ['A']],
    ['Deno', "f(Deno.env.get('A'));", ['A']],
    ['nothing in what is set', "process.env.A = '1';\ndelete process.env.B;", []],
    ['nothing in other things of that name', 'f(config.env.A, env.B);', []],
    ['nothing in a computed name', 'f(process.env[name(a)]);', []],
    ['subscripts and get of Python', 'import os\n\nf(os.environ["A"], os.environ.get("B"))\n', ['A', 'B'], 'a.py'],
    ['getenv', 'from os import environ as e, getenv\n\nf(getenv("A"), "B" in e)\n', ['A', 'B'], 'a.py'],
    ['nothing in what Python sets', 'import os\n\nos.environ["A"] = "1"\nd.get("B")\n', [], 'a.py'],
  ];
  for (const [what, source, names, path = 'a.js'] of cases) {
    it(`sees ${what}`, async () =>
      expect([...((await analysis.environmentReads(path, source)) ?? ['unread'])].sort()).to.deep.equal(names));
  }
});
