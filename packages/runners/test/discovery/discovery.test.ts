import { expect } from 'chai';
import { describeRunner, discoverCommand, discoverTestCommand, expandCommand } from '@typed-evidence-chain/runners';
import { createProject, type Project } from '../support/folder-trees.js';
import { runProject } from '../support/run-project.js';

const manifest = (scripts: Record<string, string>): string => JSON.stringify({ name: 'it', version: '1.2.3', scripts });

describe('discovery', () => {
  const projects: Project[] = [];
  const project = async (files: Record<string, string>): Promise<Project> => {
    const made = await createProject(files);
    projects.push(made);
    return made;
  };
  afterEach(() => Promise.all(projects.splice(0).map((made) => made.remove())));

  const cases = [
    {
      when: 'it is configured',
      files: { 'package.json': manifest({ test: 'mocha' }) },
      options: { configured: 'make check' },
      found: { text: 'make check', cwd: '', source: 'tec.config commands.test' },
    },
    {
      when: 'the manifest has a script',
      files: { 'package.json': manifest({ test: 'mocha' }) },
      found: { text: 'npm test', cwd: '', source: 'package.json scripts.test' },
    },
    {
      when: 'the script is what npm init writes',
      files: { 'package.json': manifest({ test: 'echo "Error: no test specified" && exit 1' }) },
      found: undefined,
    },
    {
      when: 'the file is in a workspace',
      files: { 'package.json': manifest({ test: 'all' }), 'p/a/package.json': manifest({ test: 'mocha' }) },
      options: { forFile: 'p/a/test/x.test.js' },
      found: { text: 'npm test', cwd: 'p/a', source: 'p/a/package.json scripts.test' },
    },
    {
      when: 'the workspace has no script',
      files: { 'package.json': manifest({ test: 'all' }), 'p/a/package.json': '{}' },
      options: { forFile: 'p/a/x.js' },
      found: { text: 'npm test', cwd: '', source: 'package.json scripts.test' },
    },
    {
      when: 'pytest is declared',
      files: { 'pyproject.toml': '[tool.pytest.ini_options]\n' },
      found: { text: 'python3 -m pytest', cwd: '', source: 'pyproject.toml' },
    },
    {
      when: 'a Python file stands beside a manifest',
      files: { 'package.json': manifest({ test: 'mocha' }), 'pytest.ini': '' },
      options: { forFile: 'tests/test_a.py' },
      found: { text: 'python3 -m pytest', cwd: '', source: 'pytest.ini' },
    },
    {
      when: 'there is a go module',
      files: { 'go.mod': 'module x\n' },
      found: { text: 'go test ./...', cwd: '', source: 'go.mod' },
    },
    { when: 'nothing is declared', files: { 'test_a.py': '', 'a.test.js': '' }, found: undefined },
    { when: 'the manifest is no JSON', files: { 'package.json': '{' }, found: undefined },
  ];
  for (const { when, files, options, found } of cases) {
    it(`finds ${found === undefined ? 'nothing' : `“${found.text}”`} when ${when}`, async () => {
      const { tree } = await project(files as Record<string, string>);
      expect(await discoverTestCommand(tree, options)).to.deep.equal(found);
    });
  }

  it('finds lint and type check by their usual names', async () => {
    const { tree } = await project({ 'package.json': manifest({ lint: 'eslint .', 'type-check': 'tsc' }) });
    expect(await discoverCommand(tree, 'lint')).to.include({ text: 'npm run lint' });
    expect(await discoverCommand(tree, 'typecheck')).to.include({
      text: 'npm run type-check',
      source: 'package.json scripts.type-check',
    });
  });

  it('describes the runner behind scripts and wrappers', async () => {
    const { tree } = await project({ 'package.json': manifest({ test: 'npm run lint && c8 mocha', lint: 'true' }) });
    expect(await describeRunner('npm test', tree)).to.include({ runner: 'mocha', results: 'injected reporter' });
    expect(await describeRunner('node --test', tree)).to.include({ runner: 'node:test' });
    expect(await describeRunner('make', tree)).to.include({ runner: 'exit-code' });
  });

  it('leaves a command alone that is more than one script', async () => {
    const { tree } = await project({ 'package.json': manifest({ test: 'mocha' }), '.npmrc': 'x=1\n' });
    for (const text of [
      'npm test && true',
      'npm test --workspaces',
      'npm run',
      'npm run none',
      'FOO=1 npm test',
      'npm test > x',
    ]) {
      expect(await expandCommand({ text, cwd: '', source: '' }, tree, [])).to.equal(text);
    }
  });

  it('leaves scripts to npm where its settings change them', async () => {
    const { tree } = await project({ 'package.json': manifest({ test: 'mocha' }), '.npmrc': 'script-shell=/bin/x\n' });
    expect(await expandCommand({ text: 'npm test', cwd: '', source: '' }, tree, [])).to.equal('npm test');
  });

  it('runs pre, own and post script with the variables and arguments of npm', async () => {
    const files = {
      'package.json': manifest({
        pretest: 'echo "1 $npm_lifecycle_event"',
        test: `echo "2 $npm_package_name $npm_package_version it's"`,
        posttest: 'echo "3 $npm_lifecycle_event"',
      }),
    };
    const report = await runProject(`npm test -- 'a b' "c'd"`, files);
    expect(report.output).to.equal(`1 pretest\n2 it 1.2.3 it's a b c'd\n3 posttest\n`);
  });

  it('stops at the first script that fails, with its exit code', async () => {
    const report = await runProject('npm test', { 'package.json': manifest({ pretest: 'exit 4', test: 'echo no' }) });
    expect([report.process, report.output]).to.deep.equal([{ kind: 'exited', code: 4 }, '']);
  });

  it('gives the same environment to a script as npm does', async () => {
    const script = `node -p "JSON.stringify(Object.entries(process.env).filter(([k]) => /^npm_(package|lifecycle)_(?!json)|^npm_command/.test(k)).sort())"`;
    const files = { 'package.json': JSON.stringify({ name: 'x', version: '0.1.0', scripts: { test: script } }) };
    const ours = await runProject('npm test', files);
    const theirs = await runProject('npm --silent test && true', files);
    expect(ours.output).to.equal(theirs.output);
  });
});
