import type { BehaviourComparer, BehaviourReport, BehaviourRequest, Sandbox } from '@typed-evidence-chain/core';
import { compareScripts } from './compare-scripts.js';

/**
 * Calls what the change reaches in both trees, in separate runs of the sandbox, with the arguments of the tests, their
 * neighbours and generated ones of the same kind. The same request gives the same calls.
 */
export class SandboxedBehaviourComparer implements BehaviourComparer {
  constructor(private readonly sandbox: Sandbox) {}

  readonly compare = async (request: BehaviourRequest): Promise<BehaviourReport> => {
    const started = performance.now();
    const scripts = await compareScripts(this.sandbox, request);
    return { ...scripts, durationMs: Math.round(performance.now() - started) };
  };
}
