import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError, type Steps } from '@typed-evidence-chain/core';
import { digestOf } from './digest.js';
import { writeDurably } from './durable-file.js';
import { orStoreError } from './or-store-error.js';
import type { EventLog } from './event-log.js';

/** `steps/<stage>.<digest>.json`. The key of a step: run, stage and digest of its input. */
export interface StepFile {
  readonly schema: 'tec/step/v1';
  readonly runId: string;
  readonly stage: string;
  readonly inputDigest: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  /** Events of the run that were recorded when the step had finished. */
  readonly events: number;
  readonly value: unknown;
}

const fileName = (stage: string, digest: string): string =>
  `${stage.replace(/[^\w-]+/g, '.')}.${digest.slice(0, 16)}.json`;

function readStep(file: string): StepFile | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StoreError('store/failed', `A finished step cannot be read: ${(error as Error).message}`, {
      file,
      cause: error,
    });
  }
  try {
    return JSON.parse(text) as StepFile;
  } catch (cause) {
    throw new StoreError('store/failed', `A finished step is damaged: ${(cause as Error).message}`, {
      file,
      remedy: 'Remove the file to have the step done again',
      cause,
    });
  }
}

/** Every finished step of a run, in the order in which they finished. */
export function readSteps(folder: string): readonly StepFile[] {
  return orStoreError('The steps of the run cannot be read', folder, () => readdirSync(folder))
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readStep(join(folder, name)) ?? [])
    .sort((a, b) => (a.finishedAt < b.finishedAt ? -1 : a.finishedAt > b.finishedAt ? 1 : 0));
}

export interface StepsPlace {
  readonly folder: string;
  readonly runId: string;
  readonly log: EventLog;
}

/**
 * Steps that are kept: a finished one is read from the disk and never run again; another is on the disk before the next
 * starts. Always returns what JSON made of the value, so that a resumed run sees what the first one saw.
 */
export function createStoredSteps({ folder, runId, log }: StepsPlace): Steps {
  return {
    step: async <T>(stage: string, input: unknown, run: () => Promise<T>): Promise<T> => {
      const digest = digestOf(input);
      const file = join(folder, fileName(stage, digest));
      const done = readStep(file);
      if (done?.inputDigest === digest && done.stage === stage) return done.value as T;
      // Events of steps below belong to the stage around them: it is passed again as a whole, or not at all.
      const outermost = log.stage === '';
      if (outermost) log.stage = stage;
      const startedAt = new Date().toISOString();
      try {
        const value = (await run()) ?? null;
        log.sync();
        const finished: StepFile = {
          schema: 'tec/step/v1',
          runId,
          stage,
          inputDigest: digest,
          startedAt,
          finishedAt: new Date().toISOString(),
          events: log.nextSeq,
          value,
        };
        const text = JSON.stringify(finished, null, 2);
        save(file, text);
        return (JSON.parse(text) as StepFile).value as T;
      } finally {
        if (outermost) log.stage = '';
      }
    },
  };
}

function save(file: string, text: string): void {
  try {
    writeDurably(file, `${text}\n`);
  } catch (cause) {
    throw new StoreError('store/failed', `A finished step cannot be kept: ${(cause as Error).message}`, {
      file,
      cause,
    });
  }
}
