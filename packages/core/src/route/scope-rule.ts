import type { RouterRule } from './router-rule.js';

/**
 * Requests that no change type covers: questions, documentation, tests alone, upkeep of builds and dependencies,
 * performance (until a plugin takes it) and texts that name nothing to do. The counterpart of a plugin's rule.
 */
export const scopeRule: RouterRule = {
  labels: {
    question: 3,
    support: 3,
    documentation: 2.5,
    docs: 2.5,
    discussion: 3,
    dependencies: 3,
    chore: 2.5,
    invalid: 2,
    duplicate: 2,
    wontfix: 2,
    'won t fix': 2,
    ci: 2.5,
    tests: 2,
    'kind/question': 3,
    // Of a known meaning, until a plugin brings the type: its own label decides first.
    performance: 2,
    security: 2,
    'help wanted': 0,
  },
  prefixes: {
    docs: 2.5,
    doc: 2.5,
    test: 2.5,
    tests: 2.5,
    chore: 2,
    ci: 2.5,
    build: 2,
    style: 2,
    perf: 2,
    question: 3,
    release: 3,
    revert: 3,
    help: 2,
  },
  headings: { question: 2 },
  patterns: [
    {
      in: 'title',
      pattern:
        /^(?:how (?:do|can|to|should|would|does)|what(?:'s| is| are| does)|why (?:is|are|does|do|did)|where (?:is|are|can|do)|when (?:will|is)|who |which |is (?:it|there) (?:possible|a way|any)|is there (?:a|any) (?:reason|plan|way)|can (?:i|someone|anyone|we)\b|should i|does (?:it|this|anyone)|any (?:plans?|update|way)|(?:need )?help\b|question\b)/,
      weight: 1.6,
      reason: 'the title asks a question',
    },
    { in: 'title', pattern: /\?\s*$/, weight: 1.1, reason: 'the title ends in a question mark' },
    {
      in: 'body',
      pattern:
        /\b(?:just (?:curious|wondering)|what is the recommended way|is there (?:any|a) (?:way|documentation|example)|any (?:help|ideas?|suggestions?) (?:is|would|are|please|\?)|how (?:can|do|should) i\b|am i (?:doing|missing)|what am i|i (?:have|had) a question|please (?:advise|explain|help))/,
      weight: 1,
      reason: 'the text asks for help',
    },
    {
      in: 'title',
      pattern:
        /^(?:\w+ )?(?:typos?\b|(?:fix|correct|update|improve|add|remove|clarify|rewrite|translate)\b.{0,30}\b(?:typos?|docs?|documentation|readme|changelog|jsdoc|docstrings?|comments?|guide|tutorial|links?)\b)|^document\b|^(?:the )?(?:readme|docs|documentation|changelog)\b|^typos? in\b/,
      weight: 2,
      reason: 'only documentation is named',
    },
    {
      in: 'body',
      pattern: /\bplease document\b|\bdead links?\b/,
      weight: 1.2,
      reason: 'the text asks for documentation',
    },
    {
      in: 'title',
      pattern:
        /^(?:add|write|improve|increase|extend|update|enable|re-?enable|skip|unskip|move|more|missing|create)\b.{0,30}\b(?:(?:unit|integration|e2e|regression|fuzz|snapshot)[- ])?(?:tests?|test cases?|test coverage|coverage|specs?)\b|^tests? (?:for|case)\b|^(?:unit|e2e|integration) tests?\b/,
      weight: 1.7,
      reason: 'only tests are named',
    },
    {
      in: 'body',
      pattern: /\bno change (?:of|to|in) the (?:code|source|implementation)\b|\bcoverage is (?:at|only|below)\b/,
      weight: 1.2,
      reason: 'the text says that no code changes',
    },
    {
      in: 'title',
      pattern:
        /^(?:bump|upgrade|pin|unpin)\b|^(?:update|move|migrate) (?:to )?(?:dependenc|deps\b|devdep|lock ?file|node \d|go ?1\.\d|python \d|yarn|pnpm|npm\b)|\b(?:dependabot|renovate|lock ?file)\b/,
      weight: 1.8,
      reason: 'upkeep of dependencies',
    },
    {
      in: 'title',
      pattern:
        /\b(?:in|on|for|the|to) ci\b|^ci\b|\b(?:github|gitlab) (?:actions?|workflows?)\b|\b(?:workflow|pipeline)s? (?:file|job|run)|\bcodeowners\b|\b(?:travis|appveyor|circleci|jenkins)\b/,
      weight: 1.6,
      reason: 'upkeep of the build service',
    },
    {
      in: 'title',
      pattern:
        /^(?:cut|prepare|publish|make|tag|do)? ?(?:a )?(?:new )?release\b|^(?:cut|tag|publish)\b|\brelease \d+\.\d+|^revert\b|^changelog\b/,
      weight: 2.2,
      reason: 'release work or a revert',
    },
    {
      in: 'title',
      pattern:
        /^(?:speed up|optimi[sz]e|improve (?:the )?(?:performance|speed|startup|perf)|reduce (?:the )?(?:memory|cpu|bundle|binary|allocation|size|startup|latency))|\b(?:performance|slow(?:er|ly)?|faster|latency|memory (?:use|usage|consumption|footprint)|(?:takes|took) (?:too long|\d+ ?(?:s|sec|seconds|min|minutes)))\b/,
      weight: 1.2,
      reason: 'speed or use of resources is named',
    },
    {
      in: 'body',
      pattern:
        /\b(?:bring it under|takes? \d+ ?(?:s|sec|seconds|minutes)|needs? \d+ ?(?:gb|mb)\b|times (?:slower|faster))/,
      weight: 0.8,
      reason: 'speed or use of resources is named',
    },
    {
      in: 'title',
      pattern:
        /^(?:format|reformat|lint|prettier|run prettier|fix (?:lint|formatting|whitespace|indent\w*|style)|apply (?:formatting|clippy|lint)|sort imports)\b/,
      weight: 1.5,
      reason: 'only layout of the code is named',
    },
    {
      in: 'title',
      pattern:
        /^(?:find out|investigate|explore|research|evaluate|discuss|spike|decide|brainstorm|poc|proof of concept)\b/,
      weight: 2,
      reason: 'an investigation, not a change',
    },
    {
      in: 'body',
      pattern: /\b(?:timebox|write down what you find|findings|no code change)/,
      weight: 1.2,
      reason: 'an investigation, not a change',
    },
    {
      in: 'title',
      pattern:
        /^(?:improve|enhance|better|update|rework|change) (?:the )?\w+(?: page)?$|^(?:do|fix|finish) (?:everything|all|the rest|the remaining)\b|^(?:misc|various|several|some)\b|\beverything (?:that is )?left\b/,
      weight: 2,
      reason: 'the title names no concrete change',
    },
    {
      in: 'body',
      pattern:
        /\bsee (?:the )?(?:chat|slack|thread|mail|meeting)\b|\bsomething is (?:off|wrong)\b|\bplease (?:have|take) a look\b/,
      weight: 1.2,
      reason: 'the text names no concrete change',
    },
    {
      in: 'title',
      pattern: /^(?:it|this|something) (?:does not|doesn't|isn't|is not|feels?)(?: \w+){0,3}$/,
      weight: 1.2,
      reason: 'the title names no concrete change',
    },
  ],
};
