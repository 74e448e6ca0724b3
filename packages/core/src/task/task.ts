import * as z from 'zod';

const criterionInput = z.union([
  z.string().trim().min(1),
  z.object({ id: z.string().trim().min(1), text: z.string().trim().min(1) }),
]);

/** A task as it is written: criteria may be bare strings. */
export const taskSchema = z.object({
  id: z.string().trim().min(1).optional().describe('default: slug of the title'),
  title: z.string().trim().min(1),
  body: z.string().default(''),
  labels: z.array(z.string()).default([]),
  acceptanceCriteria: z.array(criterionInput).default([]).describe('bare strings become AC1, AC2, …'),
  type: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/, 'a change type is written in capitals, such as BUG')
    .optional()
    .describe('set only by a human: overrides the router'),
  scope: z
    .object({ allow: z.array(z.string()).optional(), deny: z.array(z.string()).optional() })
    .optional()
    .describe('globs of the files that the change may touch; deny beats allow'),
});

export interface AcceptanceCriterion {
  readonly id: string;
  readonly text: string;
}

export interface TaskScope {
  readonly allow?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
}

/** What is asked for: the issue text and its acceptance criteria, normalised. */
export interface Task {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  readonly acceptanceCriteria: readonly AcceptanceCriterion[];
  readonly type?: string | undefined;
  readonly scope?: TaskScope | undefined;
}

const slug = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'task';

/** Fills in what a task file may leave out: the id, and the ids of criteria. */
export function normaliseTask(input: z.output<typeof taskSchema>): Task {
  const acceptanceCriteria = input.acceptanceCriteria.map((criterion, index) =>
    typeof criterion === 'string' ? { id: `AC${index + 1}`, text: criterion } : criterion,
  );
  return {
    id: input.id ?? slug(input.title),
    title: input.title,
    body: input.body,
    labels: input.labels,
    acceptanceCriteria,
    ...(input.type === undefined ? {} : { type: input.type }),
    ...(input.scope === undefined ? {} : { scope: input.scope }),
  };
}
