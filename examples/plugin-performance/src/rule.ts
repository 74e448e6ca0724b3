import type { RouterRule } from '@typed-evidence-chain/core';

/** Signs of a change that makes something faster and changes nothing else. */
export const performanceRule: RouterRule = {
  labels: { performance: 3, perf: 3, 'type: performance': 3, optimization: 2, slow: 2 },
  prefixes: { perf: 3, performance: 3 },
  patterns: [
    {
      in: 'both',
      pattern:
        /\b(?:speed ?up|faster|slow(?:er|ness)?|takes (?:\w+ ){0,3}(?:seconds|minutes)|throughput|latency|benchmarks?)\b/i,
      weight: 1.5,
      reason: 'the text is about how long something takes',
    },
    {
      in: 'both',
      pattern: /\b(?:quadratic|O\(n\s*(?:\^|\*\*)?\s*[2²]?\)|linear time|hot (?:path|loop)|performance)\b/i,
      weight: 1.5,
      reason: 'the text is about the cost of an algorithm',
    },
  ],
};
