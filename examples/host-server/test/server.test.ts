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

  it('ends the events of a run that is cancelled before its turn', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      const answer = await post(host.url, { repository: 'clamp', task, patch: host.patch });
      ids.push(((await answer.json()) as { runId: string }).runId);
    }
    const waiting = ids[2] as string;
    const events = fetch(`${host.url}/runs/${waiting}/events`).then((response) => response.text());
    for (const id of [...ids].reverse()) await fetch(`${host.url}/runs/${id}`, { method: 'DELETE' });
    expect(await events).not.to.match(/verdict\.reached/);
    const again = await fetch(`${host.url}/runs/${waiting}/events`);
    expect([again.status, await again.text()]).to.deep.equal([204, '']);
    const state = await (await fetch(`${host.url}/runs/${waiting}`)).json();
    expect(state).to.have.nested.property('error.code', 'run/aborted');
  });

  it('goes on with a run whose client is gone, and answers others', async () => {
    const { runId } = (await (await post(host.url, { repository: 'clamp', task, patch: host.patch })).json()) as {
      runId: string;
    };
    const gone = new AbortController();
    const response = await fetch(`${host.url}/runs/${runId}/events`, { signal: gone.signal });
    await response.body?.getReader().read();
    gone.abort();
    await (await fetch(`${host.url}/runs/${runId}/events`)).text();
    const state = await (await fetch(`${host.url}/runs/${runId}`)).json();
    expect(state).to.have.nested.property('result.verdict', 'DONE');
  });

  const bodies = [
    { what: 'what is no JSON', text: '{"repository":', type: 'application/json', status: 400 },
    { what: 'a form', text: 'repository=clamp', type: 'application/x-www-form-urlencoded', status: 415 },
    {
      what: 'more than it takes',
      text: JSON.stringify({ repository: 'clamp', task, patch: 'x'.repeat(26 << 20) }),
      type: 'application/json',
      status: 413,
    },
  ];
  for (const { what, text, type, status } of bodies) {
    it(`refuses ${what}, as a fault of the client`, async () => {
      const answer = await fetch(`${host.url}/runs`, { method: 'POST', headers: { 'content-type': type }, body: text });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).to.deep.equal([status, 'input/schema']);
    });
  }

  for (const path of ['/runs/none', '/runs/none/events', '/runs/__proto__', '/../package.json', '/%2e%2e/package.json'])
    it(`has nothing at ${path}`, async () => {
      expect((await fetch(`${host.url}${path}`)).status).to.equal(404);
    });

  const refused = [
    { what: 'a repository that it does not offer', body: { repository: '/etc', task, patch: '' }, status: 404 },
    { what: 'a path to a repository', body: { repository: '../clamp', task, patch: '' }, status: 404 },
    {
      what: 'a repository named like a member of objects',
      body: { repository: '__proto__', task, patch: '' },
      status: 404,
    },
    { what: 'a task without a title', body: { repository: 'clamp', task: {}, patch: '' }, status: 400 },
    { what: 'a body without a patch', body: { repository: 'clamp', task }, status: 400 },
  ];
  for (const { what, body, status } of refused)
    it(`refuses ${what}`, async () => expect((await post(host.url, body)).status).to.equal(status));
});
