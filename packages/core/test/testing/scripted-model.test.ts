import { scriptedModel } from '@typed-evidence-chain/core/testing';
import { expect } from 'chai';

const ask = async (baseUrl: string, body: object) => {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    body: (await response.json()) as {
      choices: { message: { content: string | null; tool_calls?: { function: { name: string } }[] } }[];
      id: string;
    },
  };
};

describe('scriptedModel', () => {
  it('answers call by call, with texts and tool calls', async () => {
    const model = await scriptedModel([{ text: 'hello' }, { tools: [{ name: 'read', arguments: { path: 'a' } }] }]);
    const first = await ask(model.baseUrl, { model: 'm', messages: [] });
    const second = await ask(model.baseUrl, { model: 'm', messages: [] });
    expect(first.body.choices[0]?.message.content).to.equal('hello');
    expect(second.body.choices[0]?.message.tool_calls?.[0]?.function.name).to.equal('read');
    expect(second.body.id).not.to.equal(first.body.id);
    await model.close();
  });

  it('refuses a call beyond its script', async () => {
    const model = await scriptedModel([]);
    expect((await ask(model.baseUrl, { model: 'm' })).status).to.equal(400);
    expect(model.requests).to.deep.equal([{ model: 'm' }]);
    await model.close();
  });
});
