import type { Category } from '../core/category.ts'
import { beginsWithVerb } from './tense.ts'
import { findVerb, formOf } from './verbs.ts'

/** Adds the verb that the type of a change implies to a title that has none: `crash on start` of a fix. */
export function addVerb(title: string, type: string | null, category: Category): string {
  const isFix =
    type === null ? category === 'Fixed' || category === 'Security' : /^(?:fix|security)$/.test(type)
  if (isFix) return addFix(title, type)
  if (type === 'feat') return addAdd(title)
  return /^(?:initial |experimental |basic |preliminary )?support (?:for|of) /i.test(title)
    ? `Add ${lowerFirst(title)}`
    : title
}

function addFix(title: string, type: string | null): string {
  const named = /^((?=\D)\S.{2,80}) (?:bug ?)?fix(?:es)?$/i.exec(title)
  if (named && !beginsWithVerb(title) && isNounPhrase(named[1]!)) return `Fix ${lowerFirst(named[1]!)}`
  const reworded = rewordFault(title)
  if (reworded !== null) return reworded
  if (!isNounPhrase(title)) return title
  return isFault(title) || (type === 'fix' && isNeutral(title)) ? `Fix ${lowerFirst(title)}` : title
}

function addAdd(title: string): string {
  return isNounPhrase(title) && isNeutral(title) ? `Add ${lowerFirst(title)}` : title
}

const faultNouns =
  /(?<![\w-])(?:bug|bypass|corruption|crash|crashes|deadlock|deadlocks|degradation|deref|disclosure|double free|duplication|error|errors|exception|exceptions|failure|failures|flicker|flickering|freeze|glitch|hang|hangs|inconsistency|injection|issue|issues|leak|leaks|loop|mismatch|overflow|overrun|panic|panics|problem|problems|race|races|race condition|race conditions|recession|recursion|regression|regressions|segfault|segfaults|traversal|typo|typos|underflow|underrun|use-after-free|vulnerability|vulnerabilities|warning|warnings|XSS|CSRF|SSRF|ReDoS|false positives?|false negatives?)$/i
const faultAdjective =
  /^(?:bad|broken|duplicate|duplicated|false|flaky|inaccurate|incomplete|inconsistent|incorrect|infinite|invalid|malformed|misleading|missing|misplaced|potential|possible|spurious|stale|trailing|undefined|unescaped|unexpected|unhandled|unnecessary|unwanted|wrong) /i

function isFault(title: string): boolean {
  return (
    !/^(?:no|not|never|don'?t) /i.test(title) &&
    (faultAdjective.test(title) || faultNouns.test(headOf(title)))
  )
}

const boundary =
  /(?<![\w'-])(?:on|in|when|with|for|of|if|while|after|before|during|from|by|at|to|due|caused|between|inside|via|under|where|that|which|because|as|without|using|across|into|within|over|until|since|introduced)(?![\w'-])/i

/** The words of a phrase before its first preposition: `memory leak` of `memory leak in the parser`. */
function headOf(title: string): string {
  const end = boundary.exec(title)?.index ?? title.length
  return title.slice(0, end).trim()
}

// Such phrases describe what is better now, or what is not a thing.
const notNeutral =
  /^(?:no|not|none|dont|thanks?|bound|only|also|always|never|now|don't|do|does|better|best|improved|faster|cleaner|safer|stricter|smarter|nicer|easier|proper|more|less|fewer|further|additional|extra|correct|graceful|minor|major|small|various|several|some|misc|miscellaneous|redesigned?|another|backports?|wip|the|a|an|if|when|for|in|on|to|with|and|or|vs|use|using|allow|per|by|from|as|at|it|we|i|this|that|all|any|static|\p{L}{3,20}ly)(?![\p{L}\p{N}])|^\p{L}{2,20}(?:ing|ed)\s/iu
const notThing =
  /(?<![\w-])(?:improvements?|enhancements?|hardening|clean-?ups?|fix|fixes|bugfixes|tweaks?|updates?|changes?|refactor(?:ing)?|rewrite|optimi[sz]ations?|adjustments?|backports?|work|stuff|things?|follow-?up|part|nits?|polish)$/i

function isNeutral(title: string): boolean {
  return !notNeutral.test(title) && !notThing.test(headOf(title))
}

const finite =
  /(?<![\w'-])(?:am|is|are|was|were|be|been|being|has|have|had|do|does|did|can|cannot|could|should|must|will|would|may|might|shall|isn't|aren't|wasn't|weren't|hasn't|haven't|doesn't|don't|didn't|can't|couldn't|shouldn't|won't|wouldn't|now|no longer|not|never|remains?|becomes?|gets?|got|returns?|causes?|conflicts|uses|contains|shows|needs|expects|exposes|ignores|count as|attempts? to)(?![\w'-])/i
const subordinate =
  /(?<![\w'-])(?:when|if|while|where|that|which|because|after|before|until|since|unless|so|due|caused)(?![\w'-])/i

// The name of a fault that is also a verb, without an object: `crash when the file is empty`.
const faultFirst =
  /^(?:crash|hang|panic|leak|race|freeze|deadlock|segfault|flicker|regression|overflow|error (?!out|if|when|on)) ?(?!out\b|the\b|an? |if\b|all\b|any\b|on missing)/i

/** Whether a title is a short phrase without a verb: no sentence, and nothing that can be an order. */
function isNounPhrase(title: string): boolean {
  if (title.length > 110 || /[:;.!?](?:\s|$)|^\W*$|^["'(<]|…$/.test(title)) return false
  if (!/^[\p{L}`.:$-]/u.test(title) || /@|:\/\/|\]\(/.test(title)) return false
  if (/^(?:error|fail|warn) (?:on|if|when|out|for)\b/i.test(title)) return false
  if (beginsWithVerb(title) && !faultFirst.test(title)) return false
  const head = headOf(title)
  const words = head.replace(/`[^`]*`/g, 'x').split(' ')
  const clause = title.slice(0, subordinate.exec(title)?.index ?? title.length)
  if (head === '' || words.length > 7 || finite.test(clause) || /,/.test(head)) return false
  const first = words[0]!.toLowerCase()
  // `crash on start` and `error when …` begin with a fault that is also a verb.
  const isVerb =
    findVerb(first)?.form === 'plain' &&
    !(faultNouns.test(head) && (faultNouns.test(first) || faultFirst.test(title)))
  return !isVerb && !words.slice(1).some((word) => !faultNouns.test(word) && isFiniteVerb(word.toLowerCase()))
}

/** `returns` in `the getter returns null`; plural nouns such as `updates` count too, to be on the safe side. */
function isFiniteVerb(word: string): boolean {
  const found = findVerb(word)
  return found !== null && (found.form === 'present' || (found.form === 'plain' && !found.isNoun))
}

const faultVerb =
  /^((?:[\w.:`'"/()$@#-]{0,59}[^\s:] ){1,6})(crashes|fails|hangs|panics|freezes|segfaults|deadlocks|leaks|flickers|overflows)(?= |$)/

/** Turns a fix that is worded as its fault into one: `the parser crashes when x` → `Fix the parser crashing when x`. */
function rewordFault(title: string): string | null {
  const found = faultVerb.exec(title)
  if (!found) return null
  const [, subject = '', verb = ''] = found
  const words = subject.trim().split(' ')
  const isPlain =
    !finite.test(subject) &&
    !words.some((word) => finite.test(word) || boundaryWord.test(word) || isFiniteVerb(word.toLowerCase()))
  if (!isPlain || beginsWithVerb(title) || notNeutral.test(title.replace(/^(?:the|a|an) /i, ''))) return null
  const plain = findVerb(verb)?.plain ?? verb.replace(/e?s$/, '')
  return `Fix ${lowerFirst(subject)}${formOf(plain, 'progressive')}${title.slice(found[0].length)}`
}

const boundaryWord = /^(?:when|if|while|that|which|because|so|unless|where|and|or|but)$/i

function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}*(?:-\p{Ll}+)*(?!\S)/u.test(text) &&
    !/^(?:I|\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+)(?![\p{L}\p{N}])/u.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text
}
