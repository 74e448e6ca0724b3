import { createHash } from 'node:crypto';

import type { PrivateRepository } from './private-repository.js';
import { failure } from './git.js';

/** A patch text with its digest; `text` is undefined where it is longer than allowed. */
export interface PatchText {
  readonly digest: string;
  readonly bytes: number;
  readonly text: Buffer | undefined;
}

/** The patch text that a user gave. */
export function givenPatch(text: Buffer, maxBytes: number): PatchText {
  return { digest: digestOf(text), bytes: text.length, text: text.length > maxBytes ? undefined : text };
}

/** The patch text between two trees, as git prints it. What is too long is counted and not kept. */
export async function computedPatch(
  repository: PrivateRepository,
  base: string,
  head: string,
  maxBytes: number,
): Promise<PatchText> {
  const args = repository.patchArguments(base, head);
  const process = repository.git.start(args);
  const hash = createHash('sha256');
  const kept: Buffer[] = [];
  const stderr: Buffer[] = [];
  let bytes = 0;
  process.stdin.end();
  process.stdout.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    bytes += chunk.length;
    if (bytes <= maxBytes) kept.push(chunk);
  });
  process.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  const { exitCode, code, message } = await process;
  repository.git.throwIfAborted();
  if (exitCode !== 0) throw failure(args, Buffer.concat(stderr).toString('utf8') || message, code);
  return {
    digest: `sha256:${hash.digest('hex')}`,
    bytes,
    text: bytes > maxBytes ? undefined : Buffer.concat(kept),
  };
}

function digestOf(text: Buffer): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
