// A fifth type as a third party would add it: a rule and twenty examples, no profile. Used by evaluate.mjs only.
export const performanceRule = {
  labels: { performance: 3, perf: 3, slow: 2.5 },
  prefixes: { perf: 3, performance: 3 },
  patterns: [
    {
      in: 'title',
      pattern: /^(?:speed up|optimi[sz]e|accelerate|improve (?:the )?(?:performance|speed|perf|throughput|latency))\b/i,
      weight: 3.2,
      reason: 'the title asks for speed',
    },
    {
      in: 'both',
      pattern:
        /\b(?:performance|throughput|latency|slow(?:er|ly|ness)?|fast(?:er|est)?|speed(?:s|up)?|bottleneck|hot path|cpu (?:time|usage)|benchmark\w*)\b/i,
      weight: 1.8,
      reason: 'speed is named',
    },
    {
      in: 'both',
      pattern:
        /\b(?:memory (?:use|usage|consumption|footprint)|allocat\w+|heap (?:size|usage)|(?:bundle|binary) size|(?:gb|mb) of (?:ram|memory))\b/i,
      weight: 1.6,
      reason: 'use of memory is named',
    },
    {
      in: 'title',
      pattern:
        /^(?:avoid|reduce|skip|eliminate|minimi[sz]e|remove) (?:the )?(?:\w+ )?(?:unnecessary|redundant|excessive|repeated|extra|duplicate|useless|number of|size|cost|overhead|copy|copies|cloning|work|re-?renders?|lookups?|calls?|allocations?)\b/i,
      weight: 1.6,
      reason: 'the title asks to avoid work',
    },
    {
      in: 'title',
      pattern:
        /^(?:cache|memoi[sz]e|lazy|lazily|preload|parallel\w*|batch|pre-?allocate|inline|debounce|throttle|concurrent\w*)\b|\b(?:lazily|in parallel|concurrently|only once|cached?|caching|memoi[sz]\w+|o\(n|complexity of)\b/i,
      weight: 1.5,
      reason: 'a means to save time is named',
    },
    {
      in: 'both',
      pattern: /\b(?:takes?|took) (?:too long|\d+ ?(?:s|sec|seconds|min|minutes|ms)\b|about \d+)/i,
      weight: 1.5,
      reason: 'a duration is named',
    },
    {
      in: 'title',
      pattern: /\b(?:crash\w*|fails?|broken|wrong|typos?|docs?)\b/i,
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
