import type { Category } from '../core/category.ts'
import type { Change } from '../core/change.ts'
import type { CheckDraft, Draft, Entry } from '../core/entry.ts'
import type { GenerateRequest } from '../core/request.ts'
import { checkSummary, checkWording } from './check-wording.ts'
import { createEvidenceLookup, type EvidenceLookup, readGuidance } from './evidence-lookup.ts'
import { buildEntry } from './verify.ts'

/** The categories that a change keeps whoever words it. */
export const mustIncludeCategories = new Set<Category>(['Deprecated', 'Removed', 'Security'])
const mostTogether = 6

/** The checks of a request's wordings; `given` is what a model was told, which it must not repeat. */
export function createDraftChecker(
  changes: Change[],
  request: Pick<GenerateRequest, 'language' | 'instructions'>,
  given: string[],
) {
  const byId = new Map(changes.map((change) => [change.id, change]))
  const { language, instructions } = request
  // Made when the first wording is checked: the rules' need no such check.
  let read: ReturnType<typeof readGuidance> | null = null
  const guidance = () => {
    read ??= readGuidance(instructions === null ? given : [...given, instructions], language)
    return read
  }
  const checkParts = ({ changeIds, category, text }: Pick<Draft, 'changeIds' | 'category' | 'text'>) => {
    const cited = changeIds.map((id) => byId.get(id)!)
    const evidence = createEvidenceLookup(cited.flatMap(textsOf), guidance())
    return {
      category: checkCategory(category, cited),
      together: checkTogether(cited),
      text: [...checkWording(text, evidence), ...checkSubject(text, evidence)],
    }
  }
  const check: CheckDraft = (draft) => {
    const { category, together, text } = checkParts(draft)
    return [...category, ...together, ...text]
  }
  return {
    check,
    /** The faults of a wording by the part that has them. */
    checkParts,
    checkSummary: (text: string) =>
      checkSummary(text, createEvidenceLookup(changes.flatMap(textsOf), guidance())),
    /** Hands over the entry of each draft that is told. */
    onEntry: (tell: (entry: Entry) => void) => (draft: Draft) => {
      if (draft.leftOut === null) tell(buildEntry(draft, byId))
    },
  }
}

/**
 * The right words under the wrong change would pass every other check. In another language the words are
 * others anyway; there only the names can be held against the evidence.
 */
function checkSubject(text: string, evidence: EvidenceLookup): string[] {
  if (!evidence.guidance.isEnglish) return []
  const said = longWords(text)
  // Enough of a word to know it by, in whatever form it stands.
  if (said.length === 0 || said.some((word) => evidence.text.includes(word.slice(0, 5)))) return []
  return ['it has no word in common with its change: call things what the evidence calls them']
}

function textsOf({ title, scope, sources, labels, paths, advisories, breakingNotes }: Change): string[] {
  return [title, scope ?? '', ...sources, ...labels, ...paths, ...advisories, ...breakingNotes]
}

/** What must not be missed keeps its place, and nothing is put there that does not belong. */
function checkCategory(category: Category, cited: Change[]): string[] {
  const kept = cited.find(
    (change) => mustIncludeCategories.has(change.category) && change.category !== category,
  )
  if (kept) return [`its category must stay ${kept.category}`]
  const moved = mustIncludeCategories.has(category) && cited.some((change) => change.category !== category)
  return moved ? [`its category cannot be ${category}: the evidence does not say so`] : []
}

/** Several changes are one entry only when they are of one kind and one place, or share their words. */
function checkTogether(cited: Change[]): string[] {
  const [first, ...others] = cited
  if (!first || others.length === 0) return []
  if (cited.length > mostTogether)
    return [`it puts ${cited.length} changes into one, the most is ${mostTogether}`]
  if (others.some(({ breaking }) => breaking !== first.breaking))
    return ['it puts a breaking change together with one that is not']
  const stray = others.find((change) => !isRelated(change, first))
  return stray ? ['it puts changes together that have neither a place nor a name in common'] : []
}

function isRelated(one: Change, other: Change): boolean {
  if (one.scope !== null && one.scope === other.scope) return true
  const words = new Set(longWords(other.title))
  return longWords(one.title).some((word) => words.has(word))
}

const plainWords = new Set(
  'added adding adds change changed changes fixed fixes fixing improve improved improves make makes remove removed removes support supports update updated updates when with from that this into'.split(
    ' ',
  ),
)

function longWords(title: string): string[] {
  return title
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word.length >= 4 && !plainWords.has(word))
}
