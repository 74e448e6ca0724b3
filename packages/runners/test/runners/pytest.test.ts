import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { runProject, statuses } from '../support/run-project.js';

function hasPytest(): boolean {
  try {
    execFileSync('python3', ['-m', 'pytest', '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    // Not installed, or no Python at all: nothing to test here.
    return false;
  }
}

const test = `import pytest
class TestX:
    def test_ok(self): assert 1 == 1
    @pytest.mark.parametrize('a', [1, 2])
    def test_p(self, a): assert a == 1
def test_err(): helper()
def helper(): raise ValueError('boom')
@pytest.fixture
def bad(): raise RuntimeError('no')
def test_fixture(bad): pass
@pytest.mark.skip
def test_skip(): pass
@pytest.mark.xfail
def test_xfail(): assert 0
def test_raises():
    with pytest.raises(KeyError): pass
def test_import(): import nowhere_at_all
`;

describe('pytest', () => {
  before(function () {
    if (!hasPytest()) this.skip();
  });

  it('reports each test with its classes and parameters', async () => {
    const report = await runProject('PYTHONPATH=lib pytest -q --continue-on-collection-errors', {
      'tests/test_a.py': test,
      'tests/test_b.py': 'import nowhere_at_all\n',
    });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(report.runner).to.equal('pytest');
    expect(statuses(report)).to.have.members([
      'TestX test_ok: passed',
      'TestX test_p[1]: passed',
      'TestX test_p[2]: failed (assertion)',
      'test_err: failed (error)',
      'test_fixture: errored (setup)',
      'test_skip: skipped',
      'test_xfail: todo',
      'test_raises: failed (assertion)',
      'test_import: failed (load)',
      ': errored (load)',
    ]);
    expect(report.tests.find(({ id }) => id.title === 'test_err')?.failure?.stack.slice(0, 2)).to.deep.equal([
      { file: 'tests/test_a.py', line: 7, column: 0, function: 'helper' },
      { file: 'tests/test_a.py', line: 6, column: 0, function: 'test_err' },
    ]);
  });

  it('runs the requested files only, and counts lines', async () => {
    const files = {
      'lib.py': 'def f(a):\n    if a:\n        return 1\n    return 2\n',
      'tests/test_a.py':
        'import sys; sys.path.insert(0, ".")\nfrom lib import f\ndef test_f():\n    assert f(0) == 2\n',
      'tests/test_b.py': 'def test_b(): assert 0\n',
    };
    const report = await runProject('python3 -m pytest', files, { files: ['tests/test_a.py'], coverage: ['lib.py'] });
    expect(report.outcome, report.reason).to.equal('ran');
    expect(statuses(report)).to.deep.equal(['test_f: passed']);
    expect(report.coverage).to.deep.equal([{ file: 'lib.py', lines: { 1: 1, 2: 1, 3: 0, 4: 1 } }]);
  });

  it('reports an exit from inside a test as a crash', async () => {
    const report = await runProject('pytest -q', {
      'test_a.py': 'import os\ndef test_a(): os._exit(0)\ndef test_b(): pass\n',
    });
    expect(report.outcome).to.equal('crashed');
    expect(statuses(report)).to.deep.equal(['test_a: crashed (exit)', 'test_b: not-collected']);
  });
});
