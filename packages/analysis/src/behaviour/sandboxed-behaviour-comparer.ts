import type { BehaviourComparer, BehaviourReport, BehaviourRequest, Sandbox } from '@typed-evidence-chain/core';
import { compareLanguage } from './compare-language.js';
import { javascript } from './javascript/javascript.js';
import { pythonIn } from './python/python.js';

/**
 * Calls what the change reaches in both trees, in separate runs of the sandbox, with the arguments of the tests, their
 * neighbours and generated ones of the same kind. The same request gives the same calls.
 */
export class SandboxedBehaviourComparer implements BehaviourComparer {
  constructor(private readonly sandbox: Sandbox) {}

  readonly compare = async (request: BehaviourRequest): Promise<BehaviourReport> => {
    const started = performance.now();
    const { patch, dependencies, scratch } = request.trees;
    const { limits, signal } = request;
    const languages = [javascript, pythonIn({ sandbox: this.sandbox, dependencies, scratch, limits, signal })];
    const changed = languages.filter((language) =>
      patch.files.some((file) => language.isSource(file.path) || language.isSource(file.oldPath ?? '')),
    );
    const parts = await Promise.all(changed.map((language) => compareLanguage(language, this.sandbox, request)));
    return {
      compared: parts.flatMap((part) => part.compared),
      skipped: parts.flatMap((part) => part.skipped),
      counterexamples: parts.flatMap((part) => part.counterexamples),
      unusual: parts.flatMap((part) => part.unusual),
      missing: parts.flatMap((part) => part.missing),
      executed: {
        base: parts.flatMap((part) => part.executed.base),
        head: parts.flatMap((part) => part.executed.head),
      },
      durationMs: Math.round(performance.now() - started),
    };
  };
}
