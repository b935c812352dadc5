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
  return withoutRepetitions([
    ...findNewWords(plain, evidence, title),
    ...cuesOf(plain, evidence),
    ...findLostWords(title),
    ...findTurnedWords(text, evidence),
    ...findOpposites(text, evidence),
    ...findTurnedMeaning(text, evidence, title),
    ...findDeniedVerb(plain, evidence),
    ...findCombination(evidence),
    ...findAddedClause(plain, evidence),
  ])
}

/** Removes a suspicion if another one that is not weaker names the same words. */
function withoutRepetitions(all: Suspicion[]): Suspicion[] {
  // Inventions and opposites reject a text, so that they are always named.
  const isNamed = ({ kind }: Suspicion) => kind === 'order' || kind === 'invention' || kind === 'opposite'
  const named = all.map((each) => (isNamed(each) ? [] : wordsOf(each.words)))
  return all.filter((one, at) => {
    const own = named[at]!
    if (own.length === 0) return true
    return !all.some((other, index) => {
      const theirs = named[index]!
      if (index === at || (one.strong && !other.strong) || !own.every((word) => theirs.includes(word)))
        return false
      return theirs.length > own.length || (other.strong && !one.strong) || index < at
    })
  })
}

function isName(word: string): boolean {
  return /\p{Ll}\p{Lu}|[\p{L}\p{N}][_/\\][\p{L}\p{N}]/u.test(word)
}

/** Nouns for what the evidence shows by its form. */
const shownBy: [noun: RegExp, form: RegExp][] = [
  [/^(?:option|flag|switch|argument)s?$/, /(?:^|[\s`'"(])--[a-z]/],
  [/^(?:endpoint|route)s?$/, /(?:^|[\s`'"(])\/[a-z]/],
]

/** Whether the evidence has a word in some form: another ending, an abbreviation, or written together with others. */
function isSupported(word: string, { words, stems, joined, all }: SuspicionEvidence): boolean {
  const stem = stemOf(word)
  if (words.has(word) || stems.has(stem)) return true
  if (shownBy.some(([noun, form]) => noun.test(word) && form.test(all))) return true
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
      kind: 'words',
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
  /** Whether one of them limits the word after it, which the text has: `optional modules`. */
  losesLimit: boolean
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
  const given = wordsOf(title).filter(isContent)
  const everyOwn = wordsOf(text).map(stemOf)
  // The first word is the verb, which has many synonyms.
  const [verb = ''] = wordsOf(title)
  const isLost = (word: string) => stemOf(word) !== stemOf(verb) && !hasStem(everyOwn, stemOf(word))
  const lost = given.filter(isLost)
  const added = own.filter((stem) => !hasStem(given.map(stemOf), stem))
  const kept = given.length - lost.length
  // Names are compared as a whole, by the check of identifiers.
  const inProse = title.replace(/\S+/g, (word) => (isName(word) || word.includes('`') ? ' . ' : word))
  const losesLimit = inProse.split(/[^\p{L}\p{N}' -]+/u).some((part) => {
    const words = wordsOf(part)
    return words.some((word, at) => {
      const next = words[at + 1]
      return isContent(word) && isLost(word) && next !== undefined && isContent(next) && !isLost(next)
    })
  })
  return { lost, losesLimit, added, isNearCopy: kept > 0 && lost.length <= 0.4 * given.length, title }
}

function isContent(word: string): boolean {
  return !isGeneric(word) && !negations.has(word) && word.length > 1
}

function contentStems(text: string): string[] {
  return wordsOf(text).filter(isContent).map(stemOf)
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
      kind: title.losesLimit ? 'limit-left-out' : 'left-out',
      words: title.lost.join(', '),
      detail: `leaves out \`${title.lost.join('`, `')}\` of the title`,
      strong: false,
    },
  ]
}

// "Support for Python" names an object, and no purpose.
const addedClause =
  /\b(?:to|(?<!\bsupport )for) (?!the\b|an?\b)[a-z]{3,}|\b(?:so that|because|when|if|due to|in order)\b/

/** Finds a reason, condition or purpose that a title alone does not have, even if its words are known. */
function findAddedClause(text: string, { hasBody, diff, statements }: SuspicionEvidence): Suspicion[] {
  const found = addedClause.exec(text.toLowerCase())?.[0]
  if (found === undefined || hasBody || diff !== '' || statements.length !== 1) return []
  return addedClause.test(statements[0]!.toLowerCase())
    ? []
    : [{ kind: 'claim', words: found, detail: `adds \`${found}\` to the title`, strong: false }]
}

/** One sentence about several changes may give what one does to another. */
function findCombination({ statements }: SuspicionEvidence): Suspicion[] {
  return statements.length < 2
    ? []
    : [
        {
          kind: 'combination',
          words: '',
          detail: `combines ${statements.length} changes in one statement`,
          strong: false,
        },
      ]
}

const pivot = /\b(?:to|with|from|instead of|of|as|in|into|by|without|than|for|on|at|before|after)\b/

const belonging = new Set(['with', 'of', 'in', 'for', 'on', 'at'])

/** Finds two parts of the title that have changed places: `set A to B`, `set B to A`. */
function findTurnedWords(text: string, { statements }: SuspicionEvidence): Suspicion[] {
  for (const statement of statements) {
    const parts = statement.toLowerCase().split(pivot)
    const own = text.toLowerCase().split(pivot)
    if (parts.length < 2 || own.length < 2) continue
    const [given, said] = [statement, text].map((each) => pivot.exec(each.toLowerCase())![0])
    // "Contexts with timeouts" are the "timeouts of contexts", but A before B is not B before A.
    if (given !== said && belonging.has(given!) && belonging.has(said!)) continue
    const [first, second] = [contentStems(parts[0]!), contentStems(parts[1]!)]
    const [ownFirst, ownSecond] = [contentStems(own[0]!), contentStems(own[1]!)]
    const isTurned =
      second.some((stem) => ownFirst.includes(stem) && !first.includes(stem) && !ownSecond.includes(stem)) &&
      first.some((stem) => ownSecond.includes(stem) && !second.includes(stem) && !ownFirst.includes(stem))
    if (isTurned)
      return [
        {
          kind: 'order',
          words: text.slice(0, 60),
          detail: 'has the parts of the title in another order',
          strong: false,
        },
      ]
  }
  return []
}

const opposites =
  'sign-in/sign-out log-in/log-out opt-in/opt-out zoom-in/zoom-out foreground/background row/column first/last beginning/containing starting/containing starting/ending prefix/suffix before/after min/max minimum/maximum sync/async synchronous/asynchronous read/write client/server enable/disable show/hide left/right up/down top/bottom horizontal/vertical input/output public/private local/remote local/global debug/release upgrade/downgrade increase/decrease allow/forbid allow/reject keep/remove keep/drop start/end old/new internal/external optional/required optional/mandatory single/multiple nested/top-level encode/decode encrypt/decrypt mount/unmount install/uninstall lock/unlock import/export upper/lower uppercase/lowercase ascending/descending leading/trailing parent/child source/target source/destination request/response get/set push/pull open/close connect/disconnect attach/detach accept/reject add/remove deprecate/remove linux/windows macos/windows http/https valid/invalid success/failure absolute/relative always/never inclusive/exclusive static/dynamic eager/lazy known/unknown supported/unsupported used/unused include/exclude manual/automatic'
    .split(' ')
    .map((pair) => pair.split('/') as [string, string])
    .flatMap(([one, other]) => [[one, other] as const, [other, one] as const])
    .map(([said, meant]) => ({ said, meant, saidTerm: toTerm(said), meantTerm: toTerm(meant) }))

const denied = /\b(?:no longer|not|never|cannot|[a-z]+n't)(?: (?:be|been|being))? ([a-z]{3,})/g

/** Finds a word of the title that the text exchanges for its opposite. */
function findOpposites(text: string, { statements, all, diff }: SuspicionEvidence): Suspicion[] {
  const own = toTerms(text)
  const title = toTerms(statements.join(' \n '))
  const titleWords = wordsOf(statements.join(' \n '))
  const deniedStems = new Set([...text.toLowerCase().matchAll(denied)].map(([, word]) => stemOf(word!)))
  return opposites.flatMap(({ said, meant, saidTerm, meantTerm }): Suspicion[] => {
    const isExchanged =
      own.has(saidTerm) && !own.has(meantTerm) && title.has(meantTerm) && !title.has(saidTerm)
    // To accept no longer is to reject.
    if (!isExchanged || deniedStems.has(saidTerm)) return []
    // The opposite of valid says nothing about a validation.
    if (titleWords.some((word) => stemOf(word) === meantTerm && isDerived(word, meant))) return []
    const start = said.slice(0, 5).replace('-', ' ')
    const strong = !all.includes(start) && !diff.includes(start)
    return [
      { kind: 'opposite', words: said, detail: `says \`${said}\` where the title says \`${meant}\``, strong },
    ]
  })
}

function isDerived(word: string, base: string): boolean {
  const derived = /(?:at(?:e[sd]?|ing|ors?|ions?)|ments?|[ae]nces?|ity)$/
  return word !== base && derived.test(word) && !derived.test(base)
}

function toTerm(word: string): string {
  return word.split('-').map(stemOf).join('-')
}

/** The stems of a text, and those of two words in a row. */
function toTerms(text: string): Set<string> {
  const stems = wordsOf(text).map(stemOf)
  return new Set([...stems, ...stems.slice(1).map((stem, index) => `${stems[index]}-${stem}`)])
}

// What is used or kept instead of something else is the other side of the same change.
const twoSided = 'use call make set allow keep replace switch change move'
// The title of a fix often names only what went wrong.
const failures =
  'crash panic hang freeze leak fail error deadlock flicker overflow race regression typo wrong missing'
const failureStems = new Set(failures.split(' ').map(stemOf))
const notDone = new Set([...twoSided.split(' ').map(stemOf), ...failureStems])

function isFailure(word: string): boolean {
  return failureStems.has(stemOf(word))
}

/** Finds a text that denies what the title says is done now: "validate rules", "rules are not validated". */
function findDeniedVerb(plain: string, { statements }: SuspicionEvidence): Suspicion[] {
  if (statements.length !== 1) return []
  const title = statements[0]!.replace(/^[^:\s]{1,40}:\s/, '').toLowerCase()
  const verb = stemOf(wordsOf(title)[0] ?? '')
  if (notDone.has(verb) || /\b(?:not|no|never|instead|without)\b|n't\b/.test(title)) return []
  const said = [...plain.toLowerCase().matchAll(denied)].find(([, word]) => stemOf(word!) === verb)
  return said
    ? [
        {
          kind: 'opposite',
          words: said[0],
          detail: `says \`${said[0]}\`, and the title says that it is done`,
          strong: true,
        },
      ]
    : []
}

const denials =
  /\bnot\b|n't\b|\bnon\b|\bno\b|\bnor\b|\bnever\b|\bnone\b|\bnothing\b|\bwithout\b|\bcannot\b|\bexcept\b|\bother than\b|\bunless\b|\bregardless\b/g
const softDenials =
  /\binstead\b|\brather than\b|\bavoid\w*|\bprevent\w*|\bskip\w*|\bignor\w*|\bstop\w*|\breject\w*|\bforbid\w*|\brefus\w*|\bdisallow\w*|\bomit\w*|\bleav\w+ out|\bexclud\w*|\bdisabl\w*|\bturn\w* off|\bden(?:y|ies)\b|\black\w*|\bmissing\b|\babsent\b|\bempty\b|\bblank\b|\b\w{4,}less\b|\bun[a-z]{4,}|\bremov\w*|\bdrop\w*|\bfix\w*|\bfail\w*|\bonly\b|\bwrong\w*/g

const ended = /\b(?:prevent|avoid|eliminat|no longer|stop|previously|used to)/

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
        kind: 'negation',
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
  // A failure that the title names, or that the body says is prevented, is "no longer" there.
  const isOver = isMore && /\bno longer\b|\bany ?more\b/.test(own)
  if (isOver && (wordsOf(title).some(isFailure) || ended.test(all.replace(title, '')))) return []
  const [found] = (isLess ? title : own).match(denials)!
  return [
    {
      kind: 'negation',
      words: found,
      detail: isLess ? `leaves out \`${found}\` of the title` : `adds \`${found}\` to the title`,
      // A bug that its title describes is "no more" or "no longer" there.
      strong: isLess || !(/\bno (?:more|longer)\b/.test(own) || all.replace(title, '').match(denials)),
    },
  ]
}
