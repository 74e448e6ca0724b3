import type { TecConfig } from '@typed-evidence-chain/core';

type Limits = TecConfig['models']['limits'];
type Prices = TecConfig['models']['prices'];

/** What one build used, held against its limits. */
export class Meter {
  private inputTokens = 0;
  private outputTokens = 0;
  private steps = 0;
  private readonly started = performance.now();

  constructor(
    private readonly limits: Limits,
    private readonly prices: Prices,
  ) {}

  addCall(tokens: { readonly input: number; readonly output: number }): void {
    this.steps += 1;
    this.inputTokens += tokens.input;
    this.outputTokens += tokens.output;
  }

  /** Which limit is reached, in words; checked before each model call, so that the next one is not paid for. */
  exceeded(): string | undefined {
    const { tokens, steps, seconds, money } = this.limits;
    const used = this.usage();
    if (used.tokens >= tokens) return `the limit of ${tokens} tokens is reached (used: ${used.tokens})`;
    if (used.steps >= steps) return `the limit of ${steps} model calls is reached`;
    if (used.seconds >= seconds) return `the limit of ${seconds} seconds is reached`;
    if (money !== undefined && used.money !== undefined && used.money >= money)
      return `the limit of ${money} for money is reached (used: ${used.money})`;
    return undefined;
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
      seconds: Math.round((performance.now() - this.started) / 100) / 10,
      ...(money === undefined ? {} : { money: Math.round(money * 1e6) / 1e6 }),
    };
  }
}
