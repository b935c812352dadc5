import type { Suspicion } from '../core/entry.ts'
import type { SuspicionEvidence } from './suspicion-evidence.ts'

/** A kind of claim: the words that make it, and the words of the evidence that support it. */
interface Cue {
  kind: string
  claim: RegExp
  support: RegExp
  strong: boolean
  /** Whether a diff can show it: code has conditions and defaults, but only people state causes, benefits and plans. */
  byDiff?: true
}

const negative =
  /\bno\b|\bnot\b|n't\b|\bnever\b|\bnone\b|\bnor\b|\bnon\b|\bnon-|\bwithout\b|\bcannot\b|\bunless\b|\bexcept\b|\bother than\b|\binstead\b|\brather than\b|\bregardless\b|\bonly\b|remov|\bdrop|\bdisabl|\bskip|\bignor|\bavoid|\bprevent|\breject|\brefus|\bforbid|\bdisallow|\bomit|\bstop|\bmiss|\bfail|\bfix|\bunset|\bempty|\bomit|\bexclud|\bsuppress|\bhid(?:e|den)|\bstrip|\bden(?:y|ied|ies)|\bblock|\bbroken|\bdelet|\bpreserv|\bkeep|\bunnecess|\bless\b|less\b|\bun[a-z]{4,}|\bnull\b|\bnil\b|\bzero\b|\b0\b|\babsent|\black|\bclose|\bdetach|\bdeprecat|\bwrong|\bincorrect|\binvalid|\bde-?dup|\bexit|\bleave/

/** Claims that models tend to add; the evidence must have a word for each of them. */
const cues: Cue[] = [
  {
    kind: 'a negation',
    claim: /\b(?:not|never|no|none|nor|neither|cannot|without)\b|n't\b/,
    support: negative,
    strong: false,
    byDiff: true,
  },
  {
    kind: 'that something ended',
    claim: /\b(?:no longer|anymore|any more|gone)\b/,
    support:
      /no longer|any ?more|\bstop|remov|\bdrop|n't\b|\bnot\b|\bno\b|avoid|prevent|fix|disabl|without|skip|never|ignor|omit|reject|\bbug|crash|panic|unset|instead|delet|strip|clean|suppress|\bonly\b|forbid|exclud|preserv|keep|\bless\b|\bclose|handl|correct/,
    strong: true,
  },
  {
    kind: 'a quantity',
    claim: /\b(?:all|every|everything|everyone|everywhere|always|entire(?:ly)?|whole|any)\b/,
    support:
      /\ball\b|\bevery|\beach\b|\balways\b|\bentire|\bwhole\b|\bany\b|\bglobal|\bfull|\bcomplet|\bboth\b|\*|\bregardless|\bno\b|\bnot\b|n't|\bvarious|\bmultiple|\bmany\b|\bnever\b|s\b/,
    strong: false,
    byDiff: true,
  },
  {
    kind: 'a quantity',
    claim: /\b(?:all|every|everything|everyone|everywhere|always)\b/,
    support:
      /\ball\b|\bevery|\beach\b|\balways\b|\bentire|\bwhole\b|\bany\b|\bglobal|\bfull|\bcomplet|\bboth\b|\bregardless/,
    strong: true,
    byDiff: true,
  },
  {
    kind: 'a restriction',
    claim: /\b(?:only|solely|exclusively|merely)\b/,
    support:
      /\bonly\b|\bsole|\bexclusiv|\bjust\b|\brestrict|\blimit|\bmerely|\bsingle|\bonce\b|\bunless|\bexcept|\bskip|\bnot\b|n't|\bno\b|\bif\b|\bwhen\b|\boutside\b|\binstead/,
    strong: true,
    byDiff: true,
  },
  {
    kind: 'a default',
    claim: /\bby default\b|\bdefaults? (?:to|of|is)\b|\bas (?:the|a) default\b|\bthe default\b/,
    support: /\bdefault/,
    strong: true,
    byDiff: true,
  },
  {
    kind: 'an extent',
    claim:
      /\b(?:complete(?:ly)?|full(?:y)?|total(?:ly)?|thorough(?:ly)?|considerabl[ey]|significant(?:ly)?|dramatic(?:ally)?|substantial(?:ly)?|great(?:ly)?|vast(?:ly)?|huge(?:ly)?|major|massive(?:ly)?|drastic(?:ally)?|strongly|highly|extremely|perfect(?:ly)?)\b/,
    support:
      /complet|\bfull|\btotal|thorough|considerab|significan|dramatic|substantial|great|vast|huge|major|massive|drastic|strong|high|extreme|perfect/,
    strong: true,
  },
  {
    kind: 'an amount',
    claim:
      /\b(?:twice|double|half|most|mostly|majority|up to|at least|at most|more than|less than|dozens?|hundreds?|several|multiple|many)\b/,
    support:
      /twice|doubl|\bhalf|\bmost|majorit|up to|at least|at most|more|less|dozen|hundred|several|multi|many|max|min|limit|various|\bmore\b|duplic|\d|\bsome\b|s\b/,
    strong: false,
    byDiff: true,
  },
  {
    kind: 'advice',
    claim:
      /\b(?:should|must|need(?:s|ed)? to|have to|has to|recommend(?:ed|s)?|advised?|encouraged?|please|make sure|be sure|consider (?:using|upgrading|switching|migrating)|users? (?:can|need|have|should|must))\b/,
    support:
      /\bshould|\bmust|\bneed|have to|has to|recommend|advis|encourag|please|make sure|be sure|requir|ensure|\bmigrat|\bcan\b/,
    strong: true,
  },
  {
    kind: 'a promise',
    claim:
      /\b(?:will|shall|going to|future|upcoming|soon|next (?:release|version|major|minor)|later (?:release|version)s?|planned|eventually)\b/,
    support:
      /\bwill\b|n't be|\bwon't\b|\bshall\b|going to|future|upcoming|\bsoon\b|\bnext\b|\blater\b|\bplan|eventual|deprecat/,
    strong: true,
  },
  {
    kind: 'a promise',
    claim: /\b(?:will be removed|future (?:release|version)s?|next (?:release|version|major|minor))\b/,
    support: /will be removed|removal|\bfuture|\bnext\b|\bplan/,
    strong: true,
  },
  {
    kind: 'a benefit',
    claim:
      /\b(?:better|easier|easily|smooth(?:er|ly)?|clean(?:er|ly)|simpler|nicer|safer|safely|reliab(?:le|ly|ility)|robust(?:ness|ly)?|stab(?:le|ility)|seamless(?:ly)?|powerful|friendl(?:y|ier)|convenien(?:t|tly|ce)|intuitive(?:ly)?|flexib(?:le|ility)|consisten(?:t|tly|cy)|usab(?:le|ility)|readab(?:le|ility)|maintainab(?:le|ility)|compatib(?:le|ility)|accura(?:te|tely|cy)|useful|helpful|memory|lightweight|quiet(?:er)?|modern|scalab(?:le|ility)|responsive(?:ness)?|user experience|experience)\b/,
    support: /./,
    strong: true,
  },
  {
    kind: 'a cause',
    claim:
      /\b(?:because|due to|caused by|as a result|resulting in|leading to|thanks to|thereby|so that|by accident|accidentally|mistakenly|unintentionally)\b/,
    support:
      /because|due to|caus|result|\blead|\bled\b|thanks|thereby|so that|so we|\bsince\b|\baccident|mistake|unintention|\bas\b|\bto\b|therefore|\bwhen\b|reason|\bfor\b/,
    strong: true,
  },
  {
    kind: 'a purpose',
    claim:
      /,? (?:to|and) (?:prevent|avoid|guard|protect|reduc|improv|lower|minimi[sz]|maximi[sz]|speed|simplif|eas|increas|enhanc|boost|strengthen|mitigat|eliminat|save)[a-z]*\b|, (?:which|thereby|thus)?\s?(?:prevent|avoid|guard|protect|reduc|improv|lower|minimi[sz]|simplif|eas|increas|enhanc|boost|strengthen|mitigat|eliminat|sav|mak|ensur|allow)(?:s|es|ing)\b/,
    support:
      /prevent|avoid|guard|protect|reduc|improv|lower|minimi|maximi|speed|simplif|\beas|increas|enhanc|boost|strengthen|mitigat|eliminat|\bsav/,
    strong: false,
  },
  {
    kind: 'a condition',
    claim: /\b(?:when|whenever|if|unless|while|during|after|before|until|once)\b/,
    support:
      /\bwhen|\bif\b|\bunless|\bwhile|\bduring|\bafter|\bbefore|\buntil|\bonce\b|\bfor\b|\bon\b|\bwith|\bin\b|\bat\b|[a-z]ing\b/,
    strong: false,
    byDiff: true,
  },
  {
    kind: 'a replacement',
    claim: /\b(?:replac(?:e[sd]?|ing)|instead of|in place of|supersed\w+)\b/,
    support:
      /replac|instead|in place|supersed|rather than|\bswitch|\bmigrat|\bmove|\bfrom\b|\bswap|\brename|\buse\b|\bconvert|\bto\b|\bover\b|->|→|\bnot\b|\bport/,
    strong: true,
    byDiff: true,
  },
  {
    kind: 'a restoration',
    claim: /\b(?:restor(?:e[sd]?|ing)|reinstat\w+|bring(?:s|ing)? back|revert(?:s|ed|ing)?)\b/,
    support: /restor|reinstat|bring|\bback\b|revert|again|\bundo|\bre-?add/,
    strong: true,
  },
  {
    kind: 'that something stays',
    claim:
      /\b(?:keep(?:s|ing)?|kept|retain(?:s|ed)?|preserv(?:e[sd]?|ing)|stays?|remain(?:s|ed)?|unchanged)\b/,
    support:
      /keep|kept|retain|preserv|\bstay|remain|unchanged|\bnot\b|n't|maintain|\bstill\b|persist|restor|\brespect|\blos|\bno longer|prevent|avoid|\bsave/,
    strong: true,
    byDiff: true,
  },
  {
    kind: 'an addition',
    claim: /\b(?:also|as well|additionally|in addition|including|along with|together with|and more)\b/,
    support: /\balso\b|as well|addition|includ|along|together|\bmore\b|\band\b|\bplus\b|\bwith\b|,|\+|&/,
    strong: false,
    byDiff: true,
  },
  {
    kind: 'a limit',
    claim: /\b(?:running|existing|selected|active|custom|configured|optional|remote|outdated|invalid)\b/,
    support: /./,
    strong: false,
    byDiff: true,
  },
  {
    kind: 'a comparison',
    claim:
      /\b(?:more|less|fewer|better|worse|[a-z]{3,}er) than\b|\b(?:more|less) [a-z]+(?:ly|ive|able|ible|ful|ent|ant|ous|ate)\b/,
    support: /more|less|fewer|better|worse|er than|improv|reduc|strict|\bover\b|\babove\b|exceed|[<>]/,
    strong: true,
  },
]

/** What nothing but a text can support: no diff shows it, and no other words mean it. */
const inventions = new Set(['an extent', 'a promise', 'a benefit'])

const stemPattern = (claim: string) =>
  new RegExp(`(?<![a-z])${claim.slice(0, Math.max(4, claim.length - 3)).replace(/[^a-z]/g, '.')}`)

/** Finds claims of the kinds above that no word of the evidence supports. */
export function cuesOf(plain: string, evidence: SuspicionEvidence): Suspicion[] {
  const text = plain.toLowerCase()
  return cues.flatMap(({ kind, claim, support, strong, byDiff }): Suspicion[] => {
    const found = claim.exec(text)?.[0].replace(/^[\s,]+/, '')
    if (found === undefined) return []
    const wanted = support.source === '.' ? stemPattern(found) : support
    if (wanted.test(evidence.all) || (byDiff && wanted.test(evidence.diff))) return []
    const detail = `states ${kind} (\`${found}\`) that the evidence does not mention`
    return [{ kind: inventions.has(kind) ? 'invention' : 'claim', words: found, detail, strong }]
  })
}
