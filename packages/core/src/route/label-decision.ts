import type { RouteSignal } from './classification.js';
import type { RouterRule } from './router-rule.js';

/** A label with this weight or more has a known meaning and decides; below, it is one sign among others. */
const KNOWN = 2;

export interface LabelOutcome {
  /** Types whose labels of known meaning are on the task, each once. */
  readonly decided: readonly RouteSignal[];
  readonly hints: readonly RouteSignal[];
}

export function readLabels(
  labels: readonly string[],
  rules: readonly { readonly type: string; readonly rule: RouterRule }[],
): LabelOutcome {
  const decided: RouteSignal[] = [];
  const hints: RouteSignal[] = [];
  for (const { type, rule } of rules) {
    let best: RouteSignal | null = null;
    for (const label of labels.slice(0, 50)) {
      const weight = weightOf(rule.labels, label);
      if (weight !== 0 && Math.abs(weight) > Math.abs(best?.weight ?? 0)) {
        best = { type, weight, reason: `the tracker's label “${label.slice(0, 60)}”`, source: 'label' };
      }
    }
    if (best !== null) (best.weight >= KNOWN ? decided : hints).push(best);
  }
  return { decided, hints };
}

/** "type: Bug", "kind/bug", "C-bug", "🐛 bug" and "bug" are one label. */
function weightOf(table: Readonly<Record<string, number>> | undefined, label: string): number {
  if (table === undefined) return 0;
  const plain = label
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}:/ _-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const short = plain.split(/[:/]/).at(-1)?.trim() ?? plain;
  const candidates = [
    plain,
    plain.replaceAll(/[-_]/g, ' '),
    short,
    short.replaceAll(/[-_]/g, ' '),
    short.replace(/^[a-z]-/, ''),
  ];
  for (const candidate of candidates) if (Object.hasOwn(table, candidate)) return table[candidate] as number;
  return 0;
}
