import { expect } from 'chai';
import { runProject } from '../support/run-project.js';

const lib = `def f(a):\n    if a:\n        return 1\n    return 2\n`;
const ran = { 1: 1, 2: 1, 3: 0, 4: 1 };

describe('executed lines of plain Python processes', () => {
  const cases = [
    { what: 'a script', command: 'python3 t.py', files: { 't.py': 'import lib\nlib.f(0)\n' } },
    { what: 'a command that sets PYTHONPATH', command: `PYTHONPATH=lib python3 -c "import lib; lib.f(0)"`, files: {} },
    {
      what: 'a script that ends early',
      command: 'python3 t.py',
      files: { 't.py': 'import lib, sys\nlib.f(0)\nsys.exit(0)\n' },
    },
    {
      what: 'a process that it starts',
      command: 'python3 t.py',
      files: {
        't.py': `import subprocess, sys\nsubprocess.run([sys.executable, '-c', 'import lib; lib.f(0)'], check=True)\n`,
      },
    },
    {
      what: 'a process that a test of pytest starts',
      command: 'python3 -m pytest -q test_a.py',
      files: {
        'test_a.py': `import subprocess, sys\ndef test_a(): subprocess.run([sys.executable, '-c', 'import lib; lib.f(0)'], check=True)\n`,
      },
    },
  ];
  for (const { what, command, files } of cases) {
    it(`are recorded in ${what}`, async () => {
      const report = await runProject(command, { 'lib.py': lib, ...files }, { coverage: ['lib.py'] });
      expect(report.process).to.deep.equal({ kind: 'exited', code: 0 });
      expect(report.coverage).to.deep.equal([{ file: 'lib.py', lines: ran }]);
    });
  }

  it('leave the sitecustomize of the repository its place', async () => {
    const files = { 'lib.py': lib, 'site/sitecustomize.py': 'import builtins\nbuiltins.here = 1\n' };
    const command = 'PYTHONPATH=site:. python3 -c "import lib; lib.f(here - 1)"';
    const report = await runProject(command, files, { coverage: ['lib.py'] });
    expect(report.process).to.deep.equal({ kind: 'exited', code: 0 });
    expect(report.coverage[0]?.lines).to.deep.equal(ran);
  });

  it('show no sitecustomize where there is none', async () => {
    const command = `python3 -c "import sys; sys.exit('sitecustomize' in sys.modules)"`;
    const report = await runProject(command, { 'lib.py': lib }, { coverage: ['lib.py'] });
    expect(report.process).to.deep.equal({ kind: 'exited', code: 0 });
  });

  const unmeasured = [
    { what: 'no Python process ran', command: 'grep -q return lib.py' },
    { what: 'Python ran without its environment', command: 'python3 -I -c 1' },
    { what: 'the program put its own tracer in the place', command: 'python3 -c "import sys; sys.settrace(None)"' },
  ];
  for (const { what, command } of unmeasured) {
    it(`are not told where ${what}`, async () => {
      const report = await runProject(command, { 'lib.py': lib }, { coverage: ['lib.py'] });
      expect(report.coverage).to.deep.equal([]);
    });
  }
});
