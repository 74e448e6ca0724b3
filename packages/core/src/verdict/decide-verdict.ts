import type { Check, CheckStatus } from '../review/check.js';
import type { Verdict } from './verdict.js';

const ACCEPTABLE: ReadonlySet<CheckStatus> = new Set<CheckStatus>(['PASS', 'N/A', 'PRE_EXISTING']);

/**
 * The only place that says DONE. Every blocking check must be PASS, N/A or PRE_EXISTING, and at least one blocking
 * check must have been executed and passed: a review that ran nothing proves nothing (CONTRACT, section 4).
 */
export function decideVerdict(checks: readonly Check[]): Verdict {
  const blocking = checks.filter((check) => check.blocking);
  const reasons = blocking
    .filter((check) => !ACCEPTABLE.has(check.status))
    .map((check) => `${check.id}: ${check.status}: ${check.summary}`);
  if (reasons.length === 0 && !blocking.some((check) => check.status === 'PASS')) {
    reasons.push('no blocking check was executed and passed');
  }
  return { verdict: reasons.length === 0 ? 'DONE' : 'NEEDS_REVIEW', reasons };
}
