import type { Task } from '../task/task.js';
import type { Classification } from './classification.js';

export interface RouteTaskOptions {
  readonly changedPaths?: readonly string[];
  /** The type that a submission claims. */
  readonly claim?: string;
  readonly threshold?: number;
  readonly signal?: AbortSignal;
}

/** Names the change type of a task, or abstains. */
export interface Router {
  readonly classify: (task: Task, options?: RouteTaskOptions) => Promise<Classification>;
}

/** What a human set decides at once. */
export const decidedByHuman = (type: string): Classification => ({
  type,
  confidence: 'high',
  score: 1,
  signals: [{ type, weight: 10, reason: 'a person set the type', source: 'label' }],
  alternatives: [],
  decidedBy: 'human',
});
