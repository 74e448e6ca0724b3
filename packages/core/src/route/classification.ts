/** One reason for or against a type, in words that a person understands. */
export interface RouteSignal {
  readonly type: string;
  /** Log-odds: + for, - against. */
  readonly weight: number;
  readonly reason: string;
  readonly source: 'label' | 'title' | 'body' | 'template' | 'prefix' | 'paths' | 'model' | 'language-model' | 'claim';
}

export type AbstainReason = 'below-threshold' | 'tie' | 'out-of-scope' | 'composite' | 'no-plugin';

export interface Classification {
  /** null: the router abstained, a person decides. */
  readonly type: string | null;
  readonly confidence: 'high' | 'medium' | 'low';
  /** Calibrated, 0 to 1. */
  readonly score: number;
  readonly signals: readonly RouteSignal[];
  readonly alternatives: readonly { readonly type: string; readonly score: number }[];
  readonly abstained?: { readonly reason: AbstainReason; readonly message: string };
  /** For a composite task: the proposed split. */
  readonly composite?: readonly { readonly type: string; readonly title: string; readonly text: string }[];
  readonly decidedBy: 'human' | 'label' | 'rules' | 'embedded' | 'language-model';
}
