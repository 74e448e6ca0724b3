import { submissionSchema, validate, type BuildRequest, type RawSubmission } from '@typed-evidence-chain/core';
import * as z from 'zod';
import { judgeSubmission, unfit } from '../left/judge-submission.js';
import type { EditableTree } from './editable-tree.js';
import type { TestBench } from './test-bench.js';

/** A misfit goes back this often; then the build ends with what is wrong. */
const MOST_MISFITS = 5;

const partSchema = (schema: z.ZodType): Record<string, unknown> => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<
    string,
    unknown
  >;
  return rest;
};

/**
 * What the tool `submit` takes. Described exactly, taken loosely: what does not fit is answered here, with the exact
 * fault and a bounded number of times.
 */
export const submitArguments = (evidence: z.ZodType): z.ZodObject =>
  z.object({
    status: z.unknown().meta(partSchema(submissionSchema.shape.status)),
    summary: z.unknown().meta({ type: 'string', description: 'one line; for BLOCKED: what is missing' }),
    acCoverage: z.unknown().meta(partSchema(submissionSchema.shape.acCoverage)),
    evidence: z.unknown().meta(partSchema(evidence)),
  });

/** Takes submissions and refuses them until one can be handed to the reviewer. */
export class SubmissionDesk {
  private misfits = 0;
  private taken: RawSubmission | undefined;

  constructor(
    private readonly request: BuildRequest,
    private readonly bench: TestBench,
    private readonly files: EditableTree,
  ) {}

  /** The build is over: a submission was taken, or refused too often. */
  get result(): RawSubmission | undefined {
    return this.taken;
  }

  /** Words for the model. */
  async submit(given: Readonly<Record<string, unknown>>): Promise<string> {
    const { type } = this.request;
    // A model may write an argument as text that holds JSON.
    const data = { type, ...given, evidence: parsed(given['evidence']), acCoverage: parsed(given['acCoverage']) };
    const judged = judgeSubmission(this.request, () => validate(submissionSchema, data, 'submission', {}));
    if (!judged.fits) return this.refuse(judged.fault);
    const { submission } = judged;
    if (submission.status === 'DONE') {
      if (this.files.changedPaths().length === 0)
        return this.refuse('nothing was changed; say BLOCKED where the task cannot be done');
      const missing = this.request.builder.failingTestFirst ? await this.bench.missingReproduction() : undefined;
      if (missing !== undefined) return this.refuse(missing);
    }
    const { patch: _own, ...rest } = submission;
    this.taken = rest;
    return 'The submission was taken.';
  }

  private refuse(fault: string): string {
    this.misfits += 1;
    if (this.misfits < MOST_MISFITS) return `Not accepted: ${fault}. Mend it and submit again.`;
    this.taken = unfit(
      this.request.type,
      'NEEDS_REVIEW',
      `the builder's submission was refused ${this.misfits} times, at last because: ${fault}`,
    );
    return 'Not accepted, and there are no further attempts.';
  }
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*(?:[[{]|null\s*$)/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    // No JSON after all: the schema says what is wrong with the text as it is.
    return value;
  }
}
