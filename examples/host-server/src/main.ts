import { basename, resolve } from 'node:path';
import { createServer } from './create-server.js';
import { ReviewService } from './review-service.js';

// node dist/main.js REPOSITORY...    PORT is taken from the environment; default 4310. Listens on this machine only.
const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error('usage: node dist/main.js REPOSITORY...');
  process.exit(2);
}
const service = new ReviewService(new Map(folders.map((folder) => [basename(resolve(folder)), resolve(folder)])));
const server = createServer(service);
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => {
    void service.close().then(() => server.close());
  });
}
console.log(await server.listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? 4310) }));
