import type { BehaviourReport, Sandbox } from '@typed-evidence-chain/core';
import { SandboxedBehaviourComparer } from '@typed-evidence-chain/analysis/behaviour';
import { PlainSandbox } from './plain-sandbox.js';
import { twoTrees, type Files } from './two-trees.js';

const LIMITS = { timeoutMs: 20_000, memoryMb: 1024, pids: 64, outputMb: 5 };

/** Compares two sets of files; `change` holds what is different at the head (null removes a file). */
export async function compare(
  base: Files,
  change: Readonly<Record<string, string | null>>,
  sandbox: Sandbox = new PlainSandbox(),
  signal?: AbortSignal,
): Promise<BehaviourReport> {
  const merged = Object.entries({ ...base, ...change }).filter((entry): entry is [string, string] => entry[1] !== null);
  const trees = await twoTrees(base, Object.fromEntries(merged));
  try {
    const comparer = new SandboxedBehaviourComparer(sandbox);
    return await comparer.compare({ trees, base: trees.base, head: trees.head, testFiles: [], limits: LIMITS, signal });
  } finally {
    await trees.close();
  }
}

export function subjects(report: BehaviourReport): string[] {
  return report.compared.map((one) => one.subject);
}
