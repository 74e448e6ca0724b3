import type { RouterRule } from '@typed-evidence-chain/core';
import { featureProfile } from './profile.js';

/** Signs of a wish: something that does not exist yet shall be there. */
export const featureRule: RouterRule = {
  profile: featureProfile,
  labels: {
    feature: 3,
    features: 3,
    enhancement: 2.5,
    enhancements: 2.5,
    'feature request': 3,
    'feature-request': 3,
    'new feature': 3,
    'kind/feature': 3,
    'type: feature': 3,
    'type: enhancement': 2.5,
    proposal: 2,
    wish: 3,
    improvement: 1,
  },
  prefixes: { feat: 2.5, feature: 3, 'feature request': 3, enhancement: 2.5, request: 1.5, proposal: 1.5 },
  headings: {
    "describe the solution you'd like": 2,
    'describe the solution you’d like': 2,
    "describe alternatives you've considered": 1.5,
    'feature request': 2.5,
    'feature description': 2,
    'proposed solution': 0.8,
    motivation: 0.6,
    'use case': 1.2,
    'is your feature request related to a problem? please describe': 2,
    'user story': 1.2,
  },
  patterns: [
    {
      in: 'title',
      pattern: /^(?:also |please )*(?:print|show|display|list|log) (?:which|what|how many|all)\b/,
      weight: 0.8,
      reason: 'the title asks to show more',
    },
    {
      in: 'title',
      pattern: /\b(?:the team|users?|customers?|we|people) wants?\b/,
      weight: 0.7,
      reason: 'somebody wants it',
    },
    {
      in: 'title',
      pattern:
        /^(?:add(?:s|ed)?|introduce|implement|support|provide|offer)\b(?!.{0,30}\b(?:tests?|null check|guard|docs?|comments?)\b)/,
      weight: 0.5,
      reason: 'the title asks for something new',
    },
    {
      in: 'title',
      pattern: /^(?:allow|enable|let)\b (?!(?:unit )?tests?\b)/,
      weight: 0.6,
      reason: 'the title asks for a new ability',
    },
    {
      in: 'title',
      pattern:
        /\b(?:ability to|option (?:to|for)|possibility to|support for|make \S+ (?:configurable|customi[sz]able|optional)|feature request|please (?:add|support)|(?:should|could) (?:support|allow|offer))\b/,
      weight: 0.8,
      reason: 'the title names an option or an ability',
    },
    {
      in: 'both',
      pattern:
        /\b(?:it would be (?:nice|great|useful|good|helpful|awesome|cool)|would (?:like|love) (?:to|a|an|it|the)\b|i(?:['’]d| would) like|i wish|i want to be able|we want to|so that (?:i|we|users) can|please (?:add|support|provide|implement)|feature request|wants? an?\b)/,
      weight: 0.7,
      reason: 'the text is worded as a wish',
    },
    {
      in: 'both',
      pattern:
        /\b(?:today only|currently only|there is (?:currently )?no way to|no way to|not (?:yet )?(?:supported|possible) (?:yet|today|at the moment|currently)|by design)\b/,
      weight: 0.6,
      reason: 'the text says that it is not possible yet',
    },
    {
      in: 'title',
      pattern: /^(?:show|display|print|report|list|open|send)\b.{0,40}\binstead of\b/,
      weight: 0.6,
      reason: 'the title asks for another behaviour',
    },
    {
      in: 'title',
      pattern: /^let (?:users?|me|us|people|admins?|customers?)\b/,
      weight: 1.2,
      reason: 'the title asks for a new ability',
    },
    {
      in: 'title',
      pattern: /\bso (?:that )?(?:i|we|you|users?) can\b/,
      weight: 1.4,
      reason: 'the title names a new ability',
    },
    {
      in: 'title',
      pattern:
        /\b(?:should|could|must|to) be (?:sortable|editable|searchable|filterable|configurable|customi[sz]able|selectable|resizable|collapsible|clickable|translatable|extensible|pluggable|overridable)\b/,
      weight: 0.8,
      reason: 'the title names a new ability',
    },
    {
      in: 'both',
      pattern:
        /\b(?:(?:a|an|one) (?:switch|toggle|button|checkbox|setting|flag|option|shortcut|command|endpoint|hook|page|field|column|link) (?:to|for|in the|that|with)\b|remembered (?:per|for each)|(?:want|need|wish|ask(?:ed)?) (?:to|for) (?:be able|read|see|insure|choose|pick|export|import|configure|filter|sort|share)|(?:today|at the moment|right now|so far|for now) (?:only|there is (?:only|no))|only \w+ (?:is|are) (?:there|supported|available|offered))\b/,
      weight: 0.7,
      reason: 'the text names something that shall be there',
    },
    {
      in: 'title',
      pattern: /\b(?:null|nil|undefined|bounds) (?:check|guard)\b|^add (?:missing|regression)\b/,
      weight: -1.3,
      reason: 'what is added repairs something',
    },
    {
      in: 'body',
      pattern:
        /\b(?:no (?:behaviou?r|functional|visible) changes?|nothing (?:may|should|must|will) change|same behaviou?r|steps to reproduce|traceback \(most recent)/,
      weight: -0.8,
      reason: 'the text does not ask for new behaviour',
    },
    {
      in: 'title',
      pattern: /^(?:refactor|rename|extract|split|clean ?up|simplify|deduplicate|consolidate)\b/,
      weight: -0.5,
      reason: 'the title asks for restructuring',
    },
    {
      in: 'both',
      pattern:
        /\b(?:tech(?:nical)? debt|\d[\d,.]*[- ]lines?\b|god (?:class|object|module)|duplicated? code|dead code|unused code)\b/,
      weight: -0.8,
      reason: 'the text speaks of the shape of the code',
    },
    {
      in: 'title',
      pattern:
        /^(?:[\w -]{2,24}: )?(?:please )?(?:break up|split up|tidy up|untangle|decouple|modulari[sz]e|restructure)\b/,
      weight: -0.8,
      reason: 'the title asks for restructuring',
    },
  ],
};
