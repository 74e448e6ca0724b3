// A fifth type as a third party would add it: a rule and twenty examples, no profile. Used by evaluate.mjs only.
export const performanceRule = {
  labels: { performance: 3, perf: 3, slow: 2.5 },
  prefixes: { perf: 3, performance: 3 },
  patterns: [
    {
      in: 'title',
      pattern:
        /^(?:speed up|optimi[sz]e|accelerate|improve (?:the |\w+ )?(?:performance|speed|perf|throughput|latency))\b|\b(?:performance|speed|perf) (?:of|improvements?|optimi[sz]ations?)\b/,
      weight: 2.2,
      reason: 'the title asks for speed',
    },
    {
      in: 'title',
      pattern:
        /\b(?:slow(?:er|ly|ness|s|down)?|fast(?:er|est)?|latency|throughput|bottleneck|hot path|cpu (?:time|usage)|memory (?:use|usage|consumption|footprint)|allocations?|expensive|overhead|bundle size|binary size|deopt\w*|o\(\w+\)|complexity of)\b/,
      weight: 2,
      reason: 'speed or use of memory is named',
    },
    {
      in: 'body',
      pattern:
        /\b(?:improves? (?:the )?performance|performance (?:gains?|improvements?|of)|speeds? up|faster than|expensive operation|hot path|reduces? (?:the )?(?:memory|allocations|cpu|overhead)|takes? (?:too long|\d+ ?(?:s|sec|seconds|min|minutes)\b)|(?:gb|mb) of (?:ram|memory))/,
      weight: 1.6,
      reason: 'the text gives speed as the purpose',
    },
    {
      in: 'title',
      pattern:
        /^(?:avoid|reduce|skip|eliminate|minimi[sz]e) (?:the )?(?:\w+ )?(?:unnecessary|redundant|excessive|repeated|extra|double|duplicate|useless|number of|overhead|copy|copies|cloning|clone|re-?renders?|lookups?|calls?|allocations?|blocking)\b/,
      weight: 1.5,
      reason: 'the title asks to avoid work',
    },
    {
      in: 'title',
      pattern:
        /^(?:cache|memoi[sz]e|preload|paralleli[sz]e|batch|pre-?allocate|debounce|throttle|defer)\b|\b(?:in parallel|concurrently)\b/,
      weight: 1.3,
      reason: 'a means to save time is named',
    },
    {
      in: 'title',
      pattern: /\b(?:crash\w*|fails?|broken|wrong|leaks?|typos?|docs?|support|option|add)\b/,
      weight: -1.2,
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
