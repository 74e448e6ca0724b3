import { addUsage, reachedLimit, remainingMs, type TecConfig, type Usage } from '@typed-evidence-chain/core';

type Limits = TecConfig['models']['limits'];
type Prices = TecConfig['models']['prices'];

/** What one build used, held against the limits of its run. */
export class Meter {
  private inputTokens = 0;
  private outputTokens = 0;
  private steps = 0;
  private started = performance.now();

  constructor(
    private readonly limits: Limits,
    private readonly prices: Prices,
    /** By the earlier rounds. */
    private readonly before: Usage = {},
  ) {}

  addCall(tokens: { readonly input: number; readonly output: number }): void {
    this.steps += 1;
    this.inputTokens += tokens.input;
    this.outputTokens += tokens.output;
  }

  /** A build that goes on in another process has used its time already. */
  wentOnFrom(seconds: number): void {
    this.started = Math.min(this.started, performance.now() - seconds * 1000);
  }

  get seconds(): number {
    return (performance.now() - this.started) / 1000;
  }

  /** Which limit is reached, in words; checked before each model call, so that the next one is not paid for. */
  exceeded(): string | undefined {
    return reachedLimit(this.limits, addUsage(this.before, this.usage()));
  }

  /** Until the limit on seconds, and the words for it. */
  untilLimit(): { readonly ms: number; readonly words: string } {
    const ms = remainingMs(this.limits, addUsage(this.before, { seconds: this.seconds }));
    return { ms, words: `the limit of ${this.limits.seconds} seconds is reached` };
  }

  usage(): {
    readonly tokens: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly steps: number;
    readonly seconds: number;
    readonly money?: number;
  } {
    const money = this.prices && (this.inputTokens * this.prices.input + this.outputTokens * this.prices.output) / 1e6;
    return {
      tokens: this.inputTokens + this.outputTokens,
      inputTokens: this.inputTokens,
      outputTokens: this.outputTokens,
      steps: this.steps,
      seconds: Math.round(this.seconds * 10) / 10,
      ...(money === undefined ? {} : { money: Math.round(money * 1e6) / 1e6 }),
    };
  }
}
