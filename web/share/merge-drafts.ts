import {
  blockNames,
  contentOf,
  type EditorEntry,
  type EditorModel,
  entryIds,
  isChangedByUser,
  isEdited,
  isFree,
  sameContent,
  uniqueId,
} from '../editor-model/editor-model.ts'
import { toPlainText } from '../editor-model/inline-markdown.ts'
import { blockTitles } from '../strings/editor.ts'
import { shareStrings as strings } from '../strings/share.ts'

/** One difference between two versions of a draft. */
export interface DraftDifference {
  /** What differs: the category of an entry, or the name of a block. */
  title: string
  /** Empty if only the other version has it. */
  mine: string
  theirs: string
}

/** Lists what differs between my version of a draft and a shared one. */
export function compareDrafts(mine: EditorModel, theirs: EditorModel): DraftDifference[] {
  const pairs = pairEntries(mine.entries, theirs.entries)
  const paired = new Set(pairs.values())
  const differences: DraftDifference[] = []
  const add = (title: string, one: string, other: string) => {
    if (one !== other) differences.push({ title, mine: one, theirs: other })
  }
  add(strings.version, mine.version ?? '', theirs.version ?? '')
  add(strings.date, mine.date ?? '', theirs.date ?? '')
  for (const name of blockNames) add(blockTitles[name], mine[name] ?? '', theirs[name] ?? '')
  for (const entry of theirs.entries) {
    const own = mine.entries.find((each) => pairs.get(each) === entry)
    if (own && sameContent(own, entry)) continue
    const [place, ownPlace] = [placeOf(entry), own ? placeOf(own) : null]
    const title = ownPlace === null || ownPlace === place ? place : `${ownPlace} → ${place}`
    differences.push({ title, mine: own ? toPlainText(own) : '', theirs: toPlainText(entry) })
  }
  for (const own of mine.entries) if (!paired.has(pairs.get(own)!)) add(placeOf(own), toPlainText(own), '')
  return differences
}

function placeOf({ section, category, breaking }: EditorEntry): string {
  return `${section ?? category}${breaking ? `, ${strings.breaking}` : ''}`
}

/**
 * Adds the changes of a shared version to mine. Where only one side changed an entry, that change is used. Where both
 * changed it, mine stays and the other one is an offer. Entries that I edited are never dropped.
 */
export function mergeDrafts(mine: EditorModel, theirs: EditorModel): EditorModel {
  const pairs = pairEntries(mine.entries, theirs.entries)
  const paired = new Set(pairs.values())
  const excludedByThem = new Set(theirs.excluded.flatMap(({ commits }) => commits))
  const grouped = new Set(
    theirs.entries.filter((entry) => !paired.has(entry)).flatMap(({ commits }) => commits),
  )
  const newlyExcluded: EditorEntry[] = []
  const kept = mine.entries.flatMap((entry) => {
    const other = pairs.get(entry)
    if (other) return [mergeEntry(entry, other)]
    if (isEdited(entry) || isFree(entry)) return [entry]
    if (entry.commits.every((sha) => excludedByThem.has(sha))) {
      newlyExcluded.push(entry)
      return []
    }
    // They merged or split it, and I did not touch it.
    return entry.commits.every((sha) => grouped.has(sha)) ? [] : [entry]
  })
  const excluded = [...mine.excluded, ...newlyExcluded]
  const claimed = new Set([...kept, ...excluded].flatMap(({ commits }) => commits))
  const used = entryIds({ entries: kept, excluded })
  const added = theirs.entries
    .filter((entry) => !paired.has(entry))
    .flatMap((entry) => {
      const commits = entry.commits.filter((sha) => !claimed.has(sha))
      return commits.length === 0 && !isFree(entry)
        ? []
        : [{ ...entry, commits, id: uniqueId(entry.id, used), offer: null }]
    })
  const entries = [...kept, ...added]
  const covered = new Set([...entries, ...excluded].flatMap(({ commits }) => commits))
  return {
    ...mine,
    ...mergeHeading(mine, theirs),
    entries,
    excluded,
    omitted: mine.omitted.filter(({ sha }) => !covered.has(sha)),
  }
}

/** Takes what I have not written from the other version; a block that both have is mine followed by theirs. */
function mergeHeading(mine: EditorModel, theirs: EditorModel): Partial<EditorModel> {
  const merged: Partial<EditorModel> = {
    version: mine.version ?? theirs.version,
    date: mine.date ?? theirs.date,
  }
  for (const name of blockNames) {
    const [own, other] = [mine[name], theirs[name]]
    merged[name] = own === null || other === null || own === other ? (own ?? other) : `${own}\n\n${other}`
  }
  if (mine.introduction !== null && mine.isIntroductionDrafted && theirs.introduction !== null) {
    merged.introduction = theirs.introduction
    merged.isIntroductionDrafted = theirs.isIntroductionDrafted
  } else if (theirs.isIntroductionDrafted && mine.introduction !== null)
    merged.introduction = mine.introduction
  else
    merged.isIntroductionDrafted =
      mine.introduction === null ? theirs.isIntroductionDrafted : mine.isIntroductionDrafted
  return merged
}

function mergeEntry(mine: EditorEntry, theirs: EditorEntry): EditorEntry {
  if (sameContent(mine, theirs) || !isChangedByUser(theirs)) return mine
  if (!isEdited(mine)) return { ...theirs, id: mine.id, offer: null }
  return { ...mine, offer: { ...contentOf(theirs), writtenBy: theirs.writtenBy, isShared: true } }
}

/** Pairs the entries about the same commits; entries without commits are paired by id or text. */
function pairEntries(mine: EditorEntry[], theirs: EditorEntry[]): Map<EditorEntry, EditorEntry> {
  const keyOf = (entry: EditorEntry) => entry.commits.toSorted().join()
  const byCommits = new Map(theirs.filter((entry) => !isFree(entry)).map((entry) => [keyOf(entry), entry]))
  const pairs = new Map<EditorEntry, EditorEntry>()
  const paired = new Set<EditorEntry>()
  for (const entry of mine) {
    const other = isFree(entry)
      ? theirs.find(
          (each) => isFree(each) && !paired.has(each) && (each.text === entry.text || each.id === entry.id),
        )
      : byCommits.get(keyOf(entry))
    if (!other || paired.has(other)) continue
    pairs.set(entry, other)
    paired.add(other)
  }
  return pairs
}
