/** Something about the tests or their rules that the change bends, or changes in a way that people should see. */
export interface Finding {
  readonly kind:
    | 'rules'
    | 'shadow'
    | 'ci'
    | 'focus'
    | 'marker'
    | 'removed'
    | 'expectation'
    | 'body'
    | 'fixture'
    | 'unreadable'
    | 'hidden-failure'
    | 'runner-detection';
  readonly file: string;
  readonly test?: string;
  readonly message: string;
  readonly before?: string;
  readonly after?: string;
  /** `bent`: FAIL. `declared` and `harmless` are shown only. */
  readonly weight: 'bent' | 'declared' | 'harmless';
}
