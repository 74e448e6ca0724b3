import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandBackend } from '@typed-evidence-chain/agents';
import { builtInPlugins, createChain } from '@typed-evidence-chain/chain';
import type { ChainError, ChainResult, ChainRunOptions } from '@typed-evidence-chain/core';
import { expect } from 'chai';
import { BUG_TASK, RANGE_TEST, sampleRepository, type SampleRepository } from '../support/sample-repository.js';

const HONEST = `
import { readFileSync, writeFileSync } from 'node:fs';
const job = JSON.parse(readFileSync(0, 'utf8'));
if (!job.prompt.includes(job.task.title) || !job.evidenceSchema.properties.reproduction) process.exit(9);
writeFileSync('src/range.js', readFileSync('src/range.js', 'utf8').replace('i < end', 'i <= end'));
writeFileSync('test/range.test.js', ${JSON.stringify(RANGE_TEST)});
`;
const SUBMISSION = {
  type: 'BUG',
  status: 'DONE',
  summary: 's',
  acCoverage: [{ criterion: 'AC1', status: 'covered', locations: [{ file: 'src/range.js', line: 4 }] }],
  evidence: { reproduction: { tests: [{ file: 'test/range.test.js' }] } },
};
const leave = (data: unknown): string =>
  `writeFileSync(process.env.TEC_SUBMISSION, ${JSON.stringify(JSON.stringify(data))});`;

describe('the builder command', () => {
  let repository: SampleRepository;
  beforeEach(() => {
    repository = sampleRepository();
  });
  afterEach(() => repository.remove());

  const run = async (program: string, more: Partial<ChainRunOptions> = {}): Promise<ChainResult> => {
    const file = join(repository.root, 'agent.mjs');
    writeFileSync(file, program);
    const chain = createChain({ plugins: builtInPlugins });
    const options = {
      repository: repository.folder,
      builder: commandBackend({ name: 'agent', command: [process.execPath, file] }),
      config: { review: { repeat: 1 } },
      ...more,
    };
    return (await chain.run(BUG_TASK, options)) as unknown as ChainResult;
  };

  it('takes the tree as the change and the file as the submission', async () => {
    const result = await run(HONEST + leave(SUBMISSION));
    expect(result.reasons).to.deep.equal([]);
    expect(result.verdict).to.equal('DONE');
    expect(repository.git('status', '--porcelain')).to.equal('');
  });

  it('takes the evidence from the change where no submission was left', async () => {
    const result = await run(HONEST);
    expect(result.submission?.notes.join(' ')).to.include('no submission was given');
    expect(result.verdict).to.equal('DONE');
  });

  it('says what does not fit in the submission that was left', async () => {
    const result = await run(HONEST + leave({ ...SUBMISSION, evidence: { reproduction: { tests: [{ path: 'x' }] } } }));
    expect(result.verdict).to.equal('NEEDS_REVIEW');
    expect(result.submission?.summary).to.include('reproduction.tests[0]');
  });

  it('ends in NEEDS_REVIEW with the last words of a program that fails', async () => {
    const result = await run("console.error('no licence'); process.exit(4);");
    expect(result.verdict).to.equal('NEEDS_REVIEW');
    expect(result.submission?.summary).to.include('exit code 4').and.include('no licence');
  });

  it('ends in NEEDS_REVIEW where nothing was done', async () => {
    expect((await run('')).submission?.summary).to.include('changed nothing');
  });

  it('ends a program and what it started when its time is over', async () => {
    const result = await run(
      "import { spawn } from 'node:child_process'; spawn('sleep', ['1000']); setInterval(() => {}, 1000);",
      { config: { models: { limits: { seconds: 2 } } } },
    );
    expect(result.submission?.summary).to.include('ran out of time');
  });

  it('ends a program at once when the host cancels', async () => {
    const abort = new AbortController();
    const chain = createChain({ plugins: builtInPlugins });
    chain.on('build.progress', () => abort.abort());
    const file = join(repository.root, 'agent.mjs');
    writeFileSync(file, "console.log('up'); setInterval(() => {}, 1000);");
    const running = chain.run(BUG_TASK, {
      repository: repository.folder,
      builder: commandBackend({ name: 'agent', command: [process.execPath, file] }),
      signal: abort.signal,
    });
    const error = await running.catch((cause: unknown) => cause);
    expect((error as ChainError).code).to.equal('run/aborted');
  });

  it('ends what a program moved into a session of its own, and does not wait for its output', async () => {
    const result = await run(
      `${HONEST}
import { spawn } from 'node:child_process';
const left = spawn('sleep', ['1000'], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
left.unref();
console.log('left ' + left.pid);
${leave({ ...SUBMISSION, status: 'BLOCKED' })}
writeFileSync(${JSON.stringify(join(repository.root, 'pid'))}, String(left.pid));`,
    );
    expect(result.verdict).to.equal('NEEDS_REVIEW');
    const pid = readFileSync(join(repository.root, 'pid'), 'utf8');
    const state = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : 'gone';
    expect(state).to.match(/^gone$|\) [ZX] /);
  });

  const strange = [
    { what: 'a pipe', leaves: "execFileSync('mkfifo', [process.env.TEC_SUBMISSION]);" },
    { what: 'a folder', leaves: 'mkdirSync(process.env.TEC_SUBMISSION);' },
    { what: 'a link', leaves: "symlinkSync('/etc/hostname', process.env.TEC_SUBMISSION);" },
  ];
  for (const { what, leaves } of strange) {
    it(`does not open ${what} in the place of the submission`, async () => {
      const result = await run(
        `${HONEST}\nimport { execFileSync } from 'node:child_process'; import { mkdirSync, symlinkSync } from 'node:fs';\n${leaves}`,
      );
      expect(result.submission?.summary).to.include('is no regular file');
    });
  }

  it('does not follow a link in the place of its folder', async () => {
    const result = await run(`
      import { rmSync, symlinkSync } from 'node:fs';
      rmSync(process.env.TEC_WORK_TREE, { recursive: true });
      symlinkSync('/etc', process.env.TEC_WORK_TREE);`);
    expect(result.submission?.summary).to.include('removed the folder');
    expect(result.checks.find(({ id }) => id === 'patch/applies')?.summary).to.include('empty');
  });

  it('does not take a change or a submission that holds a key of the environment', async () => {
    process.env['AGENT_TEST_API_KEY'] = 'a-secret-of-some-length-0123';
    try {
      const result = await run(`${HONEST}
writeFileSync('src/key.js', 'export const key = "' + process.env.AGENT_TEST_API_KEY + '";');`);
      expect(result.submission?.summary).to.include('AGENT_TEST_API_KEY');
      const said = await run(
        `import { writeFileSync } from 'node:fs';
writeFileSync(process.env.TEC_SUBMISSION, JSON.stringify({ type: 'BUG', status: 'BLOCKED', acCoverage: [], summary: 'it is ' + process.env.AGENT_TEST_API_KEY }));`,
      );
      expect(said.submission?.summary).to.equal('it is [redacted]');
      expect(JSON.stringify([result, said])).not.to.include('a-secret-of-some-length-0123');
    } finally {
      delete process.env['AGENT_TEST_API_KEY'];
    }
  });

  it('shows a bounded number of lines of a program that floods its output', async () => {
    const file = join(repository.root, 'agent.mjs');
    writeFileSync(file, "process.stdout.write('x\\n'.repeat(20000) + 'y'.repeat(1e6));");
    const chain = createChain({ plugins: builtInPlugins });
    const messages: string[] = [];
    chain.on('build.progress', ({ message }) => void messages.push(message));
    await chain.run(BUG_TASK, {
      repository: repository.folder,
      builder: commandBackend({ name: 'agent', command: [process.execPath, file] }),
    });
    expect(messages).to.have.length(501);
    expect(messages.at(-1)).to.equal('… and 19501 more lines');
  });

  it('begins no further round when the time of the run is used up', async () => {
    const result = await run("import { execSync } from 'node:child_process'; execSync('sleep 2.2');", {
      rounds: 3,
      config: { models: { limits: { seconds: 2 } } },
    });
    expect(result.rounds).to.have.length(1);
  });
});
