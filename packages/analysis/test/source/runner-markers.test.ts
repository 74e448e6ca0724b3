import { expect } from 'chai';
import { SourceAnalysis } from '@typed-evidence-chain/analysis';

const analysis = new SourceAnalysis();
const lines = async (source: string, path = 'a.js'): Promise<number[]> =>
  ((await analysis.runnerMarkers(path, source)) ?? []).map(({ line }) => line);

describe('runnerMarkers', () => {
  const found: [what: string, source: string, path?: string][] = [
    ['a variable of the environment', 'if (process.env.VITEST) f();'],
    ['a key', "if (process.env['JEST_WORKER_ID'] !== undefined) f();"],
    ['a pattern', 'if (/VITEST/.test(Object.keys(process.env).join())) f();'],
    ['a key that is put together', "if (process.env['NODE_TEST' + '_CONTEXT']) f();"],
    ['a variable that is taken apart', 'const { TAP } = process.env;'],
    ['a global of a worker', "if ('__vitest_worker__' in globalThis) f();"],
    ['a function of a runner', "const tested = typeof describe === 'function';"],
    ['a function of a runner on the global object', 'if (globalThis.it) f();'],
    ['test mode', "if (process.env.NODE_ENV === 'test') f();"],
    ['test mode by another name', "const mode = process.env.NODE_ENV;\nswitch (mode) {\n  case 'test': f();\n}"],
    ['arguments of the process', "if (process.argv.some((one) => one.includes('mocha'))) f();"],
    ['options of node', "const { execArgv } = process;\nconst tested = execArgv.includes('--test');"],
    ['the stack', 'if (/node_modules.jest/.test(new Error().stack)) f();'],
    ['the stack under another name', "const trace = new Error().stack;\nif (trace.includes('/test/')) f();"],
    ['a value that compares itself', 'class Pace {\n  asymmetricMatch(other) { return true; }\n}'],
    ['the mark of such a value', "const pace = { $$typeof: Symbol.for('jest.asymmetricMatcher') };"],
    ['import.meta.vitest', 'export const f = () => (import.meta.vitest ? 1 : 2);'],
    ['a variable of pytest', 'import os\n\nX = os.environ.get("PYTEST_CURRENT_TEST")\n', 'a.py'],
    ['a loaded module', 'import sys\n\nif "pytest" in sys.modules:\n    X = 1\n', 'a.py'],
    ['frames', 'import inspect\n\nX = any("test_" in one.filename for one in inspect.stack())\n', 'a.py'],
  ];
  for (const [what, source, path] of found) {
    it(`sees ${what}`, async () => expect(await lines(source, path)).to.have.length.above(0));
  }

  const honest: [what: string, source: string, path?: string][] = [
    ['comments', '// process.env.VITEST\nf();'],
    ['a command called test', "if (process.argv[2] === 'test') f();"],
    ['another mode', "if (process.env.NODE_ENV === 'production') f();"],
    ['the stack of a parser', "this.stack.push('test');"],
    ['a function of its own', "function describe(a) { return typeof describe === 'function' ? a : 1; }"],
    ['values that compare themselves by a method of their own', 'class Pace {\n  equals(other) { return true; }\n}'],
    ['the name of a test as data', "const kinds = ['test', 'mocha'];"],
    [
      'tests beside the code',
      'export const f = 1;\nif (import.meta.vitest) {\n  import.meta.vitest.it("a", () => {});\n}',
    ],
    ['documentation', 'def f():\n    """Not for pytest: sys.modules."""\n    return 1\n', 'a.py'],
  ];
  for (const [what, source, path] of honest) {
    it(`sees nothing in ${what}`, async () => expect(await lines(source, path)).to.deep.equal([]));
  }

  it('tells the line', async () => expect(await lines('f();\n\nif (process.env.VITEST) f();\n')).to.deep.equal([3]));
});
