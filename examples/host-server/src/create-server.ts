import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import { toServerSentEvents } from '@typed-evidence-chain/bridges';
import { ChainError } from '@typed-evidence-chain/core';
import fastify, { type FastifyInstance } from 'fastify';
import type { ReviewRequest, ReviewService } from './review-service.js';

const PUBLIC = new URL('../public/', import.meta.url);
const PAGE: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
};

const body = {
  type: 'object',
  required: ['repository', 'task', 'patch'],
  additionalProperties: false,
  properties: {
    repository: { type: 'string' },
    task: { type: 'object' },
    patch: { type: 'string' },
    submission: { type: ['object', 'null'] },
  },
} as const;

interface RunParams {
  readonly Params: { readonly id: string };
}

/** The web server of the host: posts a task and a change, streams the events, shows the page. */
export function createServer(service: ReviewService): FastifyInstance {
  const server = fastify({ bodyLimit: 25 << 20, forceCloseConnections: true });

  // What reviewed code prints is shown in the page: nothing but our own files may run or be loaded there.
  server.addHook('onSend', async (_request, reply) => {
    reply
      .header('content-security-policy', "default-src 'self'; frame-ancestors 'none'")
      .header('x-content-type-options', 'nosniff');
  });
  server.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof ChainError)
      return reply
        .code(error.exitCode === 2 ? 400 : 500)
        .send({ code: error.code, message: error.message, remedy: error.remedy });
    // The framework's own errors: no JSON, a body of another shape or size.
    const status = error.statusCode ?? 500;
    return reply.code(status).send({ code: status < 500 ? 'input/schema' : 'internal', message: error.message });
  });

  for (const [url, [file, type]] of Object.entries(PAGE)) {
    server.get(url, async (_request, reply) => reply.type(type).send(await readFile(new URL(file, PUBLIC))));
  }
  server.get('/repositories', async () => service.names());

  server.post<{ Body: ReviewRequest }>('/runs', { schema: { body } }, async (request, reply) => {
    const runId = service.start(request.body);
    if (runId === undefined)
      return reply
        .code(404)
        .send({ code: 'input/usage', message: `there is no repository ${request.body.repository}` });
    return reply.code(202).header('location', `/runs/${runId}`).send({ runId });
  });

  server.get<RunParams>(
    '/runs/:id',
    async ({ params }, reply) =>
      service.state(params.id) ?? reply.code(404).send({ code: 'input/usage', message: 'there is no such run' }),
  );
  server.delete<RunParams>('/runs/:id', async ({ params }, reply) =>
    reply.code(service.cancel(params.id) ? 202 : 404).send(),
  );

  server.get<RunParams>('/runs/:id/events', async (request, reply) => {
    const { id: runId } = request.params;
    if (service.state(runId) === undefined)
      return reply.code(404).send({ code: 'input/usage', message: 'there is no such run' });
    const over = service.over(runId);
    // It was cancelled before it began, and tells nothing. A browser that gets 204 comes no more.
    if (over === undefined && service.history.of(runId).length === 0) return reply.code(204).send();
    const last = request.headers['last-event-id'];
    const stream = toServerSentEvents(service.chain, {
      runId,
      history: service.history,
      lastEventId: typeof last === 'string' ? last : undefined,
      until: over,
    });
    const node = Readable.fromWeb(stream as NodeWebStream<Uint8Array>);
    return reply.header('content-type', 'text/event-stream').header('cache-control', 'no-store').send(node);
  });
  return server;
}
