/** Placeholder until the router's own file lands. */
export interface RouterRule {
  readonly labels?: Readonly<Record<string, number>>;
}
