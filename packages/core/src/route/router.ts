import type { Task } from '../task/task.js';
import type { AbstainReason, Classification, RouteSignal } from './classification.js';
import { findComposite, type TaskPart } from './find-composite.js';
import { readLabels } from './label-decision.js';
import type { RepositoryHabits } from './learn/habits.js';
import { scopeProfile } from './scope-profile.js';
import { scopeRule } from './scope-rule.js';
import { type TypeRule, TypeScorer } from './score-types.js';
import { readTaskText } from './task-text.js';
import type { TypeProfile } from './type-profile.js';

/**
 * Below this score, less a part of the share of "none of the types", the router abstains. 0 switches abstaining off;
 * docs/router.md shows accuracy against coverage.
 */
export const DEFAULT_THRESHOLD = 0.41;
/** How much of the share of "none of the types" is taken off: a text that may be no task at all has to be clearer. */
const SCOPE_DOUBT = 0.5;
export const HIGH_CONFIDENCE = 0.8;
export const MEDIUM_CONFIDENCE = 0.6;
/** What a submission's own claim of a type adds, in log-odds: enough to settle a doubt, too little to turn a clear text. */
export const CLAIM_WEIGHT = 1;
const LABEL_SCORE = 0.97;
const TIE = 0.08;
/** A rule that adds up to this much speaks clearly. Where it contradicts the wording, 4 of 10 guesses were right. */
const RIVAL = 1.5;
const SHOWN_SIGNALS = 12;

export interface RouteOptions {
  /** 0 to 1; 0 never abstains. */
  readonly threshold?: number;
  readonly changedPaths?: readonly string[];
  /** The type that a submission claims. */
  readonly claim?: string;
}

export interface RouterSettings {
  /** A repository's own habits, from `learnRepositoryHabits`. */
  readonly habits?: RepositoryHabits;
  /** Replaces the learned weights of "none of the types"; for training and measuring. */
  readonly scope?: TypeProfile | null;
}

type RoutableTask = Pick<Task, 'title' | 'body' | 'labels' | 'type'>;

/**
 * Names the type of a task by the rules and profiles of the loaded types, without any language model.
 * Synchronous and pure; reads at most 400 characters of a title and 6,000 of a body.
 */
export class EmbeddedRouter {
  private readonly scorer: TypeScorer;
  private readonly rules: readonly TypeRule[];

  constructor(rules: readonly TypeRule[], settings: RouterSettings = {}) {
    // By name: the order in which plugins were loaded must not show anywhere.
    this.rules = [...rules].sort((a, b) => (a.type < b.type ? -1 : 1));
    const scope = settings.scope === undefined ? scopeProfile : (settings.scope ?? undefined);
    this.scorer = new TypeScorer(this.rules, scope, settings.habits);
  }

  classify(task: RoutableTask, options: RouteOptions = {}): Classification {
    if (task.type !== undefined) return this.byHuman(task.type);
    if (this.rules.length === 0) return this.withoutPlugins();
    const labels = readLabels(task.labels, this.rules);
    const outsideLabel = readLabels(task.labels, [{ type: 'none', rule: scopeRule }]).decided[0];
    if (labels.decided.length > 0) return this.byLabel(labels.decided);
    return this.byText(
      task,
      options,
      [...labels.hints, ...this.scorer.pathSignals(options.changedPaths ?? [])],
      outsideLabel,
    );
  }

  private byHuman(type: string): Classification {
    const signal: RouteSignal = { type, weight: 10, reason: 'a person set the type', source: 'label' };
    const base = { confidence: 'high', score: 1, signals: [signal], alternatives: [], decidedBy: 'human' } as const;
    if (this.scorer.types.includes(type)) return { ...base, type };
    return {
      ...base,
      type: null,
      abstained: {
        reason: 'no-plugin',
        message: `A person set the type ${type}, and no loaded plugin is of that type.`,
      },
    };
  }

  private withoutPlugins(): Classification {
    const abstained = { reason: 'no-plugin', message: 'No plugin is loaded, so there is no type to choose.' } as const;
    return { type: null, confidence: 'low', score: 0, signals: [], alternatives: [], abstained, decidedBy: 'rules' };
  }

  private byLabel(decided: readonly RouteSignal[]): Classification {
    const [first] = decided as [RouteSignal];
    if (decided.length === 1) {
      return {
        type: first.type,
        confidence: 'high',
        score: LABEL_SCORE,
        signals: decided,
        alternatives: [],
        decidedBy: 'label',
      };
    }
    const types = decided.map(({ type }) => type).sort();
    const score = Number((1 / decided.length).toFixed(4));
    return {
      type: null,
      confidence: 'low',
      score,
      signals: decided,
      alternatives: types.map((type) => ({ type, score })),
      abstained: {
        reason: 'composite',
        message: `The tracker's labels name ${types.join(' and ')}; make one task of each, or keep one label.`,
      },
      decidedBy: 'label',
    };
  }

  private byText(
    task: RoutableTask,
    options: RouteOptions,
    hints: readonly RouteSignal[],
    outsideLabel: RouteSignal | undefined,
  ): Classification {
    const text = readTaskText(task.title, task.body);
    const threshold = options.threshold ?? DEFAULT_THRESHOLD;
    const plain = this.scorer.score(text, hints);
    const claim = this.claimSignal(options.claim, plain.shares);
    const scores = claim === null || claim.weight === 0 ? plain : this.scorer.score(text, [...hints, claim]);
    const ranked = this.scorer.types
      .map((type, column) => ({ type, score: clamp(scores.shares[column] as number) }))
      .sort((a, b) => b.score - a.score || (a.type < b.type ? -1 : 1));
    const top = ranked[0] as { type: string; score: number };
    const whole = top.score >= threshold ? { type: top.type, title: task.title.slice(0, 120), text: task.title } : null;
    const composite = findComposite(text, this.scorer, whole);
    const explained = this.scorer.explain(
      scores,
      ranked.slice(0, 2).map(({ type }) => type),
    );
    const signals = [...explained, ...hints, ...(claim === null ? [] : [claim])]
      .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || (a.type < b.type ? -1 : a.type > b.type ? 1 : 0))
      .slice(0, SHOWN_SIGNALS);
    const rival = this.rivalOf(top.type, scores.ruled);
    const abstained =
      threshold <= 0
        ? null
        : abstention({ ranked, outside: scores.outside, threshold, composite, outsideLabel, rival });
    return {
      type: abstained === null ? top.type : null,
      confidence: abstained === null ? confidenceOf(top.score) : 'low',
      score: top.score,
      signals,
      alternatives: abstained === null ? ranked.slice(1) : ranked,
      ...(abstained === null ? {} : { abstained }),
      ...(composite === null ? {} : { composite }),
      decidedBy: signals.some(({ source }) => source === 'model') ? 'embedded' : 'rules',
    };
  }

  /** Another type whose rule speaks clearly, and at least as loud as the rule of the likeliest type: a contradiction. */
  private rivalOf(top: string, ruled: readonly number[]): string | null {
    const own = ruled[this.scorer.types.indexOf(top)] as number;
    const rival = this.scorer.types.find(
      (type, column) => type !== top && (ruled[column] as number) >= RIVAL && (ruled[column] as number) >= own,
    );
    return rival ?? null;
  }

  /** A claim never turns a text that is clear without it: then it is shown, and weighs nothing. */
  private claimSignal(claim: string | undefined, shares: readonly number[]): RouteSignal | null {
    if (claim === undefined || !this.scorer.types.includes(claim)) return null;
    const clear = this.scorer.types.find(
      (type, column) => type !== claim && (shares[column] as number) >= MEDIUM_CONFIDENCE,
    );
    return clear === undefined
      ? { type: claim, weight: CLAIM_WEIGHT, reason: `the submission claims ${claim}`, source: 'claim' }
      : {
          type: claim,
          weight: 0,
          reason: `the submission claims ${claim}; the text is clearly ${clear}`,
          source: 'claim',
        };
  }
}

interface Outcome {
  readonly ranked: readonly { readonly type: string; readonly score: number }[];
  readonly outside: number;
  readonly threshold: number;
  readonly composite: readonly TaskPart[] | null;
  readonly outsideLabel: RouteSignal | undefined;
  readonly rival: string | null;
}

function abstention({
  ranked,
  outside,
  threshold,
  composite,
  outsideLabel,
  rival,
}: Outcome): { reason: AbstainReason; message: string } | null {
  const [top, second] = ranked as [{ type: string; score: number }, { type: string; score: number }?];
  if (composite !== null) {
    const types = composite.map(({ type }) => type).join(' and ');
    return { reason: 'composite', message: `This asks for several things (${types}); make one task of each.` };
  }
  if (outsideLabel !== undefined)
    return { reason: 'out-of-scope', message: `No loaded type covers this: ${outsideLabel.reason}.` };
  if (outside > top.score)
    return {
      reason: 'out-of-scope',
      message: 'This reads like a question, documentation, tests or upkeep, which no loaded type covers.',
    };
  if (second !== undefined && top.score - second.score < TIE) {
    return { reason: 'tie', message: `${top.type} and ${second.type} are about equally likely; a person decides.` };
  }
  if (rival !== null) {
    return {
      reason: 'tie',
      message: `The wording is that of ${top.type}, and clear signs speak for ${rival}; a person decides.`,
    };
  }
  const doubt = SCOPE_DOUBT * outside;
  if (top.score - doubt >= threshold) return null;
  const raised =
    top.score < threshold
      ? `below the threshold of ${percent(threshold)}`
      : `which is not enough where it may be none of the types (${percent(outside)})`;
  return { reason: 'below-threshold', message: `${top.type} is the best guess at ${percent(top.score)}, ${raised}.` };
}

function confidenceOf(score: number): Classification['confidence'] {
  if (score >= HIGH_CONFIDENCE) return 'high';
  return score >= MEDIUM_CONFIDENCE ? 'medium' : 'low';
}

const clamp = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1e4) / 1e4;
const percent = (value: number): string => `${Math.round(value * 100)} %`;
