import { temporaryRepository, type TemporaryRepository } from '@typed-evidence-chain/core/testing';
import { createServer } from '../dist/create-server.js';
import { ReviewService } from '../dist/review-service.js';

const file = 'test/clamp.test.js';
export const task = { title: 'clamp ignores its upper bound', labels: ['bug'] };

const wrong = 'export const clamp = (value, low, high) => {\n  if (value < low) return low;\n  return value;\n};\n';
const right = wrong.replace('  return value;', '  return value > high ? high : value;');
const test = `import test from 'node:test';
import assert from 'node:assert';
import { clamp } from '../src/clamp.js';

test('<img src=x onerror=alert(1)> stays below the upper bound', () => {
  assert.equal(clamp(11, 0, 10), 10);
});
`;

export interface Host {
  readonly url: string;
  readonly patch: string;
  readonly close: () => Promise<void>;
}

/** A host with one real repository, and a change that fixes its bug. */
export async function startHost(): Promise<Host> {
  const repository: TemporaryRepository = await temporaryRepository({
    files: {
      'package.json': '{ "name": "clamp", "type": "module", "scripts": { "test": "node --test" } }\n',
      'src/clamp.js': wrong,
    },
  });
  const service = new ReviewService(new Map([['clamp', repository.path]]));
  const server = createServer(service);
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    patch: await repository.patch({ 'src/clamp.js': right, [file]: test }),
    close: async () => {
      await service.close();
      await server.close();
      await repository.remove();
    },
  };
}

export const post = (url: string, body: object): Promise<Response> =>
  fetch(`${url}/runs`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
