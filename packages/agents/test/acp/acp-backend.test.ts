import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { acpBackend } from '@typed-evidence-chain/agents';
import { builtInPlugins, createChain } from '@typed-evidence-chain/chain';
import { ChainError, type BuildProgress, type ChainResult, type ChainRunOptions } from '@typed-evidence-chain/core';
import { expect } from 'chai';
import { BUG_TASK, sampleRepository, type SampleRepository } from '../support/sample-repository.js';

const AGENT = fileURLToPath(new URL('../support/scripted-agent.js', import.meta.url));

describe('the builder acp', () => {
  let repository: SampleRepository;
  let progress: BuildProgress[];
  beforeEach(() => {
    repository = sampleRepository();
    progress = [];
  });
  afterEach(() => repository.remove());

  const run = async (behaviour: string, more: Partial<ChainRunOptions> = {}): Promise<ChainResult> => {
    const chain = createChain({ plugins: builtInPlugins });
    chain.on('build.progress', (event) => void progress.push(event));
    const result = await chain.run(BUG_TASK, {
      repository: repository.folder,
      builder: acpBackend({ name: 'scripted', command: [process.execPath, AGENT, behaviour] }),
      config: { review: { repeat: 1 } },
      ...more,
    });
    return result as unknown as ChainResult;
  };

  it('turns what an agent leaves and says into a change that is reviewed', async () => {
    const result = await run('honest');
    expect(result.reasons).to.deep.equal([]);
    expect(result.verdict).to.equal('DONE');
    expect(result.submission?.builtBy).to.equal('scripted');
    expect(repository.git('status', '--porcelain')).to.equal('');
  });

  it('allows what stays in the tree and refuses what leaves it', async () => {
    const result = await run('escape');
    expect(result.submission?.summary).to.equal('no no no no yes yes refused');
    expect(existsSync(join(repository.root, 'escaped.txt'))).to.equal(false);
    expect(progress.filter(({ data }) => data?.['allowed'] === false)).to.have.length(4);
    expect(result.verdict).to.equal('NEEDS_REVIEW');
  });

  it('sends a final message that cannot be used back to the agent', async () => {
    expect((await run('second-try')).verdict).to.equal('DONE');
  });

  it('ends in NEEDS_REVIEW where the agent only claims', async () => {
    const result = await run('nonsense');
    expect(result.verdict).to.equal('NEEDS_REVIEW');
    expect(result.submission?.summary).to.include('cannot be used');
  });

  it('is a failure of the machine where the agent crashes', async () => {
    const error = await run('crash').catch((cause: unknown) => cause);
    expect(error).to.be.instanceOf(ChainError);
    expect((error as ChainError).code).to.equal('model/failed');
    expect((error as ChainError).message).to.include('exit code 3');
  });

  it('ends an agent that hangs when its time is over', async () => {
    const result = await run('hang', { config: { models: { limits: { seconds: 3 } } } });
    expect(result.submission?.summary).to.include('ran out of time');
  });

  it('ends an agent at once when the host cancels', async () => {
    const abort = new AbortController();
    const chain = run('hang', { signal: abort.signal });
    abort.abort();
    const error = await chain.catch((cause: unknown) => cause);
    expect((error as ChainError).code).to.equal('run/aborted');
  });

  it('names a program that is not there', async () => {
    const chain = createChain({ plugins: builtInPlugins });
    const failing = chain.run(BUG_TASK, {
      repository: repository.folder,
      builder: acpBackend({ name: 'x', command: ['no-such-agent-program'] }),
    });
    const error = await failing.catch((cause: unknown) => cause);
    expect((error as ChainError).message).to.include('no-such-agent-program cannot be started');
  });
});
