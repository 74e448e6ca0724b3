import { expect } from 'chai';
import { ChainError } from '@typed-evidence-chain/core';
import { modelRun } from '../support/model-run.js';
import { BUG_TASK, sampleRepository, type SampleRepository } from '../support/sample-repository.js';
import type { Answer } from '../support/scripted-model.js';

const BLOCKED: Answer = {
  calls: [{ name: 'submit', args: { status: 'BLOCKED', summary: 'enough seen', acCoverage: [], evidence: null } }],
};
/** Ends a round without ending the run. */
const NOTHING_DONE: Answer = {
  calls: [{ name: 'submit', args: { status: 'NEEDS_REVIEW', summary: 'unsure', acCoverage: [], evidence: null } }],
};

describe('a model service that misbehaves', () => {
  let repository: SampleRepository;
  beforeEach(() => {
    repository = sampleRepository();
  });
  afterEach(() => repository.remove());
  const codeOf = (error: Error | undefined): string => (error instanceof ChainError ? error.code : String(error));

  for (const provider of ['openai', 'anthropic'] as const) {
    it(`is asked again after 429 and 500 (${provider})`, async () => {
      const { result, sent } = await modelRun(repository, BUG_TASK, [{ status: 429 }, { status: 500 }, BLOCKED], {
        provider,
      });
      expect(result?.submission?.summary).to.equal('enough seen');
      expect(sent).to.have.length(3);
    });
  }

  it('ends the run with exit code 3 and without its key where it stays away', async () => {
    const { error, result } = await modelRun(repository, BUG_TASK, () => ({
      status: 401,
      message: 'Incorrect API key provided: sk-scripted-secret-key-0123456789',
    }));
    expect(result).to.equal(undefined);
    expect(codeOf(error)).to.equal('model/failed');
    expect((error as ChainError).exitCode).to.equal(3);
    expect(JSON.stringify([error?.message, error?.stack])).not.to.include('sk-scripted-secret');
  });

  it('is told that arguments were no JSON, and goes on', async () => {
    const { result, sent } = await modelRun(repository, BUG_TASK, [
      { calls: [{ name: 'read_file', args: '{"path": "src/ra' }] },
      BLOCKED,
    ]);
    expect(result?.submission?.summary).to.equal('enough seen');
    expect(JSON.stringify(sent[1]?.body.messages)).to.include('are not valid JSON');
  });

  it('is an error where the stream is no stream', async () => {
    const { error, result } = await modelRun(repository, BUG_TASK, () => ({
      raw: 'data: {"id": "x", "choices": [{"delta": \n\n',
    }));
    expect(result).to.equal(undefined);
    expect(codeOf(error)).to.equal('model/failed');
  });

  it('is an error where the stream stalls', async () => {
    const { error } = await modelRun(repository, BUG_TASK, () => ({ stall: true }), {
      backend: { callTimeoutMs: 1500 },
    });
    expect(codeOf(error)).to.equal('model/failed');
    expect(error?.message).to.include('1500 ms');
  });

  it('is cancelled at once by the signal of the host', async () => {
    const abort = new AbortController();
    const { error } = await modelRun(
      repository,
      BUG_TASK,
      () => {
        abort.abort();
        return { stall: true };
      },
      { more: { signal: abort.signal } },
    );
    expect(codeOf(error)).to.equal('run/aborted');
  });

  it('is reminded of the tools where it only talks, and given up after that', async () => {
    const { result, sent } = await modelRun(repository, BUG_TASK, () => ({ text: 'All done, trust me.' }));
    expect(result?.verdict).to.equal('NEEDS_REVIEW');
    expect(result?.submission?.status).to.equal('BLOCKED');
    expect(sent).to.have.length(4);
  });

  it('gets the exact fault of a submission that does not fit, a bounded number of times', async () => {
    const misfit: Answer = {
      calls: [
        {
          name: 'submit',
          args: { status: 'DONE', summary: 's', acCoverage: [], evidence: { reproduction: { tests: [{ fil: 'x' }] } } },
        },
      ],
    };
    const { result, sent, toolAnswers } = await modelRun(repository, BUG_TASK, () => misfit);
    expect(toolAnswers[0]).to.include('reproduction.tests[0]');
    expect(sent).to.have.length(5);
    expect(result?.verdict).to.equal('NEEDS_REVIEW');
    expect(result?.submission?.summary).to.include('refused 5 times');
  });

  const limits = [
    { what: 'tokens', limit: { tokens: 2000 }, calls: 2 },
    { what: 'model calls', limit: { steps: 3 }, calls: 3 },
    { what: 'money', limit: { money: 0.003 }, calls: 3 },
  ];
  for (const { what, limit, calls } of limits) {
    it(`is not asked again once the limit of ${what} is reached`, async () => {
      const { result, sent } = await modelRun(
        repository,
        BUG_TASK,
        () => ({ calls: [{ name: 'list_files', args: {} }] }),
        {
          config: { models: { limits: limit, prices: { input: 1, output: 2 } } },
        },
      );
      expect(sent).to.have.length(calls);
      expect(result?.submission?.summary).to.include('limit of');
      expect(result?.rounds?.[0]?.usage).to.include({ steps: calls });
    });
  }

  it('counts the earlier rounds towards the limits of the run', async () => {
    const { result, sent } = await modelRun(
      repository,
      BUG_TASK,
      (number) => (number === 0 ? NOTHING_DONE : { calls: [{ name: 'list_files', args: {} }] }),
      { rounds: 3, config: { models: { limits: { steps: 4 } } } },
    );
    expect(sent).to.have.length(4);
    expect(result?.rounds?.map(({ usage }) => usage['steps'])).to.deep.equal([1, 3]);
    expect(result?.reasons.join()).to.include('limit of 4 model calls');
  });

  it('does not wait for an answer beyond the limit of seconds', async () => {
    const { result, error } = await modelRun(repository, BUG_TASK, [{ stall: true }], {
      config: { models: { limits: { seconds: 1 } } },
    });
    expect(error).to.equal(undefined);
    expect(result?.submission?.summary).to.include('limit of 1 seconds');
  });

  it('refuses a limit of money without prices', async () => {
    const { error } = await modelRun(repository, BUG_TASK, [], { config: { models: { limits: { money: 1 } } } });
    expect(error?.message).to.include('without the prices');
  });

  it('estimates what was used where the service does not say', async () => {
    const answer = (n: number): string =>
      `data: ${JSON.stringify({ id: `c${n}`, object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { role: 'assistant', content: 'hm' }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;
    const { result, sent } = await modelRun(repository, BUG_TASK, (number) => ({ raw: answer(number) }), {
      config: { models: { limits: { tokens: 300 } } },
    });
    expect(sent).to.have.length(1);
    expect(result?.submission?.summary).to.include('limit of 300 tokens');
  });

  it('never sends a key anywhere but in its own header', async () => {
    const { sent } = await modelRun(repository, BUG_TASK, [BLOCKED]);
    expect(sent[0]?.headers.authorization).to.equal('Bearer sk-scripted-secret-key-0123456789');
    expect(JSON.stringify(sent[0]?.body)).not.to.include('sk-scripted-secret');
  });
});
