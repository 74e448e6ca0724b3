import type { Scenario } from './arguments/arg.js';
import type { Subject } from './find-subjects.js';
import type { SeenValues } from './arguments/guess-shape.js';
import type { CodeBase } from './code-base.js';
import { emptyShape, addTo, type Shape } from './arguments/shape.js';
import type { Parameter, Signature } from './arguments/signature.js';
import type { Targets } from './targets.js';
import type { Arg } from './arguments/arg.js';

const MAX_SEEN = 40;

/** The calls that were seen, by function and by the name of a parameter or field. */
export class SeenIndex implements SeenValues {
  private readonly byTarget = new Map<string, Scenario[]>();
  private readonly names = new Map<string, Shape>();
  private readonly signatures = new Map<string, ReadonlyMap<string, Signature>>();

  constructor(
    subjects: readonly Subject[],
    calls: readonly Scenario[],
    private readonly targets: Targets,
    private readonly base: CodeBase,
    private readonly head: CodeBase,
  ) {
    for (const call of calls) {
      const key = `${call.target.module} ${call.target.name}`;
      const known = this.byTarget.get(key) ?? [];
      if (known.length < MAX_SEEN) known.push(call);
      this.byTarget.set(key, known);
    }
    for (const subject of subjects) {
      const signature = this.signaturesOf(subject)[0];
      const learnAll = (parameters: readonly Parameter[] | undefined, args: readonly Arg[]): void =>
        args.forEach((arg, index) => this.learn(parameters?.[index]?.name ?? '', arg));
      for (const call of this.scenarios(subject)) {
        learnAll(signature?.parameters, call.args);
        for (const step of call.steps) learnAll(signature?.methods.get(step.method ?? ''), step.args);
      }
    }
  }

  private learn(name: string, arg: Arg): void {
    if (name !== '') {
      const shape = this.names.get(name) ?? emptyShape();
      addTo(shape, arg);
      this.names.set(name, shape);
    }
    if (arg.kind === 'object') for (const [key, value] of arg.entries) this.learn(key, value);
    if (arg.kind === 'array') for (const item of arg.items) this.learn('', item);
  }

  byName(name: string): Shape | undefined {
    const shape = this.names.get(name);
    return shape === undefined ? undefined : { ...shape };
  }

  scenarios(subject: Subject): Scenario[] {
    return this.byTarget.get(`${subject.target.module} ${subject.target.name}`) ?? [];
  }

  /** At the base and at the head. */
  signaturesOf(subject: Subject): [Signature | undefined, Signature | undefined] {
    const affected = [...this.targets.affected];
    const baseFiles = [...subject.aliases.map((alias) => alias.module), ...affected];
    const headFiles = baseFiles.map((key) => this.targets.modules.get(key)?.head ?? key);
    const names = [...new Set([...subject.aliases.map((alias) => alias.name), subject.target.name])];
    return [this.find(this.base, baseFiles, names), this.find(this.head, headFiles, names)];
  }

  private find(code: CodeBase, files: readonly string[], names: readonly string[]): Signature | undefined {
    for (const file of files) {
      if (!code.has(file)) continue;
      const id = `${code.tree.id} ${file}`;
      const known = this.signatures.get(id) ?? code.signatures(file);
      this.signatures.set(id, known);
      for (const name of names) {
        const found = known.get(name);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }
}
