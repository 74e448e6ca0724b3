import type { RouterRule } from '@typed-evidence-chain/core';
import { bugProfile } from './profile.js';

/** Signs of a defect: something that exists does not do what it should. */
export const bugRule: RouterRule = {
  profile: bugProfile,
  labels: {
    bug: 3,
    bugs: 3,
    'bug fix': 3,
    bugfix: 3,
    defect: 3,
    regression: 3,
    crash: 3,
    'kind/bug': 3,
    'type: bug': 3,
    'confirmed bug': 3,
    error: 2,
    'possible bug': 1.5,
  },
  prefixes: { fix: 2.5, bugfix: 3, hotfix: 2.5, bug: 3, regression: 3, crash: 2.5 },
  headings: {
    'steps to reproduce': 1.5,
    'to reproduce': 1.5,
    'how to reproduce': 1.5,
    reproduction: 1.5,
    'describe the bug': 2,
    'bug description': 2,
    'actual behavior': 1.5,
    'actual behaviour': 1.5,
    'current behavior': 0.7,
    'expected behavior': 0.7,
    'expected behaviour': 0.7,
    'actual result': 1.5,
    'expected result': 0.7,
    'stack trace': 1.2,
    'error message': 1.2,
  },
  patterns: [
    {
      in: 'both',
      pattern: /\b(?:also |then |it |app |handler |page )(?:crash(?:es|ed)|throws|fails|hangs)\b/,
      weight: 0.6,
      reason: 'the text tells of a crash',
    },
    {
      in: 'title',
      pattern: /\bsees? (?:an? |the )?(?:empty|blank|wrong|old|stale|duplicate)\b/,
      weight: 0.7,
      reason: 'the title tells what is seen instead',
    },
    {
      in: 'both',
      pattern:
        /\b(?:should|ought to|must|was to|supposed to) (?:be|cost|read|say|give|return|show|have|equal|print|stop|end|stay|come|start|get)\b.{0,100}?(?:\bbut\b|\binstead\b|[,;.] (?:and )?(?:it|the|we|i|they|our|this) (?:\w+ )?(?:is|was|says?|said|shows?|gives?|gave|gets?|got|still|costs?|returns?|reads?|prints?|logs?)\b)/,
      weight: 1,
      reason: 'the text tells what should be and what is instead',
    },
    {
      in: 'body',
      pattern:
        /\b(?:says?|gives?|gave|returns|returned|shows|showed|prints|reads|yields|outputs|displays|costs|charged|got|results in)\b.{1,60}?(?:, ?(?:but|and not|although|which is (?:wrong|too)|should (?:be|have)|(?:it|that) should)|\binstead of\b|[;.,] ?(?:\w+ ){0,3}(?:(?:is|are|would be) (?:enough|right|correct)|i expect(?:ed)?|expected|it should|that should|nothing should))/,
      weight: 0.8,
      reason: 'the text tells what is seen in place of what is right',
    },
    {
      in: 'body',
      pattern:
        /\b(?:i(?:['’]d| would)? expect(?:ed)?\b|expected \S{1,20},? (?:but )?(?:got|actual|was|received|saw)|contrary to|(?:the )?(?:docs|documentation|manual|spec|price list|setting|help) (?:says?|promises?|states?))/,
      weight: 0.8,
      reason: 'the text tells what was expected and what happened',
    },
    {
      in: 'title',
      pattern:
        /\bstill (?:prints?|shows?|logs?|uses?|returns?|appears?|runs?|sends?|counts?|works?|visible|valid|active|open|shown|there after)\b|\b(?:too (?:many|few|much|often|early|late)|one (?:\w+ )?too many|off by (?:one|a|an|\d)|by one (?:day|hour|cent|pixel|line|row|month)|down to -\d|(?:is|are|gets?|was|sent|shown|charged|applied|fired|called|counted|run|valid) (?:twice|two times|again and again)|although|even though|despite|results? in an? (?:empty|blank|wrong|broken)|(?:loses|drops|ignores|skips|swallows|truncates|forgets|mangles|misses|omits) (?:the |a |an |all |my |some |every )?\w+)\b|^(?:negative|wrong|incorrect|missing|duplicate[ds]?|empty|stale) \w+ (?:after|when|if|in|on|for|with)\b/,
      weight: 0.8,
      reason: 'the title tells of a wrong result',
    },
    { in: 'body', pattern: /\bexpected:/, weight: 0.7, reason: 'the text tells what was expected' },
    {
      in: 'title',
      pattern: /\b(?:is|are) (?:broken|wrong|lost|ignored|missing|corrupted|empty|off by)\b/,
      weight: 0.6,
      reason: 'the title says what is broken',
    },
    {
      in: 'title',
      pattern:
        /\b(?:crash(?:es|ed|ing)?|segfaults?|segmentation fault|panics?|hangs?|freezes?|deadlocks?)(?= (?:on|when|if|with|after|in|during|while|at|for)\b|[.:,]|$)/,
      weight: 1,
      reason: 'the title reports a crash',
    },
    {
      in: 'title',
      pattern:
        /\b(?:throws?|raises?|fails?|failed|failing|breaks?|returns? wrong|loses?|ignores?|does nothing)(?= (?:on|when|if|with|after|to|in|during|while|for|an?|the)\b|$)/,
      weight: 0.8,
      reason: 'the title reports a failure',
    },
    {
      in: 'title',
      pattern:
        /^(?!(?:do|don['’]?t|should)\b)[^.:]{0,70}\b(?:do(?:es)?n['’]t|do(?:es)? not|did not|didn['’]t|isn['’]t|aren['’]t|is not|are not|cannot|can['’]t|won['’]t|never) (?!have to|need)/,
      weight: 0.6,
      reason: 'the title says what does not happen',
    },
    {
      in: 'both',
      pattern:
        /\b(?:no longer (?:works?|finds?|shows?|opens?|loads?|starts?|respon\w+)|stop(?:ped|s) working|used to work|worked (?:in|before|until|with)|it did in \d|regression|since (?:monday|tuesday|wednesday|thursday|friday|yesterday|last week|the (?:update|upgrade|migration)|upgrading|updating|version))/,
      weight: 1,
      reason: 'something that worked does not any more',
    },
    {
      in: 'title',
      pattern:
        /\b(?:incorrect(?:ly)?|wrong(?:ly)?|unexpected(?:ly)?|broken|invalid|missing|corrupt(?:s|ed)?|garbled|duplicated? (?:entries|events|rows|requests)|flicker\w*|race condition|memory leak|infinite (?:loop|recursion)|off[- ]by[- ]one|out of (?:bounds|range)|null ?pointer|undefined is not|typeerror|keyerror|nan\b|empty (?:list|page|result|screen))\b/,
      weight: 0.5,
      reason: 'the title names a defect',
    },
    {
      in: 'title',
      pattern:
        /^(?:fix(?:e[sd])?|resolve|repair|correct|hotfix|restore)\b(?! (?:it )?so (?:that )?(?:i|we|you|users?)\b)/,
      weight: 0.6,
      reason: 'the title asks for a repair',
    },
    {
      in: 'body',
      pattern:
        /\b(?:(?:cannot|can't) read propert\w+|traceback \(most recent|stack ?trace|uncaught|unhandled|exception in|segmentation fault|core dumped|typeerror\b|nullpointerexception|white screen|blank (?:screen|page))/,
      weight: 0.7,
      reason: 'the text shows an error',
    },
    {
      in: 'body',
      pattern:
        /\b(?:expected (?:behaviou?r|result|output)|actual (?:behaviou?r|result|output)|steps to reproduce|to reproduce|repro(?:duce|duction)? steps|nothing happens|instead,? (?:it|i get|we get))\b/,
      weight: 0.7,
      reason: 'the text tells what was expected and what happened',
    },
    {
      in: 'body',
      pattern: /\b(?:by design|feature request|would be (?:nice|great|useful|helpful))\b/,
      weight: -0.9,
      reason: 'the text says that it is a wish or by design',
    },
    {
      in: 'title',
      pattern:
        /^(?:let|allow|enable|support|introduce|implement|refactor(?! \w+ (?:crash|fail))|extract|rename|split|clean)\b/,
      weight: -0.5,
      reason: 'the title asks for something else than a repair',
    },
    {
      in: 'title',
      pattern:
        /\b(?:is|are) (?:written|implemented|defined|repeated|handled|copied|duplicated) (?:two|three|four|five|six|several|many|multiple|\d+)?\s?(?:twice|times|places)/,
      weight: -1.5,
      reason: 'the title speaks of repeated code',
    },
    {
      in: 'title',
      pattern: /\binstead of (?:the |an? )?(?:stack ?trace|error|crash)/,
      weight: -0.8,
      reason: 'the error is what shall be replaced',
    },
    {
      in: 'title',
      pattern: /\b(?:null|nil|undefined|bounds) (?:check|guard)\b/,
      weight: 1.2,
      reason: 'a guard against a missing value repairs a failure',
    },
  ],
  paths: [{ globs: ['**/*.md', 'docs/**'], weight: -1.5, reason: 'only documentation was changed' }],
};
