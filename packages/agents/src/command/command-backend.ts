import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  parseSubmission,
  remainingMs,
  type BuilderBackend,
  type BuildRequest,
  type Built,
  type DocumentFormat,
  type RawSubmission,
} from '@typed-evidence-chain/core';
import * as z from 'zod';
import { judgeSubmission, unfit } from '../left/judge-submission.js';
import { systemPrompt, taskPrompt } from '../prompt/compose.js';
import { readLeft } from '../left/read-left.js';
import { takeChange } from '../left/take-change.js';
import { redactAll, redactor } from '../secrets.js';
import { runProgram, type ProgramEnd } from './run-program.js';

export interface CommandBackendOptions {
  readonly name: string;
  /** Program and arguments; no shell takes part. */
  readonly command: readonly string[];
}

/** In the folder of TEC_SUBMISSION, the first that is there. */
const NAMES: readonly (readonly [string, DocumentFormat])[] = [
  ['submission.json', 'json'],
  ['submission.md', 'markdown'],
  ['submission.yaml', 'yaml'],
];

/**
 * The builder `command`: any program. It gets the task as JSON on stdin, works in a folder of its own with the files of
 * the base, and leaves its change there and a submission at the path in TEC_SUBMISSION (`submission.json`, or `.md` or
 * `.yaml` beside it). Without a submission the evidence is taken from the change itself.
 */
export function commandBackend({ name, command }: CommandBackendOptions): BuilderBackend {
  return {
    name,
    repeats: true,
    build: async (request) => {
      const started = performance.now();
      const work = await request.workspace.workTree({
        repository: request.repository,
        base: request.base,
        signal: request.signal,
      });
      try {
        const folder = await work.folder();
        const out = join(work.trees.scratch, 'submission');
        await mkdir(out);
        const redact = redactor();
        const end = await runProgram({
          runId: request.runId,
          command,
          cwd: folder,
          env: { TEC_SUBMISSION: join(out, 'submission.json'), TEC_WORK_TREE: folder },
          input: `${JSON.stringify(inputOf(request, folder, join(out, 'submission.json')), null, 2)}\n`,
          timeoutMs: remainingMs(request.config.models.limits, request.used ?? {}),
          signal: request.signal,
          onLine: (line) => request.progress({ step: 'agent', message: redact(line.split(folder).join('.')) }),
        });
        const taken = await takeChange(work, name);
        const patch = taken.fault === undefined ? taken.patch.toString('latin1') : '';
        const submission =
          taken.fault === undefined
            ? submissionLeft(request, name, out, end, patch !== '', redact)
            : unfit(request.type, 'NEEDS_REVIEW', redact(taken.fault));
        const usage = { seconds: Math.round((performance.now() - started) / 100) / 10 };
        const built: Built = { change: { kind: 'patch', text: patch }, builtBy: name, usage };
        return submission === undefined ? built : { ...built, submission: redactAll(submission, redact) };
      } finally {
        await work.trees.close();
      }
    },
  };
}

const inputOf = (request: BuildRequest, workTree: string, submission: string): unknown => ({
  schema: 'tec/build/v1',
  task: request.task,
  type: request.type,
  round: request.round,
  feedback: request.feedback,
  workTree,
  submission,
  evidenceSchema: z.toJSONSchema(request.evidence, { io: 'input', unrepresentable: 'any' }),
  prompt: `${systemPrompt(request)}\n\n${taskPrompt(request)}`,
});

const failed = (name: string, { outcome, code, tail }: ProgramEnd): string => {
  const how =
    outcome === 'timed-out'
      ? 'ran out of time'
      : outcome === 'signalled'
        ? 'was killed'
        : `ended with exit code ${code ?? '?'}`;
  return `${name} ${how}${tail === '' ? '' : `; it printed last: ${tail.slice(-500)}`}`;
};

function submissionLeft(
  request: BuildRequest,
  name: string,
  out: string,
  end: ProgramEnd,
  changed: boolean,
  redact: (text: string) => string,
): RawSubmission | undefined {
  if (end.outcome !== 'exited' || end.code !== 0) return unfit(request.type, 'BLOCKED', redact(failed(name, end)));
  const found = NAMES.find(([file]) => existsSync(join(out, file)));
  if (!found)
    return changed ? undefined : unfit(request.type, 'BLOCKED', `${name} changed nothing and left no submission`);
  const [file, format] = found;
  const judged = judgeSubmission(request, () =>
    parseSubmission(readLeft(join(out, file), file), format, file, request.type),
  );
  // Its patch is what is in the folder, whatever it says of it.
  if (judged.fits) return { ...judged.submission, patch: undefined };
  return unfit(request.type, 'NEEDS_REVIEW', `the submission that ${name} left cannot be used: ${judged.fault}`);
}
