import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  InputError,
  StoreError,
  validate,
  type ChainResult,
  type EventJournal,
  type Steps,
} from '@typed-evidence-chain/core';
import * as z from 'zod';
import { writeDurably } from './durable-file.js';
import { orStoreError } from './or-store-error.js';
import { EventLog, readEvents, type RecordedEvent } from './event-log.js';
import { lockOwner, lockRun } from './run-lock.js';
import { runHeaderSchema, type RunHeader } from './run-header.js';
import { createStoredSteps, readSteps, type StepFile } from './stored-steps.js';

const resultSchema = z.looseObject({
  schema: z.literal('tec/result/v1'),
  verdict: z.enum(['DONE', 'NEEDS_REVIEW']),
});

const RUN_ID = /^[A-Za-z0-9][\w-]{0,80}$/;

/** `running`: a process works on it. `interrupted`: nobody does, and it has no result; it can be resumed. */
export type RunState = 'finished' | 'running' | 'interrupted';

export interface StoredRun {
  readonly folder: string;
  readonly header: RunHeader;
  readonly state: RunState;
  /** Stages that finished, in order; model calls and the like are below them. */
  readonly stages: readonly string[];
  readonly result: ChainResult | undefined;
}

/** A run that this process works on, and nobody else. */
export interface OpenRun {
  readonly folder: string;
  readonly header: RunHeader;
  readonly steps: Steps;
  readonly journal: EventJournal;
  readonly finished: () => readonly StepFile[];
  /** Keeps the result; the run is over. */
  readonly finish: (result: ChainResult) => void;
  /** Text for people, such as a patch, in the folder of the run; returns its path. */
  readonly keep: (name: string, text: string | Buffer) => string;
  readonly close: () => void;
}

/** Readable and sortable: `20260131-091500-1f2e3d`. */
export const newRunId = (now = new Date()): string =>
  `${now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-${randomBytes(3).toString('hex')}`;

/** A folder for each run below `root`: plain JSON, only added to. Several processes can use one store. */
export class RunStore {
  constructor(readonly root: string) {}

  create(given: Omit<RunHeader, 'schema' | 'createdAt'>): OpenRun {
    const folder = this.place(given.runId);
    try {
      mkdirSync(this.root, { recursive: true, mode: 0o700 });
      mkdirSync(folder, { mode: 0o700 });
      mkdirSync(join(folder, 'steps'), { mode: 0o700 });
      const release = lockRun(folder, given.runId);
      const header: RunHeader = { schema: 'tec/run/v1', createdAt: new Date().toISOString(), ...given };
      writeDurably(join(folder, 'run.json'), `${JSON.stringify(header, null, 2)}\n`);
      return openRun(folder, header, release);
    } catch (cause) {
      if (cause instanceof StoreError) throw cause;
      const remedy = 'Name a folder that can be written to with --store or `store` in tec.config';
      throw new StoreError('store/failed', `The run cannot be kept: ${(cause as Error).message}`, {
        file: folder,
        remedy,
        cause,
      });
    }
  }

  /** Takes a run over. Throws `StoreError` while another process works on it. */
  resume(id: string): OpenRun {
    const folder = this.place(this.resolve(id));
    const release = lockRun(folder, id);
    try {
      return openRun(folder, readHeader(folder), release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** The newest first. Folders that are no run are left out; a run that cannot be read is told to `onDamaged`. */
  list(onDamaged: (error: StoreError) => void = () => undefined): readonly StoredRun[] {
    return this.ids()
      .flatMap((id) => {
        try {
          return [this.read(id)];
        } catch (error) {
          if (!(error instanceof StoreError)) throw error;
          onDamaged(error);
          return [];
        }
      })
      .sort((a, b) => (a.header.createdAt < b.header.createdAt ? 1 : -1));
  }

  read(id: string): StoredRun {
    const folder = this.place(this.resolve(id));
    const header = readHeader(folder);
    const result = readResult(join(folder, 'result.json'));
    const state = result ? 'finished' : lockOwner(folder) ? 'running' : 'interrupted';
    const stages = readSteps(join(folder, 'steps')).map((step) => step.stage);
    return { folder, header, state, stages: stages.filter((stage) => !stage.includes('/')), result };
  }

  events(id: string): readonly RecordedEvent[] {
    return readEvents(join(this.place(this.resolve(id)), 'events.jsonl')).events;
  }

  /** A beginning of an id is enough where only one run has it. Throws `InputError`. */
  resolve(id: string): string {
    const found = this.ids().filter((candidate) => candidate === id || candidate.startsWith(id));
    const [first] = found;
    if (found.includes(id)) return id;
    if (first !== undefined && found.length === 1) return first;
    throw new InputError(
      'input/usage',
      found.length === 0 ? `There is no run ${id} in ${this.root}` : `${found.length} runs begin with ${id}`,
      {
        field: 'id',
        remedy: '`tec runs` lists the runs',
      },
    );
  }

  private ids(): readonly string[] {
    if (!existsSync(this.root)) return [];
    const names = orStoreError('The store cannot be read', this.root, () => readdirSync(this.root));
    return names.filter((name) => RUN_ID.test(name) && existsSync(join(this.root, name, 'run.json')));
  }

  private place(id: string): string {
    if (!RUN_ID.test(id))
      throw new InputError('input/usage', `${id} is no id of a run`, {
        field: 'id',
        remedy: '`tec runs` lists the runs',
      });
    return join(this.root, id);
  }
}

/** Only what is told apart from damage: a result of this project says what it is and what came out. */
function readResult(file: string): ChainResult | undefined {
  if (!existsSync(file)) return undefined;
  return orStoreError(
    'The result of the run is damaged',
    file,
    () => resultSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) as unknown as ChainResult,
    'Remove the file: `tec runs resume ID` makes it again from the finished steps',
  );
}

function readHeader(folder: string): RunHeader {
  const file = join(folder, 'run.json');
  try {
    return validate(runHeaderSchema, JSON.parse(readFileSync(file, 'utf8')) as unknown, 'run', { file });
  } catch (cause) {
    throw new StoreError('store/failed', `The run cannot be read: ${(cause as Error).message}`, { file, cause });
  }
}

function openRun(folder: string, header: RunHeader, release: () => void): OpenRun {
  const log = new EventLog(join(folder, 'events.jsonl'));
  const stepFolder = join(folder, 'steps');
  return {
    folder,
    header,
    steps: createStoredSteps({ folder: stepFolder, runId: header.runId, log }),
    journal: log,
    finished: () => readSteps(stepFolder),
    finish: (result) => {
      const file = join(folder, 'result.json');
      orStoreError('The result cannot be kept', file, () => {
        log.sync();
        writeDurably(file, `${JSON.stringify(result, null, 2)}\n`);
      });
    },
    keep: (name, text) => {
      const file = join(folder, name);
      orStoreError('A file of the run cannot be kept', file, () => writeDurably(file, text));
      return file;
    },
    close: () => {
      log.close();
      release();
    },
  };
}
