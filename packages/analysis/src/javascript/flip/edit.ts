/** Replaces the text between two offsets. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface FlipContext {
  readonly text: string;
  /** A word that no honest value equals. */
  readonly word: string;
}

/** Far away from the expected number, so that no tolerance covers it. */
export const numberOffset = 104_729;
