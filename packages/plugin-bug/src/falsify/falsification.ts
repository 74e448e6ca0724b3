import type { PairedObservation, ReviewSession, TwoSided } from '@typed-evidence-chain/core';

export interface Falsification {
  /** Why the reproduction cannot be believed; empty where it can. */
  readonly problems: readonly string[];
  /** What was tried. */
  readonly tried: readonly { readonly what: string; readonly outcome: string }[];
}

/** One way of showing that a reproduction proves nothing. `targets` are red on the base and green on the head. */
export type Attempt = (
  session: ReviewSession,
  measured: TwoSided,
  targets: readonly PairedObservation[],
) => Promise<Falsification>;

export const nothingTried: Falsification = { problems: [], tried: [] };

/** The files to narrow a run to; the submission's own command is run as it is. */
export const narrowedFiles = (measured: TwoSided): readonly string[] | undefined =>
  measured.command.source === 'submission' ? undefined : measured.files;
