import type { TaskInput } from '../chain.js';
import { validate } from '../documents/validate.js';
import { submissionSchema } from '../build/submission.js';
import type { ChainResult } from '../result/result.js';
import { recordEvents, type RecordedEvent } from './event-recorder.js';
import type { TestedChange } from './plugin-suite.js';
import type { TestedChain } from './plugin-test-options.js';
import { temporaryRepository } from './temporary-repository.js';

export interface CaseOutcome {
  readonly result: ChainResult;
  readonly events: readonly RecordedEvent[];
}

/** Runs one change through a chain, in a repository that is gone afterwards. */
export async function reviewCase(chain: TestedChain, type: string, one: TestedChange): Promise<CaseOutcome> {
  const repository = await temporaryRepository({ files: one.base });
  const recorder = recordEvents(chain);
  const task: TaskInput = one.task ?? { title: one.name };
  try {
    const patch = await repository.patch(one.change);
    const submission =
      one.evidence === undefined
        ? undefined
        : validate(
            submissionSchema,
            { type, status: 'DONE', summary: one.name, acCoverage: one.acCoverage ?? [], evidence: one.evidence },
            'submission',
            {},
          );
    const result = await chain.run(task, {
      repository: repository.path,
      change: { patch },
      type,
      ...(submission === undefined ? {} : { submission }),
      ...(one.config === undefined ? {} : { config: one.config }),
    });
    return { result, events: recorder.events.filter(({ event }) => event.runId === result.runId) };
  } finally {
    recorder.stop();
    await repository.remove();
  }
}
