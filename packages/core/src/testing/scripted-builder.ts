import type { BuilderBackend, Built, BuildRequest } from '../build/backend.js';
import { submissionSchema } from '../build/submission.js';
import { validate } from '../documents/validate.js';
import type { z } from 'zod';

/** What the builder hands in at one round. */
export interface ScriptedRound {
  readonly patch: string;
  /** Without it the evidence is taken from the change itself. */
  readonly submission?: z.input<typeof submissionSchema>;
}

/** A builder that hands in what is written down, round by round. `requests` shows what it was asked, feedback included. */
export function scriptedBuilder(
  rounds: readonly ScriptedRound[],
): BuilderBackend & { readonly requests: readonly BuildRequest[] } {
  const requests: BuildRequest[] = [];
  return {
    name: 'scripted',
    repeats: true,
    requests,
    build: async (request): Promise<Built> => {
      requests.push(request);
      const round = rounds[request.round - 1];
      if (!round)
        throw new Error(`the scripted builder has ${rounds.length} rounds and was asked for round ${request.round}`);
      const submission = round.submission && validate(submissionSchema, round.submission, 'submission', {});
      return { change: { kind: 'patch', text: round.patch }, submission, builtBy: 'scripted' };
    },
  };
}
