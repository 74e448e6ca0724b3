import type { RouterRule } from '@typed-evidence-chain/core';
import { refactorProfile } from './profile.js';

/** Signs of restructuring: the code changes its shape, not its behaviour. Issue or commit, long or short: no matter. */
export const refactorRule: RouterRule = {
  profile: refactorProfile,
  labels: {
    refactor: 3,
    refactoring: 3,
    'tech debt': 3,
    'technical debt': 3,
    'tech-debt': 3,
    'technical-debt': 3,
    cleanup: 3,
    'clean up': 3,
    'code quality': 2.5,
    'type: refactor': 3,
    'kind/cleanup': 3,
    maintainability: 2,
    'code smell': 2.5,
  },
  prefixes: { refactor: 2.5, refactoring: 2.5, cleanup: 2.5, 'clean up': 2.5, 'tech debt': 2.5, techdebt: 2.5 },
  patterns: [
    {
      in: 'both',
      pattern:
        /\b(?:tangled|entangled|intertwined|tight coupling|(?:cyclic|circular) (?:dependenc\w+|imports?|references?)|god (?:object|class)|monolithic|magic (?:numbers?|strings?)|deep imports?|leaks? (?:implementation|internals)|too many (?:things|responsibilities|parameters|arguments|places|indirections)|do(?:es)? too (?:many|much)|one job each|global (?:state|singleton)|singleton)\b/,
      weight: 1.2,
      reason: 'the text names a flaw of the structure',
    },
    {
      in: 'both',
      pattern:
        /\b(?:duplicat(?:e|ed|es|ion)|repeat(?:s|ed)?|cop(?:y|ies|ied)|same|identical) (?:\w+ ){0,3}(?:code|logic|loop|fields|signature|helpers?|formatting|functions?|implementation|set-?up|checks?)\b|\bdo(?:es)? the same(?: thing)?\b|\bidentical but for\b/,
      weight: 0.9,
      reason: 'the same code stands in several places',
    },
    {
      in: 'both',
      pattern:
        /\b(?:nobody (?:calls|uses|needs)|(?:nothing|nobody) has (?:used|called)|no longer (?:used|called|needed|referenced)|not (?:used|called|needed) any ?more|still (?:around|in the tree)|never (?:used|called))\b/,
      weight: 1,
      reason: 'the text names code that nobody uses',
    },
    {
      in: 'both',
      pattern:
        /\b(?:(?:break|split|divide|separate) (?:it |this |them |that )?(?:up )?(?:into|by|cleanly)|(?:be|is) (?:separated|independent|decoupled) (?:of|from|cleanly)|let(?:'s|\u2019s| us) (?:delete|remove|move|split|extract|merge|rename)|(?:shared|common) (?:base|types?|helper|interface)|one helper|base class|(?:behind|with|into) an? (?:interface|own module)|only (?:moves|renames)|for consistency|one (?:builder|place|signature) (?:would|should|for))\b/,
      weight: 0.9,
      reason: 'the text proposes another structure',
    },
    {
      in: 'both',
      pattern:
        /\b(?:\d[\d,.]* lines|lines (?:long|of code)|\d+ (?:methods|parameters|arguments)|nested ifs?|levels of (?:indentation|nesting)|naming (?:is|of|convention)|inconsistent naming|easier to (?:reason about|read|follow|understand|maintain|test|extend))\b/,
      weight: 0.6,
      reason: 'the text speaks of the shape of the code',
    },
    {
      in: 'both',
      pattern:
        /\b(?:results? must be (?:identical|the same)|(?:stays?|remains?|keep|kept|leave) (?:\w+ ){0,3}as (?:it is|they are|is)|no change for users|not affected|internal (?:change|only)|is internal\b|same as today|nothing else changes|must not change)\b/,
      weight: 0.9,
      reason: 'the text says that nothing changes for users',
    },
    {
      in: 'both',
      pattern:
        /\b(?:nested (?:ternar\w+|callbacks?|loops?|conditionals?)|callback (?:style|hell)|inheritance (?:chain|hierarchy|tree)|(?:boolean|positional|unused|unneeded) (?:arguments?|parameters?|params?|flags?)|(?:oversized|bloated|huge|gigantic|giant|massive) (?:\w+ )?(?:class(?:es)?|files?|modules?|components?|functions?|methods?|controllers?|reducers?|services?|hooks?)|god[- ](?:module|function|component|service|file)s?|\d[\d,.]*[- ]lines?\b|\d[\d,.]* loc\b|(?:hard|difficult|impossible|painful|tedious|easier|simpler) to (?:follow|read|test|review|navigate|change|maintain|understand|reason about|work with|extend|debug)|(?:more|better) (?:readab|maintainab|testab|modular)\w*|(?:confusing|misleading|meaningless|unclear|better|consistent|descriptive) (?:internal )?(?:class |method |function |variable |file |module )?nam(?:e|es|ing)|legacy (?:code|helpers?|modules?|components?|path)|unused code)\b/,
      weight: 1,
      reason: 'the text speaks of the shape of the code',
    },
    {
      in: 'both',
      pattern:
        /\b(?:do(?:es|ing)? (?:nearly|almost|basically|essentially|exactly|more or less|roughly|pretty much) the same|cop(?:y|ies) of (?:one another|each other|the same)|(?:each|both|all) (?:of them )?(?:have|has|keep|keeps|define|defines|carry|carries|implement|implements|ha[ds]) (?:their|its|an?) own|drift(?:ed|s|ing)? apart|(?:should|could|ought to|must|to) (?:all )?share (?:one|a|the)\b|(?:two|three|four|five|several|many|multiple|\d+) (?:different )?(?:ways (?:to|of)|places? (?:that|where|which|with)|versions of (?:the same|this|that))|(?:is|are|gets?) repeated (?:in|for|across|over|all)|belongs? (?:in|to|into) (?:one|a single|its own|the same)|without (?:copying|duplicating|repeating)|one of them (?:should|could|would|is enough|has to go))\b/,
      weight: 0.8,
      reason: 'the same code stands in several places',
    },
    {
      in: 'both',
      pattern:
        /\b(?:(?:users?|customers?|callers?|clients?|nobody|consumers?|visitors?) (?:won['’]?t|will not|do(?:es)? not|don['’]t|should(?:n['’]t| not)|must(?:n['’]t| not)|(?:should|will|would) never)? ?(?:notice|see) (?:a |any |the |anything|nothing|no )?(?:difference|change|thing|of it)?|no (?:change|changes|difference) (?:for|to) (?:the )?(?:callers?|users?|customers?|clients?|consumers?|anybody|anyone|public|outside)|same results?, same|same (?:public )?(?:api|signatures?) (?:as|for)|(?:remains?|stays?|be|come out|comes out|looks?|works?|behaves?|kept?|left|leave \w+) (?:exactly |just )?(?:the same\b|identical|unchanged|untouched|as (?:before|now|they (?:look|are|do)|it (?:looks|does)|today))|(?:should(?:n['’]t| not)|must(?:n['’]t| not)) (?:affect|alter|change|break) (?:the |any |existing )?(?:logic|behaviou?r|output|results?|functionality|public|api)|behaviou?r[- ]preserving|public (?:api|interface|surface) (?:\w+ ){0,2}(?:the same|unchanged|stays?|remains?|as is))/,
      weight: 1,
      reason: 'the text says that nothing changes for users',
    },
    {
      in: 'both',
      pattern:
        /\b(?:(?:one|a|an own|separate|its own|their own) (?:class|module|file|function|component|package|object|reducer|service|helper|interface) (?:for|per) (?:each|every)|(?:in|into) (?:files?|modules?|classes|packages?|folders?|a (?:file|module|class|package|folder)) of (?:their|its) own|(?:behind|with|through) (?:a|one) (?:common|shared|single) (?:interface|abstraction|base|type)|(?:lift|pull|hoist|take|factor) (?:\w+ ){1,4}(?:out of|out into|up into)|move (?:\w+ ){1,4}(?:out of|out into|into (?:a|the|its|their|separate|own))|an? (?:options|parameter|config) object (?:would|should|instead|could)|(?:should|could|ought to) be (?:called|named)\b|give (?:them|it|these|those|this) (?:\w+ )?names?|(?:smaller|focused|cohesive) (?:\w+ )?(?:modules?|files?|classes|functions?|units?|components?|pieces|services?|hooks?)|composition (?:would|over|instead|rather)|pass (?:a |the |an |it )?\w+ in\b|dependency injection)\b/,
      weight: 1,
      reason: 'the text proposes another structure',
    },
    {
      in: 'both',
      pattern:
        /\b(?:(?:no|not a single) (?:page|module|file|caller|code|class|one|test|part) (?:\w+ ){0,2}(?:loads?|uses?|calls?|imports?|references?|reads?|needs?)|(?:have|has) not been (?:read|used|called|referenced|needed|imported)|(?:is|are) (?:never|not) (?:read|used|called|referenced|imported)(?: any ?(?:more|where))?|(?:leftovers?|left over|remnants?|relics?) (?:of|from))\b/,
      weight: 0.8,
      reason: 'the text names code that nobody uses',
    },
    {
      in: 'title',
      pattern:
        /^(?:\w+ )?(?:refactor|restructure|reorgani[sz]e|re-?architect|modulari[sz]e|decouple|dedupe|deduplicate|consolidate|centrali[sz]e|untangle|encapsulate|tidy|clean ?up|cleanup|hoist|inline|factor out|break up|split up|pull (?:out|up))\b(?!\w)(?!.{0,20}\b(?:command|action|menu|provider|fails?|crash\w*)\b)/,
      weight: 1.1,
      reason: 'the title asks for restructuring',
    },
    {
      in: 'title',
      pattern:
        /^(?:extract|rename|split|simplify|move|merge|unify|isolate|separate|reduce duplicat\w+|remove duplicat\w+|get rid of|eliminate|standardi[sz]e|normali[sz]e|relocate|abstract)\b/,
      weight: 0.6,
      reason: 'the title asks for restructuring',
    },
    {
      in: 'title',
      pattern:
        /^(?:remove|drop|delete) (?:the )?(?:unused|dead|obsolete|redundant|unnecessary|unneeded|legacy|duplicated?|useless|superfluous|extra|old|temporary|deprecated|no longer)\b/,
      weight: 0.8,
      reason: 'the title asks to remove what nobody needs',
    },
    {
      in: 'title',
      pattern:
        /\b(?:should|could|can|must|needs? to|ought to) be (?:\w+ )?(?:extracted|split|simplified|renamed|cleaned up|moved|merged|unified|deduplicated|consolidated|refactored|rewritten|decoupled|inlined|broken (?:up|down|into)|separated|restructured|reorgani[sz]ed|shared|its own (?:class|module|file|package|component))\b/,
      weight: 1.8,
      reason: 'the title names code that should get another shape',
    },
    {
      in: 'body',
      pattern:
        /\b(?:should|could|needs? to|ought to|please|want to|let's|we can|i(?:'d| would) (?:like to|propose to)|try to) (?:be )?(?:extract(?:ed)?|split(?: up)?|simplif(?:y|ied)|renamed?|clean(?:ed)? up|deduplicated?|consolidated?|refactor(?:ed)?|decoupled?|restructured?|reorgani[sz]ed?|tidy|tidied|unif(?:y|ied))\b/,
      weight: 1,
      reason: 'the text names code that should get another shape',
    },
    {
      in: 'both',
      pattern:
        /\b(?:tech(?:nical)? debt|code smells?|spaghetti|copy[- ]?past(?:e|ed|ing)|duplicat(?:ed|e) (?:code|logic|function\w*|helper\w*|implementation\w*|definition\w*)|code duplication|duplication of|boilerplate|god (?:class|object)|single responsibility|separation of concerns|readab(?:le|ility)|maintainab(?:le|ility)|dead code|too (?:big|large|long|complex|many responsibilities)|does too much|hard(?:er)? to (?:read|follow|maintain|understand|reason about|extend|test)|difficult to (?:read|follow|maintain|understand)|a (?:bit of a )?mess\b|messy|cruft|leaky abstraction|tightly coupled|hard-?wired)\b/,
      weight: 0.8,
      reason: 'the text speaks of the shape of the code',
    },
    {
      in: 'both',
      pattern:
        /\b(?:no (?:behaviou?r(?:al)?|functional|user[- ]visible|visible|semantic) changes?|without (?:any )?(?:behaviou?r|functional)\w* change|without changing (?:the )?behaviou?r|same (?:behaviou?r|results?) (?:as|expected)|behaviou?r (?:must|should|stays?|remains?|is) (?:the same|unchanged|not change)|nothing (?:may|should|must|will) change|keep\w* (?:the )?(?:current |existing )?behaviou?r|change semantics|pure(?:ly)? (?:internal|refactor\w*))/,
      weight: 1.3,
      reason: 'the text says that behaviour stays the same',
    },
    {
      in: 'both',
      pattern:
        /\b(?:written|implemented|defined|repeated|handled|copied|duplicated|spread|scattered) (?:(?:two|three|four|five|six|several|many|multiple|\d+) times|twice|(?:across|in|over) (?:two|three|four|five|six|several|many|multiple|all|\d+)\b)/,
      weight: 1.6,
      reason: 'the same code stands in several places',
    },
    {
      in: 'body',
      pattern:
        /\b(?:put (?:it|them|this|these) in(?:to)? one place|in one place|one shared|(?:shared|common|single) (?:helper|module|place|base class|function|utility|component|location|implementation)|own (?:file|module|class|package|component)|split (?:it|this|them) (?:up )?into|the (?:shim|wrapper|old code|helper|layer) can go|can go\b)/,
      weight: 0.9,
      reason: 'the text names the new place of existing code',
    },
    {
      in: 'title',
      pattern:
        /^(?:use|prefer|switch to|migrate to|convert|replace|rewrite)\b.{0,60}\b(?:instead of|rather than|with|in favou?r of|from .{1,30} to|over)\b/,
      weight: 0.5,
      reason: 'the title exchanges one means for another',
    },
    {
      in: 'title',
      pattern:
        /^remove (?:the )?.{0,30}\b(?:layer|shim|wrapper|hack|workaround|indirection|boilerplate|duplication|helper|abstraction)\b/,
      weight: 1.1,
      reason: 'the title asks to remove a detour',
    },
    {
      in: 'title',
      pattern:
        /\b(?:refactor\w*|extract\w*|rename\w*) (?:command|action|menu|provider|tool|preview|widget|dialog)?\s?(?:crash\w*|fails?|throws?|does(?:n't| not)|is broken|breaks)/,
      weight: -2,
      reason: 'restructuring is the name of what fails',
    },
    {
      in: 'title',
      pattern: /\b(?:crash(?:es)?|throws?|fails? (?:to|when|on|with)|segfaults?|hangs?)\b/,
      weight: -0.8,
      reason: 'the title reports a failure',
    },
    {
      in: 'both',
      pattern: /\b(?:feature request|it would be (?:nice|great) (?:to (?:have|be able)|if))\b/,
      weight: -0.4,
      reason: 'the text is worded as a wish',
    },
    {
      in: 'title',
      pattern:
        /^(?:[\w -]{2,24}: )?(?:please |let['’]s |we should |proposal to |suggestion to )?(?:refactor|restructure|break up|split up|clean up|tidy up|deduplicate|decouple|extract|untangle|modulari[sz]e)\b/,
      weight: 0.6,
      reason: 'the title asks for restructuring',
    },
  ],
};
