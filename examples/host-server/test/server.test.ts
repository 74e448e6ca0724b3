import { expect } from 'chai';
import { post, startHost, task, type Host } from './support.js';

describe('the host server', () => {
  let host: Host;
  before(async () => {
    host = await startHost();
  });
  after(() => host.close());

  it('takes a task and a change, streams the events and keeps the result', async () => {
    const { runId } = (await (await post(host.url, { repository: 'clamp', task, patch: host.patch })).json()) as {
      runId: string;
    };
    const events = await fetch(`${host.url}/runs/${runId}/events`);
    expect(events.headers.get('content-type')).to.equal('text/event-stream');
    const text = await events.text();
    expect(text).to.match(/event: check\.finished\ndata: .*bug\/fails-on-base/);
    expect(text).to.match(/event: run\.finished\n/);
    const state = (await (await fetch(`${host.url}/runs/${runId}`)).json()) as {
      state: string;
      result: { verdict: string; reasons: string[] };
    };
    expect(state.result.reasons).to.deep.equal([]);
    expect(state).to.have.nested.property('result.verdict', 'DONE');
  });

  it('tells again what a late client has missed', async () => {
    const { runId } = (await (await post(host.url, { repository: 'clamp', task, patch: 'no patch' })).json()) as {
      runId: string;
    };
    const first = await (await fetch(`${host.url}/runs/${runId}/events`)).text();
    const again = await (await fetch(`${host.url}/runs/${runId}/events`, { headers: { 'last-event-id': '0' } })).text();
    expect(first).to.match(/event: run\.failed\ndata: .*input\/not-a-patch/);
    expect(again).not.to.match(/event: run\.started/);
    expect(again).to.match(/event: run\.finished/);
  });

  it('can be cancelled, and says so', async () => {
    const { runId } = (await (await post(host.url, { repository: 'clamp', task, patch: host.patch })).json()) as {
      runId: string;
    };
    expect((await fetch(`${host.url}/runs/${runId}`, { method: 'DELETE' })).status).to.equal(202);
    await (await fetch(`${host.url}/runs/${runId}/events`)).text();
    const state = await (await fetch(`${host.url}/runs/${runId}`)).json();
    expect(state).to.have.nested.property('error.code', 'run/aborted');
  });

  const refused = [
    { what: 'a repository that it does not offer', body: { repository: '/etc', task, patch: '' }, status: 404 },
    { what: 'a task without a title', body: { repository: 'clamp', task: {}, patch: '' }, status: 400 },
    { what: 'a body without a patch', body: { repository: 'clamp', task }, status: 400 },
  ];
  for (const { what, body, status } of refused)
    it(`refuses ${what}`, async () => expect((await post(host.url, body)).status).to.equal(status));
});
