import type { Advice } from '../core/advice.ts'
import { mustIncludeCategories } from '../core/category.ts'
import type { Change, Curated } from '../core/change.ts'
import type { Commit } from '../core/commit.ts'
import type { Draft, Suspicion } from '../core/entry.ts'
import type { Fault } from '../core/errors.ts'
import { blockNames } from '../core/notes-blocks.ts'
import type { Citation, NotesRequest, SentEntry } from '../core/sent-notes.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { cutText } from '../text/inline-text.ts'
import { wordsOfMarkdown } from '../text/person-markdown.ts'
import { advisePerson } from './advise-person.ts'
import { stripCommitPrefix } from './check-shape.ts'
import type { DraftChecker } from './draft-checker.ts'
import { type CitationResolver, createCitationResolver } from './resolve-citations.ts'

type NotesToCheck = Pick<NotesRequest, 'entries' | 'omit' | 'summary' | 'writtenBy' | 'rest'> &
  Partial<Pick<NotesRequest, 'blocks'>>

/** What notes are checked against. */
interface NotesCheckContext {
  curated: Pick<Curated, 'changes' | 'omitted'>
  commits: Pick<Commit, 'sha'>[]
  /** The drafts by rules; an entry with the same text needs no check. */
  byRules: Draft[]
  checks: Pick<DraftChecker, 'checkParts' | 'checkSummary' | 'suspect' | 'isQuoted' | 'listOpenNames'>
  /** Whether the notes are incomplete, so that missing changes are not faults. */
  partial: boolean
}

/** The drafts of submitted notes, in the order in which they were sent, and everything that is wrong with them. */
export interface CheckedNotes {
  drafts: Draft[]
  faults: Fault[]
  /** The changes that neither an entry nor an omission cites. */
  uncovered: Change[]
  /** How many changes the rules write because the writer asked for it. */
  byRules: number
  /** Statements that the evidence may not support, and what a person may want to change. */
  advice: Advice[]
  /** Names in code that only messages contain, so that they must be looked up at the end of the range. */
  openNames: { pointer: string; name: string }[]
  warnings: Warning[]
}

/** Checks notes by a person or an agent against the range: their citations, their texts and what is missing. */
export function checkNotes(notes: NotesToCheck, context: NotesCheckContext): CheckedNotes {
  const { curated, commits, checks, partial } = context
  const byId = new Map(curated.changes.map((change) => [change.id, change]))
  const cite = createCitationChecker(createCitationResolver(curated, commits))
  const drafts: Draft[] = []
  const faults: Fault[] = []
  const warnings: Warning[] = []
  const advice: Advice[] = []
  const openNames: CheckedNotes['openNames'] = []
  const checkText = createTextChecker(notes, context, byId)

  const isPerson = notes.writtenBy === 'person'

  for (const [index, entry] of notes.entries.entries()) {
    const at = `#/entries/${index}`
    if (isPerson) advice.push(...advisePerson(entry.text, `${at}/text`, 'line'))
    if (isPerson && entry.ids.length + entry.commits.length === 0) {
      if (entry.text.trim() === '')
        faults.push({ pointer: `${at}/text`, detail: 'is empty; write a sentence' })
      else drafts.push(toFreeDraft(entry, index, byId))
      continue
    }
    const cited = cite(entry, at, 'entry')
    const draft = toDraft(
      entry,
      cited.changeIds.map((id) => byId.get(id)!),
      notes,
    )
    const checked =
      draft && cited.faults.length === 0 ? checkText(draft, entry, at) : { draft, faults: [], statements: [] }
    if (checked.draft) drafts.push(checked.draft)
    faults.push(...cited.faults, ...checked.faults)
    // People may know more than the commits say.
    if (isPerson) advice.push(...checked.statements)
    else faults.push(...checked.statements.map(({ pointer, detail }) => ({ pointer, detail })))
    if (checked.draft?.writtenBy !== notes.writtenBy) continue
    const judged = judgeStatements(wordsOf(checked.draft), entry, { at, checks })
    advice.push(...judged.advice)
    for (const name of checks.listOpenNames(wordsOf(checked.draft)))
      openNames.push({ pointer: `${at}/text`, name })
    // A person's text is trusted; an agent's quotes must be literal.
    if (isPerson) advice.push(...judged.faults)
    else faults.push(...judged.faults)
  }
  for (const name of blockNames) {
    const block = notes.blocks?.[name]
    if (block !== undefined) advice.push(...advisePerson(block, `#/${name}`, 'block'))
  }
  for (const [index, omission] of notes.omit.entries()) {
    const at = `#/omit/${index}`
    const cited = cite(omission, at, 'omission')
    faults.push(...cited.faults)
    for (const id of cited.changeIds) {
      const change = byId.get(id)!
      drafts.push(toExcludedDraft(change, omission.reason, notes))
      if (mustInclude(change))
        warnings.push(
          warn('must-tell-left-out', { id, because: whyIncluded(change), reason: omission.reason }),
        )
    }
  }
  if (notes.summary !== null && !isPerson) {
    const found = checks.checkSummary(notes.summary)
    faults.push(...found.map((detail) => ({ pointer: '#/summary', detail })))
  }
  const covered = new Set(drafts.flatMap(({ changeIds }) => changeIds))
  const rest = curated.changes.filter(({ id }) => !covered.has(id))
  if (notes.rest === 'rules') {
    const draftOf = new Map(context.byRules.map((draft) => [draft.changeIds[0]!, draft]))
    drafts.push(...rest.map(({ id }) => draftOf.get(id)!))
  }
  const uncovered = notes.rest === 'rules' ? [] : rest
  const missing = partial
    ? []
    : uncovered.map((change) => ({ pointer: '#/entries', detail: missingFault(change) }))
  return {
    drafts,
    faults: faults.concat(missing),
    uncovered,
    byRules: rest.length - uncovered.length,
    advice,
    openNames,
    warnings,
  }
}

/**
 * Compares the words of an entry with its commits; valid quotes justify what the rules suspect. The opposite of a title,
 * and benefits and promises that no text has, are faults of an agent's entry, because an agent can quote what it has read.
 */
function judgeStatements(
  draft: Draft,
  { quotes }: SentEntry,
  { at, checks }: { at: string; checks: NotesCheckContext['checks'] },
): { advice: Fault[]; faults: Fault[] } {
  const wrong = quotes.flatMap((quote, index) =>
    checks.isQuoted(draft.changeIds, quote)
      ? []
      : [
          {
            pointer: `${at}/quotes/${index}`,
            detail: 'is not in the commits that the entry cites; quote their literal words, or remove it',
          },
        ],
  )
  const isJustified = quotes.length > wrong.length
  const suspicions = isJustified ? [] : checks.suspect(draft)
  const isFault = ({ kind, strong }: Suspicion) =>
    strong && (kind === 'opposite' || kind === 'invention') && draft.writtenBy === 'agent'
  const pointer = `${at}/text`
  return {
    faults: [
      ...wrong,
      ...suspicions.filter(isFault).map(({ detail }) => ({
        pointer,
        detail: `${detail}; remove it, or add the words of the commits or the diff that show it to \`quotes\``,
      })),
    ],
    advice: suspicions
      // Shortening a title and combining changes state nothing new.
      .filter((each) => !isFault(each) && each.kind !== 'left-out' && each.kind !== 'combination')
      .map(({ detail }) => ({
        pointer,
        detail: `${detail}; check it, or add the words of the commits that show it to \`quotes\``,
      })),
  }
}

/** The changes of a citation that no earlier one cites, and its faults. */
interface CheckedCitation {
  changeIds: string[]
  faults: Fault[]
}

type CheckCitation = (citation: Citation, at: string, kind: 'entry' | 'omission') => CheckedCitation

/** Resolves citations, and makes sure that each change is cited only once. */
function createCitationChecker(resolve: CitationResolver): CheckCitation {
  const citedAt = new Map<string, string>()
  return (citation, at, kind) => {
    const { changeIds, omitted, faults } = resolve(citation, at)
    const repeated = changeIds.flatMap((id): Fault[] => {
      const before = citedAt.get(id)
      const detail = `cites the change \`${id}\`, which ${before?.slice(2)} cites already; cite it only once`
      return before === undefined ? [] : [{ pointer: at, detail }]
    })
    const fresh = changeIds.filter((id) => !citedAt.has(id))
    for (const id of fresh) citedAt.set(id, at)
    const excluded = omitted.map(({ sha, reason, detail }) => ({
      pointer: at,
      detail: `the commit \`${sha.slice(0, 12)}\` cannot be included (${reason}: ${detail}); remove it from the entry`,
    }))
    const all = [...faults, ...repeated, ...(kind === 'entry' ? excluded : [])]
    const citesNothing = citation.ids.length + citation.commits.length === 0
    return { changeIds: fresh, faults: citesNothing ? [{ pointer: at, detail: citesNothingFault }] : all }
  }
}

const citesNothingFault = 'cites nothing; list the `ids` of the changes or the `commits` that it describes'

/** What is wrong with an entry: what must not be displayed, and what the commits do not support. */
interface CheckedText {
  draft: Draft
  faults: Fault[]
  statements: Advice[]
}

/** Returns a check for the category and text of an entry; a text by the rules is always valid. */
function createTextChecker(
  notes: NotesToCheck,
  { byRules, checks }: NotesCheckContext,
  byId: Map<string, Change>,
) {
  const rules = new Map(byRules.map((draft) => [draft.changeIds[0]!, draft]))
  return (draft: Draft, entry: SentEntry, at: string): CheckedText => {
    const draftByRules = draft.changeIds.length === 1 ? rules.get(draft.changeIds[0]!) : undefined
    const { category, combination, unsafe, statements } = checks.checkParts(wordsOf(draft))
    const isPerson = notes.writtenBy === 'person'
    const isByRules = draftByRules?.text === draft.text
    const ownCategory = byId.get(draft.changeIds[0]!)!.category
    const inText = (detail: string): Fault => ({ pointer: `${at}/text`, detail })
    return {
      draft: { ...draft, writtenBy: isByRules ? 'rules' : notes.writtenBy },
      // What a person writes is neutralised where it must be; only an empty text cannot be printed.
      faults: isByRules ? [] : isPerson ? emptyFaults(draft.text).map(inText) : unsafe.map(inText),
      statements: [
        ...category.map((fault) => ({
          pointer: `${at}/category`,
          code: 'category' as const,
          detail: entry.category === null ? fault : `${fault}; remove \`category\` to keep ${ownCategory}`,
        })),
        ...combination.map((detail) => ({ pointer: at, code: 'combination' as const, detail })),
        ...(isByRules
          ? []
          : withoutLength(statements, isPerson).map((detail) => ({
              ...inText(detail),
              code: 'unsupported' as const,
            }))),
      ],
    }
  }
}

/** A draft with the words of its Markdown, which the checks read. */
function wordsOf(draft: Draft): Draft {
  return draft.writtenBy === 'person' ? { ...draft, text: wordsOfMarkdown(draft.text) } : draft
}

function emptyFaults(text: string): string[] {
  return text.trim() === '' ? ['is empty; write a sentence'] : []
}

/** A person's text may be as long as they like. */
function withoutLength(statements: string[], isPerson: boolean): string[] {
  return isPerson
    ? statements.filter((detail) => !/^(?:is|has) \d+ (?:characters long|words|sentences)/.test(detail))
    : statements
}

/** The draft of an entry that is about no commit. */
function toFreeDraft(
  { category, section, text, breaking = false }: SentEntry,
  index: number,
  byId: Map<string, Change>,
): Draft {
  let id = `added-${index + 1}`
  while (byId.has(id)) id += '-x'
  return {
    ...{ id, changeIds: [], category: category ?? 'Changed', text: text.trim(), breaking },
    ...(section === undefined ? {} : { section }),
    ...{ writtenBy: 'person', exclusionReason: null },
  }
}

function toDraft(
  { category, section, text, breaking }: SentEntry,
  changes: Change[],
  { writtenBy }: NotesToCheck,
): Draft | null {
  const [first] = changes
  if (!first) return null
  return {
    changeIds: changes.map(({ id }) => id),
    category: category ?? first.category,
    ...(section === undefined ? {} : { section }),
    // The entries of a changelog that an agent follows may begin with types, which are added when it is edited.
    text: writtenBy === 'agent' ? stripCommitPrefix(text.trim()) : text.trim(),
    writtenBy,
    exclusionReason: null,
    ...(breaking === undefined ? {} : { breaking }),
  }
}

function toExcludedDraft({ id, category }: Change, reason: string, { writtenBy }: NotesToCheck): Draft {
  return {
    changeIds: [id],
    category,
    text: '',
    writtenBy,
    exclusionReason: `Omitted by the ${writtenBy} who wrote the notes: ${reason}`,
  }
}

function mustInclude({ breaking, category }: Change): boolean {
  return breaking || mustIncludeCategories.has(category)
}

function whyIncluded({ breaking, category }: Change): string {
  return breaking ? 'it is a breaking change' : `its category is ${category}`
}

function missingFault({ id, title, commits }: Change): string {
  const name = cutText(title.replace(/[\s`"]+/g, ' '), 80)
  return `no entry cites the change \`${id}\` ("${name}", ${commits.at(-1)!.slice(0, 12)}); add one, or list the change in \`omit\` with a reason`
}
