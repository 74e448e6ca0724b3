import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const TEC = join(import.meta.dirname, '..', '..', 'bin', 'tec.js');

const RANGE_TEST = `import test from 'node:test';
import assert from 'node:assert/strict';
import { range } from '../src/range.js';

test('includes the end', () => assert.deepEqual(range(1, 3), [1, 2, 3]));
`;

const FILES: Readonly<Record<string, string>> = {
  'repo/package.json': '{ "name": "sample", "type": "module", "scripts": { "test": "node --test" } }\n',
  'repo/src/range.js':
    'export function range(start, end) {\n  const out = [];\n  for (let i = start; i < end; i += 1) out.push(i);\n  return out;\n}\n',
  'repo/test/empty.test.js':
    "import test from 'node:test';\nimport assert from 'node:assert/strict';\nimport { range } from '../src/range.js';\n\ntest('an empty range', () => assert.equal(range(2, 1).length, 0));\n",
  'task.md':
    '---\nlabels: [bug]\ntype: BUG\n---\n# range leaves out its last number\n\n## Acceptance criteria\n- [ ] range(1, 3) is [1, 2, 3]\n',
  'agent.mjs': `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
readFileSync(0, 'utf8');
console.log('agent is up');
if (existsSync(process.argv[2])) setInterval(() => {}, 1000);
else {
  writeFileSync('src/range.js', readFileSync('src/range.js', 'utf8').replace('i < end', 'i <= end'));
  writeFileSync('test/range.test.js', ${JSON.stringify(RANGE_TEST)});
  writeFileSync(process.env.TEC_SUBMISSION, JSON.stringify({ type: 'BUG', status: 'DONE', summary: 's',
    acCoverage: [{ criterion: 'AC1', status: 'covered', locations: [{ file: 'src/range.js', line: 3 }] }],
    evidence: { reproduction: { tests: [{ file: 'test/range.test.js' }] } } }));
}
`,
};

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Sandbox {
  readonly root: string;
  readonly repo: string;
  readonly store: string;
  readonly at: (name: string) => string;
  readonly git: (...args: string[]) => string;
  /** `started` sees the process and each piece of stderr. */
  readonly tec: (
    args: readonly string[],
    options?: { readonly env?: NodeJS.ProcessEnv; readonly onStderr?: (text: string, child: ChildProcess) => void },
  ) => Promise<Ended>;
  readonly remove: () => void;
}

/** A repository with a fault, a task, and an agent that mends it (and hangs while the file `hang` is there). */
export function sandbox(): Sandbox {
  const root = mkdtempSync(join(tmpdir(), 'cli-run-test-'));
  const at = (name: string): string => join(root, name);
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content);
  }
  const config = {
    agents: { mender: { command: [process.execPath, at('agent.mjs'), at('hang')], protocol: 'command' } },
    review: { repeat: 1 },
  };
  writeFileSync(at('config.json'), JSON.stringify(config));
  const repo = at('repo');
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', repo, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      encoding: 'utf8',
    }).trim();
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'base');
  return {
    root,
    repo,
    store: at('store'),
    at,
    git,
    tec: (args, { env, onStderr } = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [TEC, ...args], {
          env: { ...process.env, XDG_STATE_HOME: at('state'), ...env },
        });
        let stdout = '';
        let stderr = '';
        child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
        child.stderr.on('data', (part: Buffer) => {
          stderr += part.toString();
          onStderr?.(stderr, child);
        });
        child.once('error', reject).once('close', (code) => resolve({ code, stdout, stderr }));
      }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

export const runArgs = (box: Sandbox, ...more: readonly string[]): readonly string[] => [
  'run',
  '--repo',
  box.repo,
  '--task',
  box.at('task.md'),
  '--config',
  box.at('config.json'),
  '--store',
  box.store,
  ...more,
];
