import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { TEC } from './support.js';

describe('tec classify and tec router train', () => {
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'router-commands-'))));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const lines = (...rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const tec = (...args: string[]) => spawnSync(process.execPath, [TEC, ...args], { cwd: folder, encoding: 'utf8' });

  it('classifies each line of a batch, in order, whatever marks and line ends the file has', () => {
    const rows = lines(
      { id: 'a', title: 'Saving crashes on start' },
      { id: 'b', title: 'Add an option to export as PDF' },
    );
    const { status, stdout } = tec('classify', '--batch', file('b.jsonl', `\uFEFF${rows.replaceAll('\n', '\r\n')}`));
    const results = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; type: string });
    expect(status).to.equal(0);
    expect(results.map(({ id, type }) => [id, type])).to.deep.equal([
      ['a', 'BUG'],
      ['b', 'FEATURE'],
    ]);
  });

  it('names the line of a batch that is not JSON, and prints none of the others', () => {
    const batch = file('broken.jsonl', `${lines({ title: 'Fix it' })}\n{"title":\n`);
    const { status, stdout, stderr } = tec('classify', '--batch', batch);
    expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' });
    expect(stderr).to.include('broken.jsonl:3');
  });

  it('says that a file of results cannot be written, as bad input', () => {
    const target = join(folder, 'nowhere', 'out.json');
    const { status, stderr } = tec('classify', '--task', file('t.json', '{"title": "Fix it"}'), '--json', target);
    expect(status).to.equal(2);
    expect(stderr).to.include('cannot be written (ENOENT)').and.not.include('    at ');
  });

  it('names the rows of types that no plugin has, and learns from the rest', () => {
    const rows = Array.from({ length: 90 }, (_, index) => ({
      title: `thing ${index} ${['breaks', 'arrives', 'shines'][index % 3]}`,
      type: ['BUG', 'FEATURE', 'bug'][index % 3],
    }));
    const out = join(folder, 'habits.json');
    const { status, stderr } = tec('router', 'train', '--from-jsonl', file('rows.jsonl', lines(...rows)), '--out', out);
    expect(status).to.equal(0);
    expect(stderr).to.include('30 of bug').and.include('learned from 60 rows');
    expect(Object.keys((JSON.parse(readFileSync(out, 'utf8')) as { types: object }).types)).to.include('BUG');
  });

  it('learns for the types that the repository configures', () => {
    const repository = mkdtempSync(join(folder, 'repo-'));
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', repository, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args]);
    git('init', '-q');
    const plugin = join(import.meta.dirname, '..', '..', '..', '..', 'examples', 'plugin-security');
    writeFileSync(join(repository, 'tec.config.json'), JSON.stringify({ plugins: [plugin] }));
    git('add', '.');
    git('commit', '-qm', 'chore: start');
    for (let index = 0; index < 45; index += 1)
      git('commit', '-q', '--allow-empty', '-m', `${index % 3 === 0 ? 'security' : 'fix'}: gate ${index} is open`);
    const { status, stdout, stderr } = tec('router', 'train', '--from-git', repository);
    expect(status, stderr).to.equal(0);
    expect(Object.keys((JSON.parse(stdout) as { types: object }).types)).to.include('SECURITY');
  });

  it('learns nothing from a history that is too short, and says so', () => {
    const repository = mkdtempSync(join(folder, 'short-'));
    execFileSync('git', ['-C', repository, 'init', '-q']);
    const empty = tec('router', 'train', '--from-git', repository);
    expect(empty.status).to.equal(2);
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
    execFileSync('git', ['-C', repository, ...author, 'commit', '-q', '--allow-empty', '-m', 'fix: one']);
    const out = join(repository, 'habits.json');
    const { status, stderr } = tec('router', 'train', '--from-git', repository, '--out', out);
    expect(status).to.equal(0);
    expect(stderr).to.include('too few');
    expect(existsSync(out)).to.equal(true);
  });
});
