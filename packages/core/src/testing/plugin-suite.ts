import type { z } from 'zod';
import type { submissionSchema } from '../build/submission.js';
import type { TecConfigInput } from '../config/config.js';
import type { TaskInput } from '../chain.js';
import type { Files } from './temporary-repository.js';

/** Every case has a name of its own and says why it has to end as it does. */
interface Named {
  readonly name: string;
  readonly reason: string;
}

/** A request, and where it has to go. */
export interface RoutedCase extends Named {
  readonly task: TaskInput;
  /** Default: the plugin's own type. `elsewhere`: to any other, or to nobody. */
  readonly to?: 'elsewhere';
}

/** A change of a small real repository, with its evidence. */
export interface TestedChange extends Named {
  readonly base: Files;
  /** What the change makes of it; `null` removes a file. */
  readonly change: Files;
  /** Default: a task of the case's name without acceptance criteria. */
  readonly task?: TaskInput;
  /** As a builder would write it; left out, it is taken from the change itself. */
  readonly evidence?: unknown;
  /** How each criterion of the task is met; see `locationOf`. */
  readonly acCoverage?: z.input<typeof submissionSchema>['acCoverage'];
  readonly config?: TecConfigInput;
}

/** Honest evidence: ends in DONE. */
export type AcceptedCase = TestedChange;

/** Evidence that lies: ends in NEEDS_REVIEW, for the reason that is named and for no other. */
export interface RejectedCase extends TestedChange {
  /** The check that finds it. */
  readonly check: string;
  /** Further checks that fail with it. Checks that could then not be run need no mention. */
  readonly also?: readonly string[];
}

/** Evidence that the schema refuses. */
export interface MalformedCase extends Named {
  readonly evidence: unknown;
}

/** What a plugin has to do. Each list needs at least one case, `malformed` apart. */
export interface PluginSuite {
  readonly routes: readonly RoutedCase[];
  readonly accepts: readonly AcceptedCase[];
  readonly rejects: readonly RejectedCase[];
  readonly malformed?: readonly MalformedCase[];
}
