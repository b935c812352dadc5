import { type Category, mustIncludeCategories } from '../core/category.ts'
import type { Change } from '../core/change.ts'
import { describeFact } from '../core/describe-fact.ts'
import type { CheckDraft, Draft, Entry } from '../core/entry.ts'
import type { GenerateRequest } from '../core/request.ts'
import { checkSummary, checkWording } from './check-wording.ts'
import { createEvidenceLookup, type EvidenceLookup, type Guidance, readGuidance } from './evidence-lookup.ts'
import { buildEntry } from './verify.ts'

const maxCombined = 6

/** The checks of one request, for drafts that a model, an agent or a person wrote. */
export interface DraftChecker {
  check: CheckDraft
  /** Returns the faults of a draft by the part that has them. */
  checkParts: (draft: Pick<Draft, 'changeIds' | 'category' | 'text'>) => DraftFaults
  checkSummary: (text: string) => string[]
  /** Returns a listener for drafts that passes on the entries of those that are included. */
  onEntry: (listener: (entry: Entry) => void) => (draft: Draft) => void
}

/** The faults of a draft's category, of combining its changes, and of its text. */
interface DraftFaults {
  category: string[]
  combination: string[]
  text: string[]
}

/** Creates the checks of a request; no text may repeat `promptTexts` or the instructions. */
export function createDraftChecker(
  changes: Change[],
  { language, instructions }: Pick<GenerateRequest, 'language' | 'instructions'>,
  promptTexts: string[],
): DraftChecker {
  const byId = new Map(changes.map((change) => [change.id, change]))
  // Made with the first check: drafts by rules are not checked.
  let guidance: Guidance | null = null
  const getGuidance = () => {
    guidance ??= readGuidance(instructions === null ? promptTexts : [...promptTexts, instructions], language)
    return guidance
  }
  const checkParts: DraftChecker['checkParts'] = ({ changeIds, category, text }) => {
    const cited = changeIds.map((id) => byId.get(id)!)
    const evidence = createEvidenceLookup(cited.flatMap(textsOf), getGuidance())
    return {
      category: checkCategory(category, cited),
      combination: checkCombination(cited),
      text: [...checkWording(text, evidence), ...checkSubject(text, evidence)],
    }
  }
  return {
    check: (draft) => {
      const { category, combination, text } = checkParts(draft)
      return [...category, ...combination, ...text]
    },
    checkParts,
    checkSummary: (text) => checkSummary(text, createEvidenceLookup(changes.flatMap(textsOf), getGuidance())),
    onEntry: (listener) => (draft) => {
      if (draft.exclusionReason === null) listener(buildEntry(draft, byId))
    },
  }
}

/**
 * Checks that a text shares a word with its change: a text about another change could pass every other check. In
 * other languages the words differ from the evidence, so only names can be compared there.
 */
function checkSubject(text: string, evidence: EvidenceLookup): string[] {
  if (!evidence.guidance.isEnglish) return []
  const words = longWords(text)
  // The first five letters recognise a word in all its forms.
  if (words.length === 0 || words.some((word) => evidence.text.includes(word.slice(0, 5)))) return []
  return ['it has no word in common with its change; use the terms of the evidence']
}

function textsOf(change: Change): string[] {
  const { title, scope, sources, labels, paths, advisories, breakingNotes, facts = [] } = change
  const named = facts.map(describeFact)
  return [title, scope ?? '', ...sources, ...labels, ...paths, ...advisories, ...breakingNotes, ...named]
}

/** Changes of a must-include category keep it, and no other change gets such a category. */
function checkCategory(category: Category, cited: Change[]): string[] {
  const kept = cited.find(
    (change) => mustIncludeCategories.has(change.category) && change.category !== category,
  )
  if (kept) return [`its category must stay ${kept.category}`]
  const moved = mustIncludeCategories.has(category) && cited.some((change) => change.category !== category)
  return moved ? [`its category cannot be ${category}, because the evidence does not support it`] : []
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
  const words = new Set(longWords(other.title))
  return longWords(one.title).some((word) => words.has(word))
}

const commonWords = new Set(
  'added adding adds change changed changes fixed fixes fixing improve improved improves make makes remove removed removes support supports update updated updates when with from that this into'.split(
    ' ',
  ),
)

function longWords(title: string): string[] {
  return title
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word.length >= 4 && !commonWords.has(word))
}
