import type { Suspicion } from '../core/entry.ts'
import { readPieces } from '../text/inline-text.ts'
import { abbreviationsOf } from './known-abbreviations.ts'
import type { SuspicionEvidence } from './suspicion-evidence.ts'
import { cuesOf } from './suspicious-cues.ts'
import { synonymsOf } from './synonyms.ts'
import { isGeneric, isTypo, stemOf, wordsOf } from './word-forms.ts'

/** Whether the titles, scopes and paths alone have every word of an English text. */
export function isWithinTitles(text: string, evidence: SuspicionEvidence): boolean {
  return wordsOf(text).every(
    (word) => word.length <= 2 || isGeneric(word) || negations.has(word) || isSupported(word, evidence),
  )
}

/** Finds statements of an English text that the evidence may not support. */
export function findSuspicions(text: string, evidence: SuspicionEvidence): Suspicion[] {
  const plain = readPieces(text)
    .map(({ kind, value }) => (kind === 'code' ? ' \ufffc ' : value.normalize('NFKC')))
    .join('')
    .replace(/[’ʼ]/g, "'")
    // Names are compared as a whole, by the check of identifiers.
    .replace(/\S+/g, (word) => (isName(word) ? ' \ufffc ' : word))
  const title = compareWithTitle(text, evidence)
  return [
    ...findNewWords(plain, evidence, title),
    ...cuesOf(plain, evidence),
    ...findLostWords(title),
    ...findTurnedWords(text, evidence),
    ...findOpposites(text, evidence),
    ...findTurnedMeaning(text, evidence, title),
    ...findCombination(evidence),
    ...findAddedClause(plain, evidence),
  ]
}

function isName(word: string): boolean {
  return /\p{Ll}\p{Lu}|[\p{L}\p{N}][_/\\][\p{L}\p{N}]/u.test(word)
}

/** Whether the evidence has a word in some form: another ending, an abbreviation, or written together with others. */
function isSupported(word: string, { words, stems, joined }: SuspicionEvidence): boolean {
  const stem = stemOf(word)
  if (words.has(word) || stems.has(stem)) return true
  if ((abbreviationsOf.get(word) ?? []).some((long) => stems.has(stemOf(long)))) return true
  if (synonymsOf(stem).some((other) => stems.has(other))) return true
  if (stem.length >= 5 && joined.includes(stem)) return true
  if (word.length < 4) return false
  for (const known of words) if (isSameStart(known, word) || isTypo(known, word)) return true
  return false
}

/** Whether one word begins with the other, as attr and attribute do. */
function isSameStart(one: string, other: string): boolean {
  if (one[0] !== other[0] || one[1] !== other[1]) return false
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= 4 && long.startsWith(short) && short.length >= long.length / 2
}

const negations = new Set(
  "not no non nor none never neither nothing without cannot can't don't doesn't didn't isn't aren't wasn't weren't won't hasn't haven't couldn't shouldn't wouldn't".split(
    ' ',
  ),
)

const clauseStart =
  /\b(?:so that|in order to|because|due to|when|whenever|where|if|unless|until|while|after|before|which|who|to|for|resulting in|leading to|caused by|and|or|even|also|as well as|including)\b|[,;(]|\b(?=[a-z]{3,}ing\b)/g

function findNewWords(
  plain: string,
  evidence: SuspicionEvidence,
  title: TitleComparison | null,
): Suspicion[] {
  const isNew = (word: string) =>
    word.length > 2 && !isGeneric(word) && !negations.has(word) && !isSupported(word, evidence)
  const fresh = [...new Set(wordsOf(plain).filter(isNew))]
  if (fresh.length === 0) return []
  const content = new Set(wordsOf(plain).filter((word) => !isGeneric(word)))
  const [, ...clauses] = plain.toLowerCase().split(clauseStart)
  // What the title says, and then a clause with something new about why, when, where or what else.
  const isAdded = clauses.some((clause) => wordsOf(clause).some((word) => fresh.includes(word)))
  const isExchanged = title?.isNearCopy === true && title.lost.length === 1 && fresh.length === 1
  const strong =
    fresh.length >= 3 ||
    (fresh.length >= 2 && fresh.length >= 0.3 * content.size) ||
    (!evidence.hasBody && ((isAdded && (title?.isNearCopy ?? true)) || isExchanged))
  return [
    {
      words: fresh.join(', '),
      detail: `says ${fresh.map((word) => `\`${word}\``).join(', ')}, which the evidence does not mention`,
      strong,
    },
  ]
}

/** How a text differs from the title of its change. */
interface TitleComparison {
  /** The words of the title that the text leaves out. */
  lost: string[]
  /** The words of the text that the title does not have. */
  added: string[]
  /** Whether the text is the title with few changes. */
  isNearCopy: boolean
  title: string
}

function compareWithTitle(text: string, { statements }: SuspicionEvidence): TitleComparison | null {
  if (statements.length !== 1) return null
  const title = statements[0]!.replace(/\s?\([^()]*\)|^[^:\s]{1,40}:\s|\s?#\d+/g, ' ')
  const own = contentStems(text)
  const given = contentStems(title)
  const everyOwn = wordsOf(text).map(stemOf)
  // The first word is the verb, which has many synonyms.
  const [verb = ''] = wordsOf(title)
  const lost = given.filter((stem) => stem !== stemOf(verb) && !hasStem(everyOwn, stem))
  const added = own.filter((stem) => !hasStem(given, stem))
  const kept = given.length - lost.length
  return { lost, added, isNearCopy: kept > 0 && lost.length <= 0.4 * given.length, title }
}

function contentStems(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !isGeneric(word) && !negations.has(word) && word.length > 1)
    .map(stemOf)
}

function hasStem(stems: string[], wanted: string): boolean {
  const same = new Set([wanted, ...synonymsOf(wanted)])
  return stems.some(
    (stem) =>
      same.has(stem) ||
      isSameStart(stem, wanted) ||
      (abbreviationsOf.get(stem) ?? []).map(stemOf).includes(wanted) ||
      (abbreviationsOf.get(wanted) ?? []).map(stemOf).includes(stem),
  )
}

/** Finds words of the title that limit it and that a shortened copy leaves out: `optional modules`. */
function findLostWords(title: TitleComparison | null): Suspicion[] {
  if (!title?.isNearCopy || title.lost.length === 0 || title.lost.length > 2 || title.added.length > 1)
    return []
  return [
    {
      words: title.lost.join(', '),
      detail: `leaves out \`${title.lost.join('`, `')}\` of the title`,
      strong: false,
    },
  ]
}

const addedClause = /\b(?:to|for) (?!the\b|an?\b)[a-z]{3,}|\b(?:so that|because|when|if|due to|in order)\b/

/** Finds a reason, condition or purpose that a title without a body does not have, even if its words are known. */
function findAddedClause(text: string, { hasBody, statements }: SuspicionEvidence): Suspicion[] {
  const found = addedClause.exec(text.toLowerCase())?.[0]
  if (found === undefined || hasBody || statements.length !== 1) return []
  return addedClause.test(statements[0]!.toLowerCase())
    ? []
    : [{ words: found, detail: `adds \`${found}\` to the title`, strong: false }]
}

/** One sentence about several changes may give what one does to another. */
function findCombination({ statements }: SuspicionEvidence): Suspicion[] {
  return statements.length < 2
    ? []
    : [{ words: '', detail: `combines ${statements.length} changes in one statement`, strong: false }]
}

const pivot = /\b(?:to|with|from|instead of|of|as|in|into|by|without|than|for|on|at|before|after)\b/

/** Finds two parts of the title that have changed places: `set A to B`, `set B to A`. */
function findTurnedWords(text: string, { statements }: SuspicionEvidence): Suspicion[] {
  for (const statement of statements) {
    const parts = statement.toLowerCase().split(pivot)
    const own = text.toLowerCase().split(pivot)
    if (parts.length < 2 || own.length < 2) continue
    const [first, second] = [contentStems(parts[0]!), contentStems(parts[1]!)]
    const [ownFirst, ownSecond] = [contentStems(own[0]!), contentStems(own[1]!)]
    const isTurned =
      second.some((stem) => ownFirst.includes(stem) && !first.includes(stem) && !ownSecond.includes(stem)) &&
      first.some((stem) => ownSecond.includes(stem) && !second.includes(stem) && !ownFirst.includes(stem))
    if (isTurned)
      return [
        { words: text.slice(0, 60), detail: 'has the parts of the title in another order', strong: false },
      ]
  }
  return []
}

const opposites =
  'sign-in/sign-out log-in/log-out opt-in/opt-out zoom-in/zoom-out foreground/background row/column first/last beginning/containing starting/containing starting/ending prefix/suffix before/after min/max minimum/maximum sync/async synchronous/asynchronous read/write client/server enable/disable show/hide left/right up/down top/bottom horizontal/vertical input/output public/private local/remote local/global debug/release upgrade/downgrade increase/decrease allow/forbid allow/reject keep/remove keep/drop start/end old/new internal/external optional/required optional/mandatory single/multiple nested/top-level encode/decode encrypt/decrypt mount/unmount install/uninstall lock/unlock import/export upper/lower uppercase/lowercase ascending/descending leading/trailing parent/child source/target source/destination request/response get/set push/pull open/close connect/disconnect attach/detach accept/reject add/remove deprecate/remove linux/windows macos/windows http/https valid/invalid success/failure absolute/relative always/never inclusive/exclusive static/dynamic eager/lazy known/unknown supported/unsupported used/unused'
    .split(' ')
    .map((pair) => pair.split('/') as [string, string])
    .flatMap(([one, other]) => [[one, other] as const, [other, one] as const])
    .map(([said, meant]) => ({ said, meant, saidTerm: toTerm(said), meantTerm: toTerm(meant) }))

/** Finds a word of the title that the text exchanges for its opposite. */
function findOpposites(text: string, { statements, all }: SuspicionEvidence): Suspicion[] {
  const own = toTerms(text)
  const title = toTerms(statements.join(' \n '))
  return opposites.flatMap(({ said, meant, saidTerm, meantTerm }): Suspicion[] => {
    const isExchanged =
      own.has(saidTerm) && !own.has(meantTerm) && title.has(meantTerm) && !title.has(saidTerm)
    if (!isExchanged) return []
    const strong = !all.includes(said.slice(0, 5).replace('-', ' '))
    return [{ words: said, detail: `says \`${said}\` where the title says \`${meant}\``, strong }]
  })
}

function toTerm(word: string): string {
  return word.split('-').map(stemOf).join('-')
}

/** The stems of a text, and those of two words in a row. */
function toTerms(text: string): Set<string> {
  const stems = wordsOf(text).map(stemOf)
  return new Set([...stems, ...stems.slice(1).map((stem, index) => `${stems[index]}-${stem}`)])
}

const denials =
  /\bnot\b|n't\b|\bnon\b|\bno\b|\bnor\b|\bnever\b|\bnone\b|\bnothing\b|\bwithout\b|\bcannot\b|\bexcept\b|\bother than\b|\bunless\b|\bregardless\b/g
const softDenials =
  /\binstead\b|\brather than\b|\bavoid\w*|\bprevent\w*|\bskip\w*|\bignor\w*|\bstop\w*|\breject\w*|\bforbid\w*|\brefus\w*|\bdisallow\w*|\bomit\w*|\bleav\w+ out|\bexclud\w*|\bdisabl\w*|\bturn\w* off|\bden(?:y|ies)\b|\black\w*|\bmissing\b|\babsent\b|\bempty\b|\bblank\b|\b\w{4,}less\b|\bun[a-z]{4,}|\bremov\w*|\bdrop\w*|\bfix\w*|\bfail\w*|\bonly\b|\bwrong\w*/g

/** Finds a copy of the title with one negation more or less. */
function findTurnedMeaning(
  text: string,
  { all }: SuspicionEvidence,
  comparison: TitleComparison | null,
): Suspicion[] {
  if (!comparison?.isNearCopy || comparison.lost.length + comparison.added.length > 2) return []
  const [own, title] = [text.toLowerCase(), comparison.title.toLowerCase().replace(/[’ʼ]/g, "'")]
  const stopped = /\bno longer (\w{4})/.exec(own)?.[1]
  if (stopped !== undefined && new RegExp(`\\bnot (?:be |been )?${stopped}`).test(title))
    return [
      {
        words: 'no longer',
        detail: 'says that something ended which the title says did not happen',
        strong: true,
      },
    ]
  const count = (each: string, pattern: RegExp) => each.match(pattern)?.length ?? 0
  const [ownCount, titleCount] = [count(own, denials), count(title, denials)]
  const [ownAll, titleAll] = [ownCount + count(own, softDenials), titleCount + count(title, softDenials)]
  const isLess = ownCount < titleCount && ownAll < titleAll
  const isMore = ownCount > titleCount && ownAll > titleAll
  if (!isLess && !isMore) return []
  const [found] = (isLess ? title : own).match(denials)!
  return [
    {
      words: found,
      detail: isLess ? `leaves out \`${found}\` of the title` : `adds \`${found}\` to the title`,
      // A bug that its title describes is "no more" or "no longer" there.
      strong: isLess || !(/\bno (?:more|longer)\b/.test(own) || all.replace(title, '').match(denials)),
    },
  ]
}
