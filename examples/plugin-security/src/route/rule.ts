import type { RouterRule } from '@typed-evidence-chain/core';
import { securityProfile } from './profile.js';

/** Signs of a vulnerability: somebody can do or see what they must not. */
export const securityRule: RouterRule = {
  profile: securityProfile,
  labels: { security: 3, vulnerability: 3, cve: 3, 'type: security': 3, 'security vulnerability': 3, advisory: 3 },
  prefixes: { security: 3, sec: 2.5, vuln: 3, advisory: 2.5 },
  headings: {
    impact: 0.8,
    'proof of concept': 1,
    poc: 1,
    'affected versions': 1,
    patches: 0.8,
    workarounds: 0.5,
    severity: 0.6,
  },
  patterns: [
    {
      in: 'both',
      pattern:
        /\b(?:prepared statements?|parameteri[sz]ed quer\w+|bind (?:parameters|variables)|(?:strings?|quer\w+|sql|commands?|paths?) (?:is|are) (?:built|concatenated|assembled|made) from (?:request|user|client|query))/,
      weight: 1.5,
      reason: 'input from outside ends up in a command',
    },
    {
      in: 'both',
      pattern: /\b(?:cve-\d{4}-\d+|ghsa-\w{4}-|rustsec-\d|cwe-\d+)/,
      weight: 3,
      reason: 'an advisory is named',
    },
    {
      in: 'both',
      pattern: /\b(?:vulnerab\w+|exploit(?:s|ed|able|ation)?|attackers?|malicious(?:ly)?|adversar\w+)\b/,
      weight: 1.6,
      reason: 'a vulnerability or an attacker is named',
    },
    {
      in: 'both',
      pattern:
        /\b(?:xss|cross[- ]site|csrf|ssrf|xxe|rce|remote code execution|arbitrary (?:code|command|file)|(?:sql|command|code|header|argument|log|template|crlf|html|script|object) injection|open redirect|(?:path|directory) traversal|zip slip|prototype pollution|privilege escalation|clickjacking|request smuggling|deserialization of untrusted|insecure deserialization|redos|timing (?:attack|side[- ]channel)|side[- ]channel|denial[- ]of[- ]service|\bdos\b|man[- ]in[- ]the[- ]middle|mitm|brute[- ]force|replay attack|session fixation|account takeover)\b/,
      weight: 2,
      reason: 'a known kind of attack is named',
    },
    {
      in: 'title',
      pattern:
        /\b(?:bypass(?:es|ed|ing)?|unauthori[sz]ed|unauthenticated|improper (?:authori[sz]ation|authentication|access|validation|input|neutrali[sz]ation|restriction|certificate)|missing (?:authori[sz]ation|authentication|permission|certificate) (?:check|validation)?|access control|information (?:disclosure|exposure|leak)|(?:secrets?|passwords?|tokens?|credentials?|keys?|file|data) (?:exposure|leak\w*|disclosure|in (?:the )?(?:logs?|plain ?text))|plain ?text (?:passwords?|secrets?)|sandbox escape|hard-?coded (?:passwords?|secrets?|credentials?|keys?))\b/,
      weight: 1.5,
      reason: 'a protection that can be got round is named',
    },
    {
      in: 'both',
      pattern:
        /\b(?:use[- ]after[- ]free|double[- ]free|buffer (?:overflow|overrun|over-?read)|out[- ]of[- ]bounds (?:read|write|access)|heap overflow|stack overflow via|uninitiali[sz]ed memory|memory (?:corruption|safety|exposure)|unsound(?:ness)?|undefined behaviou?r|data races?|type confusion|dangling|integer overflow|uncontrolled (?:recursion|resource)|unbounded (?:memory|allocation|recursion))\b/,
      weight: 1.1,
      reason: 'a memory-safety or resource flaw is named',
    },
    {
      in: 'both',
      pattern: /\b(?:crafted|untrusted|user[- ]controlled|attacker[- ]controlled|unsanitized|unescaped)\b/,
      weight: 1,
      reason: 'hostile input is named',
    },
    {
      in: 'both',
      pattern:
        /\b(?:any(?:body|one| (?:logged[- ]in |authenticated |other )?(?:user|client|visitor|caller))|(?:an|another|other|unauthenticated|anonymous|guest|remote|logged[- ]in) users?|others?) (?:can|could|may|is able to|are able to) (?:\w+ )?(?:read|see|view|delete|access|download|modify|change|edit|overwrite|impersonate|execute|run|list|open|take)\b/,
      weight: 1.8,
      reason: 'somebody can reach what is not theirs',
    },
    {
      in: 'both',
      pattern:
        /\b(?:without (?:being )?(?:authenticat\w+|authori[sz]\w+|log(?:ged|ging) in|permission|checking (?:the )?(?:permission|owner|signature|certificate)|verif\w+ (?:the )?(?:signature|certificate|token|hash))|decides? whose|of other users|(?:of|by) others by)\b/,
      weight: 1.2,
      reason: 'a check of rights is missing',
    },
    {
      in: 'both',
      pattern:
        /\b(?:(?:reset|magic|invite|verification|login|sign-?in) (?:links?|tokens?|codes?)|(?:access|session|reset|api|refresh|csrf) tokens?|sessions?|otp|passcode)\b.{0,60}\b(?:stays? (?:good|valid)|(?:is|are|be) (?:re-?used|used twice|guess\w+|predictable)|never expires?|not (?:revoked|invalidated|expired)|still valid|used twice|after (?:a |the )?(?:password|logout|log-?out))/,
      weight: 2.3,
      reason: 'a token or session is good for longer than it should be',
    },
    {
      in: 'title',
      pattern:
        /^(?:harden|sanitize|sanitise|escape|prohibit|forbid|reject|restrict|require|enforce|block|prevent)\b.{0,50}\b(?:html|urls?|hosts?|origin|access|auth\w*|permissions?|tokens?|uploads?|symlinks?|redirects?|headers?|scripts?|paths?|users?|names?|svg|markdown|ipc|credentials?|passwords?)\b/,
      weight: 0.8,
      reason: 'the title asks for a protection',
    },
    {
      in: 'title',
      pattern: /\b(?:rate[- ]limit\w*|lock ?out|two[- ]factor|2fa|mfa)\b/,
      weight: 0.5,
      reason: 'a protection is named',
    },
    {
      in: 'both',
      pattern:
        /\b(?:outside the (?:upload|root|target|base|web|working) (?:folder|directory)|\.\.\/\.\.\/|password[- ]guessing|stack contents|secret key|private key)/,
      weight: 1.4,
      reason: 'the text tells of a way in',
    },
  ],
};
