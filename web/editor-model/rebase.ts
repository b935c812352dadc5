import type { Answer, FallbackChange } from '../../src/core/answer.ts'
import type { Entry } from '../../src/core/entry.ts'
import {
  contentOf,
  type EditorEntry,
  type EditorModel,
  entryIds,
  isEdited,
  isFree,
  sameContent,
  uniqueId,
} from './editor-model.ts'
import { changesOf, type EvidenceIndex } from './evidence.ts'
import { rejectedKey } from './finding.ts'

type DraftAnswer = Pick<Answer, 'entries' | 'omitted' | 'summary'>

/** Converts those entries of a draft whose commits are not claimed by other entries. */
function toEditorEntries(entries: Entry[], claimed: Set<string>, used: Set<string>): EditorEntry[] {
  return entries.flatMap((entry) => {
    const commits = entry.commits.filter((sha) => !claimed.has(sha))
    if (commits.length === 0) return []
    const { writtenBy } = entry
    const content = contentOf(entry)
    const id = uniqueId(entry.id, used)
    return [
      {
        id,
        commits,
        ...content,
        locked: false,
        writtenBy,
        drafted: content,
        draftedBy: writtenBy,
        offer: null,
      },
    ]
  })
}

function commitsOf(entries: { commits: string[] }[]): Set<string> {
  return new Set(entries.flatMap(({ commits }) => commits))
}

/**
 * Replaces the entries with those of a new draft, except the ones that the user edited. If both the user and the
 * draft changed an entry, the entry keeps the draft's content as an offer.
 */
export function rebaseOnDraft(editor: EditorModel, draft: DraftAnswer): EditorModel {
  const kept = editor.entries.filter(isEdited)
  const claimed = commitsOf([...kept, ...editor.excluded])
  const used = entryIds({ entries: kept, excluded: editor.excluded })
  const added = toEditorEntries(draft.entries, claimed, used)
  const entries = inOldOrder(editor.entries, addOffers(kept, draft.entries), added)
  const covered = commitsOf([...entries, ...editor.excluded])
  return {
    ...editor,
    entries,
    omitted: draft.omitted.filter(({ sha }) => !covered.has(sha)),
    ...chooseIntroduction(editor, draft.summary),
  }
}

/** The introduction of the draft, unless the user wrote one. */
function chooseIntroduction(
  { introduction, isIntroductionDrafted }: EditorModel,
  drafted: string | null,
): Pick<EditorModel, 'introduction' | 'isIntroductionDrafted'> {
  const isReplaced = drafted !== null && (introduction === null || isIntroductionDrafted)
  return isReplaced
    ? { introduction: drafted, isIntroductionDrafted: true }
    : { introduction, isIntroductionDrafted }
}

/** Adds entries that arrive while the server is still writing the draft. */
export function addDraftEntries(editor: EditorModel, received: Entry[]): EditorModel {
  const drafted = commitsOf(received)
  // Entries of an older draft about the same commits are replaced, unless the user edited them.
  const kept = editor.entries.filter(
    (entry) => isEdited(entry) || !entry.commits.some((sha) => drafted.has(sha)),
  )
  const claimed = commitsOf([...kept, ...editor.excluded])
  const used = entryIds({ entries: kept, excluded: editor.excluded })
  const added = toEditorEntries(received, claimed, used)
  const covered = commitsOf(added)
  return {
    ...editor,
    entries: inOldOrder(editor.entries, new Map(kept.map((entry) => [entry.id, entry])), added),
    omitted: editor.omitted.filter(({ sha }) => !covered.has(sha)),
  }
}

/** Replaces the text of the entries that the user asked to rewrite; locked entries stay unchanged. */
export function replaceTexts(editor: EditorModel, ids: string[], rewritten: Entry[]): EditorModel {
  const wanted = new Set(ids)
  const byCommit = new Map(rewritten.flatMap((each) => each.commits.map((sha) => [sha, each])))
  let changed = false
  const entries = editor.entries.map((entry) => {
    const newer = byCommit.get(entry.commits[0]!)
    if (!wanted.has(entry.id) || entry.locked || !newer || newer.text === entry.text) return entry
    changed = true
    const content = { ...contentOf(entry), text: newer.text }
    const { writtenBy } = newer
    return {
      ...entry,
      ...content,
      writtenBy,
      drafted: content,
      draftedBy: writtenBy,
      offer: null,
      keptChecks: undefined,
    }
  })
  return changed ? { ...editor, entries } : editor
}

/**
 * Notes at the entries that the AI should have written why its texts were rejected. A rewrite concerns only the entries
 * with the given ids.
 */
export function addRejections(
  editor: EditorModel,
  fallbacks: FallbackChange[],
  { index, ids }: { index: EvidenceIndex; ids: string[] | null },
): EditorModel {
  const byChange = new Map(fallbacks.map(({ id, ...rejection }) => [id, rejection]))
  let changed = false
  const entries = editor.entries.map((entry) => {
    if (entry.locked || (ids !== null && !ids.includes(entry.id))) return entry
    const found =
      entry.writtenBy === 'rules' ? changesOf(entry, index).find(({ id }) => byChange.has(id)) : undefined
    const rejection = found && byChange.get(found.id)
    if (rejection === undefined && entry.rejection === undefined) return entry
    changed = true
    return { ...entry, rejection, keptChecks: entry.keptChecks?.filter((key) => key !== rejectedKey) }
  })
  return changed ? { ...editor, entries } : editor
}

/**
 * Fits a saved or imported model to the commits that the range contains now. Commits that are gone are removed,
 * new commits are pending, and every commit is in at most one entry.
 */
export function fitToRange(
  editor: EditorModel,
  known: Set<string>,
  omitted: DraftAnswer['omitted'],
): EditorModel {
  const free = new Set(known)
  const used = new Set<string>()
  const fitEntries = (entries: EditorEntry[]) =>
    entries.flatMap((entry) => {
      const commits = entry.commits.filter((sha) => free.delete(sha))
      return commits.length === 0 && !isFree(entry)
        ? []
        : [{ ...entry, id: uniqueId(entry.id, used), commits }]
    })
  const entries = fitEntries(editor.entries)
  const excluded = fitEntries(editor.excluded)
  const stillOmitted = [...editor.omitted, ...omitted].filter(({ sha }) => free.delete(sha))
  return { ...editor, entries, excluded, omitted: stillOmitted }
}

/** Adds the draft's content as an offer to each kept entry about the same commits, if the two differ. */
function addOffers(kept: EditorEntry[], drafted: Entry[]): Map<string, EditorEntry> {
  const byCommits = new Map(drafted.map((each) => [each.commits.toSorted().join(), each]))
  return new Map(
    kept.map((entry) => {
      const newer = byCommits.get(entry.commits.toSorted().join())
      if (!newer || entry.locked || entry.drafted === null) return [entry.id, entry]
      const offer = { ...contentOf(newer), writtenBy: newer.writtenBy }
      // There is no conflict if the draft repeats its older content or agrees with the user.
      const agrees = sameContent(offer, entry.drafted) || sameContent(offer, entry)
      const open = entry.offer?.isShared ? entry.offer : null
      return [entry.id, { ...entry, offer: agrees ? open : offer }]
    }),
  )
}

/** Keeps the existing order; an added entry takes the place of the entry it replaces, or goes to the end. */
function inOldOrder(old: EditorEntry[], kept: Map<string, EditorEntry>, added: EditorEntry[]): EditorEntry[] {
  const byCommit = new Map(added.flatMap((entry) => entry.commits.map((sha) => [sha, entry])))
  const ordered = new Set<EditorEntry>()
  for (const entry of old) {
    const same = kept.get(entry.id)
    if (same) ordered.add(same)
    for (const sha of entry.commits) {
      const replacement = byCommit.get(sha)
      if (replacement) ordered.add(replacement)
    }
  }
  for (const entry of added) ordered.add(entry)
  return [...ordered]
}
