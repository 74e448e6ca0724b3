import { createModel, parseModelSpec, redactor } from '@typed-evidence-chain/agents';
import { InputError } from '@typed-evidence-chain/core';
import { expect } from 'chai';

describe('parseModelSpec', () => {
  const cases = [
    ['openai:gpt-5', { provider: 'openai', model: 'gpt-5' }],
    ['ollama:qwen3-coder:30b', { provider: 'ollama', model: 'qwen3-coder:30b' }],
    ['gemini:gemini-3-pro', { provider: 'google', model: 'gemini-3-pro' }],
  ] as const;
  for (const [text, spec] of cases) it(`reads ${text}`, () => expect(parseModelSpec(text)).to.deep.equal(spec));
  for (const text of ['', 'gpt-5', 'openai:', 'other:model']) {
    it(`refuses "${text}"`, () => expect(() => parseModelSpec(text)).to.throw(InputError, /PROVIDER:NAME/));
  }
});

describe('createModel', () => {
  it('takes any key for an endpoint of one’s own', async () => {
    const model = await createModel({ model: 'openai:local', baseUrl: 'http://127.0.0.1:1/v1', env: {} });
    expect(model.getName()).to.equal('ChatOpenAI');
  });
  it('needs no key for a local model', async () => {
    expect((await createModel({ model: 'ollama:x', env: {} })).getName()).to.equal('ChatOllama');
  });
  it('names the variable of a key that is not there', async () => {
    const error = await createModel({ model: 'openai:gpt-5', env: {} }).catch((cause: unknown) => cause);
    expect((error as InputError).remedy).to.include('OPENAI_API_KEY');
  });
});

describe('redactor', () => {
  const redact = redactor({ OPENAI_API_KEY: 'abcdefgh-secret', PATH: '/usr/bin', SHORT_TOKEN: 'x' });
  it('takes keys out of a text', () => expect(redact('bad key abcdefgh-secret!')).to.equal('bad key [redacted]!'));
  it('takes what looks like a key out, too', () => expect(redact('sk-0123456789abcdef0123')).to.equal('[redacted]'));
  it('leaves the rest', () => expect(redact('/usr/bin x')).to.equal('/usr/bin x'));
});
