import { type Category, mustIncludeCategories } from '../core/category.ts'
import type { Change } from '../core/change.ts'
import { describeFact } from '../core/describe-fact.ts'
import { type EndNames, unknownEndNames } from '../core/end-names.ts'
import type { CheckDraft, Draft, Entry, Suspicion } from '../core/entry.ts'
import type { GenerateRequest } from '../core/request.ts'
import { readPieces } from '../text/inline-text.ts'
import { checkEffects } from './check-claims.ts'
import { stripCommitPrefix } from './check-shape.ts'
import { checkSubject } from './check-subject.ts'
import { checkSummary, checkWordingParts, maxFaults, type WordingFaults } from './check-wording.ts'
import { absentFault, collectRangeNames, findCorrected, findWithdrawn, type RangeNames } from './end-state.ts'
import {
  createEvidenceLookup,
  type Guidance,
  normaliseText,
  readGuidance,
  singular,
} from './evidence-lookup.ts'
import { findSuspicions, isWithinTitles } from './find-suspicions.ts'
import { listCodeNames } from './name-spellings.ts'
import { prepareEvidence } from './suspicion-evidence.ts'
import { buildEntry } from './verify.ts'
import { isGeneric, stemOf, wordsOf } from './word-forms.ts'

const maxCombined = 6
/** A longer text is invalid anyway. */
const maxCompared = 2000

/** The checks of one request, for drafts that a model, an agent or a person wrote. */
export interface DraftChecker {
  check: CheckDraft
  /** Returns the faults of a draft whose category is settled. */
  checkSettled: CheckDraft
  /** Returns the faults of a draft by the part that has them. */
  checkParts: (draft: DraftToCheck) => DraftFaults
  /** Returns the names in code that only the bodies of messages contain, so that they must be looked up. */
  listOpenNames: (draft: DraftToCheck) => string[]
  /** Returns the faults of names that exist at neither end of the range. */
  findAbsentNames: (names: string[]) => Promise<Map<string, string>>
  /** Returns the statements of a draft that the evidence may not support. */
  suspect: (draft: DraftToCheck) => Suspicion[]
  /** Whether a draft only repeats the title or the authors' own words, so that it needs no further check. */
  isCopy: (draft: DraftToCheck) => boolean
  /** Whether a checker needs more than the titles, because they do not have all words of the draft. */
  needsDetails: (draft: DraftToCheck) => boolean
  /** Returns a model's draft without a commit prefix, and in the category that the evidence supports. */
  settle: (draft: Draft, quote: string) => Draft
  /** Whether the evidence of the changes contains a quote, apart from case and spaces. */
  isQuoted: (changeIds: string[], quote: string) => boolean
  checkSummary: (text: string) => string[]
  /** Returns the statements of a summary that the entries may not support. */
  suspectSummary: (text: string, entries: string[]) => Suspicion[]
  /** Returns a listener for drafts that passes on the entries of those that are included. */
  onEntry: (listener: (entry: Entry) => void) => (draft: Draft) => void
}

type DraftToCheck = Pick<Draft, 'changeIds' | 'category' | 'text'>

/** The faults of a draft's category, of combining its changes, and of its text. */
interface DraftFaults {
  category: string[]
  combination: string[]
  /** What makes the text unsafe to display. */
  unsafe: string[]
  /** What the text says and the evidence does not support, and what is wrong with its form. */
  statements: string[]
}

/** What is known beside the changes. */
interface KnownBeside {
  endNames?: EndNames | undefined
  /** Excluded changes that a draft may cite. */
  doubtful?: Change[]
}

/** Creates the checks of a request; no text may repeat `promptTexts` or the instructions. */
export function createDraftChecker(
  changes: Change[],
  { language, instructions }: Pick<GenerateRequest, 'language' | 'instructions'>,
  promptTexts: string[],
  { endNames = unknownEndNames, doubtful = [] }: KnownBeside = {},
): DraftChecker {
  const byId = new Map([...changes, ...doubtful].map((change) => [change.id, change]))
  // Made with the first check: drafts by rules are not checked.
  let guidance: Guidance | null = null
  const getGuidance = () => {
    guidance ??= readGuidance(instructions === null ? promptTexts : [...promptTexts, instructions], language)
    return guidance
  }
  let rangeNames: RangeNames | null = null
  const getRangeNames = () => {
    rangeNames ??= collectRangeNames(changes)
    return rangeNames
  }
  const citedBy = ({ changeIds }: Pick<Draft, 'changeIds'>) => changeIds.map((id) => byId.get(id)!)
  const lookUp = (cited: Change[]) => createEvidenceLookup(cited.flatMap(textsOf), getGuidance())
  const isCopy: DraftChecker['isCopy'] = (draft) => {
    const [change, ...others] = citedBy(draft)
    return others.length === 0 && copiesTitle(draft.text, change!)
  }
  const checkParts: DraftChecker['checkParts'] = (draft) => {
    const { category, text } = draft
    const cited = citedBy(draft)
    const code = codeIn(text)
    const texts = cited.flatMap(textsOf)
    const names = code.length === 0 ? null : getRangeNames()
    const corrected = names ? findCorrected(code, texts.join('\n'), names, endNames) : []
    const stated = createEvidenceLookup([...texts, ...corrected], getGuidance())
    const diffs = cited.flatMap(({ diffText }) => diffText ?? [])
    // A diff shows names and numbers; only people state effects.
    const wording =
      diffs.length === 0
        ? checkWordingParts(text, stated)
        : withEffects(
            checkWordingParts(text, createEvidenceLookup([...texts, ...diffs, ...corrected], getGuidance())),
            checkEffects(text, stated),
          )
    return {
      category: checkCategory(category, cited),
      combination: checkCombination(cited),
      unsafe: wording.unsafe,
      statements: [
        ...wording.statements.slice(0, Math.max(0, maxFaults - wording.unsafe.length)),
        ...(names && !isCopy(draft) ? findWithdrawn(code, cited, names) : []),
        ...checkSubject(text, cited, getGuidance().isEnglish),
      ],
    }
  }
  return {
    check: (draft) => {
      const { category, combination, unsafe, statements } = checkParts(draft)
      return [...category, ...combination, ...unsafe, ...statements]
    },
    checkSettled: (draft) => {
      const { combination, unsafe, statements } = checkParts(draft)
      return [...combination, ...unsafe, ...statements]
    },
    checkParts,
    listOpenNames: (draft) => {
      const names = listCodeNames(codeIn(draft.text))
      if (names.length === 0) return []
      const stated = citedBy(draft).flatMap(statedTexts).join('\n').toLowerCase()
      return names.filter((name) => !stated.includes(name.toLowerCase()) && !endNames.isInChangedFiles(name))
    },
    findAbsentNames: async (names) => {
      const absent = names.length === 0 ? [] : await endNames.findAbsent([...new Set(names)])
      return new Map([...absent].map((name) => [name, absentFault(name)]))
    },
    suspect: (draft) => {
      if (!getGuidance().isEnglish || draft.text.length > maxCompared || isCopy(draft)) return []
      const cited = citedBy(draft)
      const statements = cited.map(({ title, ownText }) => ownText ?? title)
      return findSuspicions(
        draft.text,
        prepareEvidence(
          statements,
          cited.flatMap(textsOf),
          bodyLengthOf(cited),
          cited.flatMap(({ changedText }) => changedText ?? []),
        ),
      )
    },
    isCopy,
    needsDetails: (draft) => {
      const cited = citedBy(draft)
      const titles = cited.map(({ title }) => title)
      const others = cited.map(({ scope }) => scope ?? '')
      return !getGuidance().isEnglish || !isWithinTitles(draft.text, prepareEvidence(titles, others, 0))
    },
    settle: (draft, quote) => {
      const cited = citedBy(draft)
      const isQuoted = quote.trim() !== '' && hasQuote(quote, cited)
      return {
        ...draft,
        text: withAdvisories(stripCommitPrefix(draft.text), cited),
        category: settleCategory(draft.category, cited, isQuoted ? quote : ''),
      }
    },
    isQuoted: (changeIds, quote) => hasQuote(quote, citedBy({ changeIds })),
    checkSummary: (text) => checkSummary(text, lookUp(changes)),
    suspectSummary: (text, entries) =>
      getGuidance().isEnglish
        ? findSuspicions(text, { ...prepareEvidence(entries, [], 0), hasBody: true }).filter(
            ({ words }) => words !== '',
          )
        : [],
    onEntry: (listener) => (draft) => {
      if (draft.exclusionReason === null) listener(buildEntry(draft, byId))
    },
  }
}

function withEffects(wording: WordingFaults, effects: string[]): WordingFaults {
  return { ...wording, statements: [...new Set([...wording.statements, ...effects])] }
}

function codeIn(text: string): string[] {
  return readPieces(text).flatMap(({ kind, value }) => (kind === 'code' ? [value] : []))
}

function textsOf(change: Change): string[] {
  return [...statedTexts(change), ...change.sources]
}

/** What is known of a change without the bodies of its messages; the rules state only this. */
function statedTexts(change: Change): string[] {
  const { title, ownText, scope, labels, paths, advisories, breakingNotes, facts = [] } = change
  const given = [title, ownText ?? '', scope ?? '', ...labels, ...paths, ...advisories]
  return [...given, ...breakingNotes, ...facts.map(describeFact)]
}

/** Adds the ids of advisories that a text leaves out, as the rules write them. */
function withAdvisories(text: string, cited: Change[]): string {
  const ids = cited.flatMap(({ advisories }) => advisories)
  const missing = ids.filter((id) => !text.toLowerCase().includes(id.toLowerCase()))
  if (missing.length === 0 || text === '') return text
  const start = /^\p{Lu}\p{Ll}+(?!\S)/u.test(text) ? text.charAt(0).toLowerCase() : text.charAt(0)
  return `${missing.join(', ')}: ${start}${text.slice(1)}`
}

function bodyLengthOf(cited: Change[]): number {
  const bodies = cited.flatMap(({ messages, requestBodies, breakingNotes }) => [
    ...messages.map(({ body }) => body),
    ...requestBodies,
    ...breakingNotes,
  ])
  return bodies.reduce((sum, body) => sum + body.length, 0)
}

const normalisedTexts = new WeakMap<Change, string>()

function normalisedTextOf(change: Change): string {
  const known = normalisedTexts.get(change) ?? normaliseText(textsOf(change).join('\n'))
  normalisedTexts.set(change, known)
  return known
}

const minQuote = 3

/** Whether the evidence of the changes contains a quote literally, apart from case, marks and spaces. */
function hasQuote(quote: string, cited: Change[]): boolean {
  const wanted = normaliseText(quote)
  if ((wanted.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < minQuote)
    return cited.some(({ title }) => normaliseText(title) === wanted)
  return cited.some(
    (change) =>
      normalisedTextOf(change).includes(wanted) || normaliseText(change.diffText ?? '').includes(wanted),
  )
}

/** How much longer articles, plurals and marks can make a copy. */
const maxArticles = 80
const articles = new Set(['a', 'an', 'the'])

/** Whether a text has the words of the title in their order, apart from articles and number. */
function copiesTitle(text: string, { title, ownText }: Change): boolean {
  const given = [title, ownText].filter((each) => each !== undefined)
  const own = plainSequence(text)
  if (own === '') return given.some((each) => normaliseText(each) === normaliseText(text))
  // Most texts end otherwise than the title, so that it need not be taken apart.
  return given.some(
    (each) => Math.abs(each.length - text.length) < maxArticles && plainSequence(each) === own,
  )
}

function plainSequence(text: string): string {
  return (normaliseText(text).match(/[^\s.,;:!?()'"]+/g) ?? [])
    .filter((word) => !articles.has(word))
    .map(singular)
    .join(' ')
}

const categoryWords: [Category, RegExp][] = [
  [
    'Removed',
    /\b(?:remov|delet|drop|discontinu|withdraw|end of life|eol\b|no longer (?:support|available))/i,
  ],
  ['Deprecated', /\b(?:deprecat|obsolete|sunset)/i],
  ['Security', /\b(?:secur|vulnerab|cve-|ghsa-|exploit|injection|traversal|xss|csrf|ssrf|redos)/i],
]

/**
 * Returns the category that the evidence supports: a model may move a change into Removed, Deprecated or Security, or
 * out of Removed and Deprecated, only with a literal quote; a title that begins with "Remove" is enough for Removed.
 */
function settleCategory(category: Category, cited: Change[], quote: string): Category {
  const [first] = cited
  const kept = cited.find((change) => mustIncludeCategories.has(change.category))
  if (!first || cited.every((change) => change.category === category)) return category
  const words = categoryWords.find(([name]) => name === category)?.[1]
  if (words) {
    const isTitled = cited.every(({ title }) => isRemoval(title) && category === 'Removed')
    const isMoved = isTitled || words.test(quote)
    return isMoved && kept?.category !== 'Security' ? category : (kept ?? first).category
  }
  if (!kept) return category
  return kept.category !== 'Security' && quote !== '' ? category : kept.category
}

function isRemoval(title: string): boolean {
  return /^(?:remove|delete|drop)[sd]?\b|^(?:removed|deleted|dropped)\b/i.test(title)
}

// What people write about a change of each kind; narrower than the words of a quote, which was chosen as the reason.
const supportedBy: Partial<Record<Category, RegExp>> = {
  Removed:
    /\b(?:remov(?:e[sd]?|ing|al)|delet(?:e[sd]?|ing)|drop(?:s|ped|ping)?|discontinued?|withdr[ae]wn?|end of life|eol|no longer (?:supported|available))\b/i,
  Deprecated:
    /\b(?:deprecat(?:e[sd]?|ing|ions?)|obsoleted?|sunset(?:ting)?|(?:will|to) be removed|(?:planned|scheduled) for removal|removal (?:is )?planned)\b/i,
  Security:
    /\b(?:cve-\d{4}-\d{4,7}|ghsa(?:-\w{4}){3}|vulnerabilit(?:y|ies)|security|exploit(?:s|ed|able)?|injection|traversal|xss|csrf|ssrf|redos)\b/i,
}

/**
 * Changes of a must-include category keep it. Another change gets such a category, and a removal becomes a deprecation
 * or the other way round, only if its authors say so; what they wrote for the changelog counts as well.
 */
function checkCategory(category: Category, cited: Change[]): string[] {
  const words = supportedBy[category]
  const isSupported = (change: Change) => words?.test(claimsOf(change)) === true
  const kept = cited.find(
    (change) =>
      mustIncludeCategories.has(change.category) &&
      change.category !== category &&
      (change.category === 'Security' || !isSupported(change)),
  )
  if (kept) return [`its category must stay ${kept.category}`]
  const unsupported = cited.find((change) => change.category !== category && words && !isSupported(change))
  return unsupported ? [`its category cannot be ${category}, because the evidence does not support it`] : []
}

/** What the authors say that a change is about; the bodies of dependency updates quote other projects. */
function claimsOf({ title, ownText, labels, advisories, breakingNotes, messages }: Change): string {
  const bodies = isDependencyUpdate(title) ? [] : messages.map(({ body }) => body)
  const subjects = messages.map(({ subject }) => subject)
  return [title, ownText ?? '', ...labels, ...advisories, ...breakingNotes, ...subjects, ...bodies].join('\n')
}

function isDependencyUpdate(title: string): boolean {
  return /^(?:bump|update|upgrade)[sd]?\b.{1,200}\b(?:from|to) v?\d/i.test(title)
}

/** Several changes may be one entry only if all or none are breaking and they share a scope or a word. */
function checkCombination(cited: Change[]): string[] {
  const [first, ...others] = cited
  if (!first || others.length === 0) return []
  if (cited.length > maxCombined)
    return [`it combines ${cited.length} changes; combine at most ${maxCombined}`]
  if (others.some(({ breaking }) => breaking !== first.breaking))
    return ['it combines a breaking change with one that is not breaking; write an entry for each']
  const unrelated = others.some((change) => !isRelated(change, first))
  return unrelated
    ? [
        'it combines changes that have neither a scope nor a word of the title in common; write an entry for each',
      ]
    : []
}

function isRelated(one: Change, other: Change): boolean {
  if (one.scope !== null && one.scope === other.scope) return true
  const words = new Set(titleStems(other))
  return titleStems(one).some((word) => words.has(word))
}

function titleStems({ title }: Change): string[] {
  return wordsOf(title)
    .filter((word) => word.length >= 4 && !isGeneric(word))
    .map(stemOf)
}
