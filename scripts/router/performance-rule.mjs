// A fifth type as a third party would add it: a rule and twenty examples, no profile. Used by evaluate.mjs only.
// Written from what such requests look like in general and in histories that are none of the data set's, not from its rows.
export const performanceRule = {
  labels: { performance: 3, perf: 3, slow: 2.5 },
  prefixes: { perf: 3, performance: 3 },
  patterns: [
    {
      in: 'title',
      pattern:
        /\bspeed(?:s|ed|ing)?[ -]?up\b|^accelerate\b|\b(?:improv\w+|increas\w+|boost\w*|better|enhanc\w+|gain)\b.{0,30}\b(?:performance|speed|throughput|efficiency)\b|\b(?:performance|speed|perf) (?:improvements?|optimi[sz]ations?|boost|tuning|gains?)\b/,
      weight: 3,
      reason: 'the title asks for speed',
    },
    {
      in: 'title',
      pattern:
        /^(?:further |slightly |micro[- ]?)?optimi[sz](?:e|es|ed|ation of)\b(?! (?:the )?(?:imports?|code|structure|layout|style|styles|ui|readability|docs?|documentation|wording|error|naming|message|text|display)\b)/,
      weight: 1.8,
      reason: 'the title asks for an optimisation',
    },
    {
      in: 'title',
      pattern:
        /\b(?:reduc\w+|lower\w*|decreas\w+|shrink\w*|minimi[sz]\w+|sav(?:e|es|ing)|cut\w*|less|fewer|limit)\b.{0,40}\b(?:alloc\w*|memory|cpu|latency|overhead|time|(?:bundle|binary) size|footprint|cop(?:y|ies|ying)|lookups?|re-?renders?|queries|requests|calls|round ?trips?|contention|churn|work|load|gc|i\/?o)\b/,
      weight: 2.2,
      reason: 'the title asks to use less',
    },
    {
      in: 'title',
      pattern:
        /^(?:avoid|eliminate|skip|prevent|do not|don['’]t|stop)\b.{0,40}\b(?:alloc\w*|cop(?:y|ies|ying)|clon(?:e|es|ing)|re-?render\w*|re-?comput\w+|re-?calculat\w+|re-?pars\w+|re-?build\w*|re-?load\w*|re-?fetch\w*|parsing|lookups?|traversals?|(?:de)?serializ\w+|queries|query|round ?trips?|joins?|scans?|reflows?|boxing|de-?optimi[sz]\w+|(?:unnecessary|redundant|repeated|extra|expensive) (?:\w+ )?(?:work|calls?|requests?|loops?|iterations?|checks?|fetch\w*|computations?|calculations?|updates?|renders?))\b/,
      weight: 1.7,
      reason: 'the title asks to avoid work',
    },
    {
      in: 'title',
      pattern:
        /\b(?:fast(?:er)?|slow(?:er|ly|ness|s|down)?|quick(?:er)|latency|throughput|bottlenecks?|hot[ -]?(?:path|loop)|cpu (?:time|usage|load)|(?:less|high|much|lower) memory|memory (?:use|usage|consumption|footprint)|allocations?|expensive|quadratic|linear time|o\(\w+(?: log \w+)?\)|(?:in)?efficient(?:ly)?|performan(?:ce|t))\b|\b(?:takes?|took) (?:too long|\d+ ?(?:s|sec|seconds|min|minutes|ms|hours?))\b/,
      weight: 1.5,
      reason: 'speed or use of memory is named',
    },
    {
      in: 'title',
      pattern:
        /^(?:cache|memoi[sz]e|preload|prefetch|paralleli[sz]e|pre-?allocate|pre-?compute|pre-?compile|precalculate|lazy[- ]?load|debounce)\b|\b(?:in parallel|concurrently|lazily)\b/,
      weight: 1.4,
      reason: 'a means to save time is named',
    },
    {
      in: 'body',
      pattern:
        /\b(?:improv\w+ (?:the )?(?:\w+ )?(?:performance|speed|throughput)|performance (?:gains?|improvements?|impact|cost|penalty|optimi[sz]ations?)|(?:much|far|significantly|\d+ ?(?:x|times|%)) (?:faster|slower|less memory)|speeds? (?:it |this |things |\w+ )?up|hot path|(?:unnecessary|needless|redundant|wasted) (?:\w+ )?(?:work|allocations?|computations?|quer\w+|renders?|cop\w+)|reduc\w+ (?:the )?(?:\w+ )?(?:memory|allocations?|cpu|load|latency|time|overhead)|benchmarks? (?:show|result|before)|expensive (?:operation|call|computation)|(?:takes?|took) (?:too long|\d+ ?(?:s|sec|seconds|min|minutes|ms)\b)|(?:gb|mb) of (?:ram|memory))/,
      weight: 1.6,
      reason: 'the text gives speed as the purpose',
    },
    {
      in: 'title',
      pattern:
        /\b(?:crash\w*|fails?|failing|broken|wrong|leaks?|typos?|docs?|documentation|support|options?|metrics?|monitor\w*|dashboard|panel|tests?|benchmarks?|ci|workflow|deadlock|race|fast[- ](?:forward|refresh|fail\w*)|timeouts?)\b|^add\b/,
      weight: -1.5,
      reason: 'the title names something else',
    },
  ],
  examples: [
    { title: 'Startup takes nine seconds on a cold disk', body: 'It should be below two seconds.' },
    { title: 'Reduce memory use of the importer', body: 'Stream the file instead of loading it.' },
    { title: 'Cache compiled templates between requests' },
    { title: 'Avoid unnecessary re-renders of the list' },
    { title: 'Optimize the lookup of rules by path' },
    { title: 'Scrolling is slow with ten thousand rows' },
    { title: 'Use a set instead of an array for membership checks' },
    { title: 'Speed up incremental builds', body: 'Most of the time is spent hashing unchanged files.' },
    { title: 'Lazy load the editor bundle' },
    { title: 'Improve performance of the diff algorithm' },
    { title: 'Preallocate the result buffer', body: 'Saves allocations in the hot path.' },
    { title: 'Batch inserts to reduce round trips' },
    { title: 'Do not clone the configuration for every call' },
    { title: 'Run independent checks in parallel' },
    { title: 'Index the table by user id', body: 'The query takes 4 seconds on production data.' },
    { title: 'Only recompute the layout when the size has changed' },
    { title: 'Reduce bundle size by dropping the date library' },
    { title: 'High CPU usage while idle' },
    { title: 'Memoize selectors of the dashboard' },
    { title: 'Skip parsing of files that did not change' },
  ],
};
