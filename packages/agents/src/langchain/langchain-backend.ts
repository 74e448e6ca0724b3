import {
  ChainError,
  ModelError,
  RunAbortedError,
  type BuilderBackend,
  type BuildRequest,
  type Built,
  type RawSubmission,
} from '@typed-evidence-chain/core';
import { unfit } from '../left/judge-submission.js';
import { createModel } from '../models/create-model.js';
import { digestMark } from '../prompt/mark.js';
import { systemPrompt, taskPrompt } from '../prompt/compose.js';
import { redactor } from '../secrets.js';
import { Meter } from '../usage/meter.js';
import { EditableTree } from './editable-tree.js';
import { runAgent } from './run-agent.js';
import { SubmissionDesk } from './submission-desk.js';
import { TestBench } from './test-bench.js';
import { builderTools } from './tools.js';

export interface LangchainBackendOptions {
  /** `provider:name`. */
  readonly model: string;
  readonly baseUrl?: string | undefined;
  /** Milliseconds for one answer of the model; default 300,000. */
  readonly callTimeoutMs?: number | undefined;
}

const CALL_TIMEOUT_MS = 300_000;

/**
 * The builder `langchain`: a model with tools that are bound to the task's own tree. It has no shell, no network and no
 * way out of the tree; tests run in the sandbox. Throws `InputError` for a model that cannot be built and `ModelError`
 * for one that fails.
 */
export function langchainBackend(options: LangchainBackendOptions): BuilderBackend {
  return {
    name: 'langchain',
    repeats: true,
    build: async (request) => {
      const model = await createModel({
        model: options.model,
        baseUrl: options.baseUrl,
        timeoutMs: options.callTimeoutMs,
      });
      const work = await request.workspace.workTree({
        repository: request.repository,
        base: request.base,
        signal: request.signal,
      });
      try {
        const mark = digestMark([request.task, work.trees.base.id]);
        const files = new EditableTree(work);
        const bench = new TestBench(request, work, files, mark);
        const desk = new SubmissionDesk(request, bench, files);
        const meter = new Meter(request.config.models.limits, request.config.models.prices, request.used);
        const tools = builderTools({ work, files, bench, desk, evidence: request.evidence, mark });
        const callTimeoutMs = options.callTimeoutMs ?? CALL_TIMEOUT_MS;
        const agent = {
          request,
          model,
          tools,
          desk,
          meter,
          callTimeoutMs,
          system: systemPrompt(request),
          prompt: taskPrompt(request),
          redact: redactor(),
        };
        const end = await untilTheEnd(request, () => runAgent(agent));
        const submission = desk.result ?? gaveUp(request, end);
        const patch = await work.diff(await files.tree());
        const built: Built = {
          change: { kind: 'patch', text: patch.toString('latin1') },
          submission,
          builtBy: `langchain ${options.model}`,
          usage: meter.usage(),
        };
        return built;
      } finally {
        await work.trees.close();
      }
    },
  };
}

const gaveUp = ({ type }: BuildRequest, reason: string): RawSubmission =>
  unfit(type, 'BLOCKED', `the model did not hand anything over: ${reason}`);

async function untilTheEnd(request: BuildRequest, run: () => Promise<string>): Promise<string> {
  try {
    return await run();
  } catch (error) {
    if (request.signal.aborted) throw new RunAbortedError(request.signal.reason);
    if (error instanceof ChainError) throw error;
    throw new ModelError('model/failed', `The builder failed: ${redactor()((error as Error).message)}`, {
      cause: error,
    });
  }
}
