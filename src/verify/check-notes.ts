import type { Change, Curated } from '../core/change.ts'
import type { Commit } from '../core/commit.ts'
import type { Draft } from '../core/entry.ts'
import type { Fault } from '../core/errors.ts'
import type { Citation, NotesRequest, SentEntry } from '../core/sent-notes.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { cutText } from '../text/inline-text.ts'
import { advise } from './advise.ts'
import { type createDraftChecker, mustIncludeCategories } from './draft-checker.ts'
import { createCitationResolver } from './resolve-citations.ts'

type NotesToCheck = Pick<NotesRequest, 'entries' | 'omit' | 'summary' | 'writtenBy'>

/** What sent notes are held against. */
interface NotesCheckContext {
  curated: Pick<Curated, 'changes' | 'omitted'>
  commits: Commit[]
  /** The rules' own words, which need no check when somebody sends them back. */
  byRules: Draft[]
  checks: Pick<ReturnType<typeof createDraftChecker>, 'checkParts' | 'checkSummary'>
  /** Whether the notes are not whole yet, so that nothing can be missing from them. */
  partial: boolean
}

/** What became of sent notes: drafts in the order in which they were sent, and all that is wrong with them. */
export interface CheckedNotes {
  drafts: Draft[]
  faults: Fault[]
  /** The changes that neither an entry nor an omission is about. */
  uncovered: Change[]
  warnings: Warning[]
}

/** Holds notes that a person or an agent wrote against the range: what they cite, what they say, what they miss. */
export function checkNotes(notes: NotesToCheck, measure: NotesCheckContext): CheckedNotes {
  const { curated, commits, checks, partial } = measure
  const byId = new Map(curated.changes.map((change) => [change.id, change]))
  const settle = settler(createCitationResolver(curated, commits))
  const drafts: Draft[] = []
  const faults: Fault[] = []
  const warnings: Warning[] = []
  const wording = wordingChecker(notes, measure, byId)

  for (const [index, entry] of notes.entries.entries()) {
    const at = `#/entries/${index}`
    const settled = settle(entry, at, 'tells')
    const draft = asDraft(
      entry,
      settled.changeIds.map((id) => byId.get(id)!),
      notes,
    )
    const found = draft && settled.faults.length === 0 ? wording(draft, entry, at) : { draft, faults: [] }
    if (found.draft) drafts.push(found.draft)
    faults.push(...settled.faults, ...found.faults)
  }
  for (const [index, omission] of notes.omit.entries()) {
    const at = `#/omit/${index}`
    const settled = settle(omission, at, 'leaves out')
    faults.push(...settled.faults)
    for (const id of settled.changeIds) {
      const change = byId.get(id)!
      drafts.push(leftOut(change, omission.reason, notes))
      if (!isMustTell(change)) continue
      if (notes.writtenBy === 'agent') faults.push({ pointer: at, detail: mustBeTold(change) })
      else warnings.push(leftOutAllTheSame(change, omission.reason))
    }
  }
  if (notes.summary !== null) {
    const found = checks.checkSummary(notes.summary)
    faults.push(...found.map((fault) => ({ pointer: '#/summary', detail: advise(fault) })))
  }
  const settled = new Set(drafts.flatMap(({ changeIds }) => changeIds))
  const uncovered = curated.changes.filter(({ id }) => !settled.has(id))
  const missing = partial ? [] : uncovered.map((change) => ({ pointer: '#/entries', detail: untold(change) }))
  return { drafts, faults: faults.concat(missing), uncovered, warnings }
}

/** Resolves citations, and sees to it that each change is settled once. */
function settler(resolve: ReturnType<typeof createCitationResolver>) {
  const settledAt = new Map<string, string>()
  return (citation: Citation, at: string, deed: 'tells' | 'leaves out') => {
    const { changeIds, leftOut, faults } = resolve(citation, at)
    const twice = changeIds.flatMap((id): Fault[] => {
      const before = settledAt.get(id)
      const detail = `${deed} the change \`${id}\`, which ${before?.slice(2)} settles already; cite it in one place only`
      return before === undefined ? [] : [{ pointer: at, detail }]
    })
    const once = changeIds.filter((id) => !settledAt.has(id))
    for (const id of once) settledAt.set(id, at)
    const untellable = leftOut.map((omission) => ({
      pointer: at,
      detail: `the commit \`${omission.sha.slice(0, 12)}\` cannot be told (${omission.reason}: ${omission.detail}); leave it out of \`commits\``,
    }))
    const all = [...faults, ...twice, ...(deed === 'tells' ? untellable : [])]
    const aboutNothing = citation.ids.length + citation.commits.length === 0
    return { changeIds: once, faults: aboutNothing ? [{ pointer: at, detail: citesNothing }] : all }
  }
}

const citesNothing = 'cites nothing; say what it is about by `ids` of changes or `commits`'

/** Checks the words of an entry, unless they are the rules' own. */
function wordingChecker(
  notes: NotesToCheck,
  { byRules, checks }: NotesCheckContext,
  byId: Map<string, Change>,
) {
  const rules = new Map(byRules.map((draft) => [draft.changeIds[0]!, draft]))
  return (draft: Draft, entry: SentEntry, at: string): { draft: Draft; faults: Fault[] } => {
    const own = draft.changeIds.length === 1 ? rules.get(draft.changeIds[0]!) : undefined
    const { category, together, text } = checks.checkParts(draft)
    const isOwn = own?.text === draft.text
    const kept = byId.get(draft.changeIds[0]!)!.category
    const faults = [
      ...category.map((fault) => ({
        pointer: `${at}/category`,
        detail: entry.category === null ? fault : `${fault}; leave \`category\` out to keep ${kept}`,
      })),
      ...together.map((fault) => ({ pointer: at, detail: `${fault}; write an entry for each` })),
      ...(isOwn ? [] : text.map((fault) => ({ pointer: `${at}/text`, detail: advise(fault) }))),
    ]
    return {
      draft: isOwn ? { ...draft, writtenBy: 'rules' } : { ...draft, writtenBy: notes.writtenBy },
      faults,
    }
  }
}

function asDraft(
  { category, text }: SentEntry,
  changes: Change[],
  { writtenBy }: NotesToCheck,
): Draft | null {
  const [first] = changes
  if (!first) return null
  const changeIds = changes.map(({ id }) => id)
  return { changeIds, category: category ?? first.category, text: text.trim(), writtenBy, leftOut: null }
}

function leftOut({ id, category }: Change, reason: string, { writtenBy }: NotesToCheck): Draft {
  const by = writtenBy === 'agent' ? 'the agent' : 'the person'
  return {
    changeIds: [id],
    category,
    text: '',
    writtenBy,
    leftOut: `Left out by ${by} who wrote the notes: ${reason}`,
  }
}

function isMustTell({ breaking, category }: Change): boolean {
  return breaking || mustIncludeCategories.has(category)
}

function why({ breaking, category }: Change): string {
  return breaking ? 'it breaks something' : `it is filed under ${category}`
}

function mustBeTold(change: Change): string {
  return `the change \`${change.id}\` must be told, since ${why(change)}; write an entry for it, the rules' words will do`
}

function leftOutAllTheSame(change: Change, reason: string): Warning {
  return warn('must-tell-left-out', { id: change.id, because: why(change), reason })
}

function untold({ id, title, commits }: Change): string {
  const name = cutText(title.replace(/[\s`"]+/g, ' '), 80)
  return `no entry tells the change \`${id}\` ("${name}", ${commits.at(-1)!.slice(0, 12)}); write one that cites it, or list it in \`omit\` with a reason`
}
