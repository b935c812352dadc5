import type { RepositoryConfig } from '../../src/core/repository-config.ts'
import { currentConfig } from '../configuration/use-format.ts'
import type { EditorEntry, Rejection } from '../editor-model/editor-model.ts'
import {
  type EntryGroup,
  groupEntries,
  isSameFilter,
  matchesFilter,
  matchesQuery,
  wordsOfQuery,
} from '../editor-model/filter-entries.ts'
import { type Finding, findRejection, keyOfFinding } from '../editor-model/finding.ts'
import type { AppState } from '../state/app-state.ts'

/** What one entry needs attention for. */
export interface EntryFlags {
  findings: readonly Finding[]
  rejection: Rejection | null
}

/** The flags of all entries that have any. */
export type FlagMap = ReadonlyMap<string, EntryFlags>

/** Remembers the last result for as long as the arguments stay the same. */
function rememberLast<Given extends unknown[], Result>(
  compute: (...given: Given) => Result,
): (...given: Given) => Result {
  let last: { given: Given; result: Result } | null = null
  return (...given) => {
    if (last?.given.every((value, at) => Object.is(value, given[at]))) return last.result
    const result = compute(...given)
    last = { given, result }
    return result
  }
}

let previousFlags: FlagMap = new Map()

const computeFlags = rememberLast(
  (entries: EditorEntry[], findings: readonly Finding[], range: AppState['range']): FlagMap => {
    if (range.status !== 'loaded') return new Map()
    const byEntry = Map.groupBy(
      findings.filter(({ entryId }) => entryId !== null),
      ({ entryId }) => entryId!,
    )
    const flags = new Map<string, EntryFlags>()
    for (const entry of entries) {
      const own = byEntry.get(entry.id) ?? []
      const kept = entry.keptChecks ?? []
      const open = own.filter((finding) => !kept.includes(keyOfFinding(finding)))
      const rejection = findRejection(entry)
      if (open.length === 0 && rejection === null) continue
      // The same object is returned for the same flags, so that the row is not rendered again.
      const before = previousFlags.get(entry.id)
      const isSame =
        before?.rejection === rejection &&
        before.findings.length === open.length &&
        before.findings.every((finding, at) => keyOfFinding(finding) === keyOfFinding(open[at]!))
      flags.set(entry.id, isSame ? before : { findings: open, rejection })
    }
    previousFlags = flags
    return flags
  },
)

/** Returns what each entry needs attention for. */
export function flagsOf({ history, findings, range }: AppState): FlagMap {
  return computeFlags(history.present.entries, findings, range)
}

/** The ids of the entries with a flag or a conflict. */
export function attentionOf(state: AppState): ReadonlySet<string> {
  return computeAttention(state.history.present.entries, flagsOf(state))
}

const computeAttention = rememberLast(
  (entries: EditorEntry[], flags: FlagMap): ReadonlySet<string> =>
    new Set(entries.filter(({ id, offer }) => offer !== null || flags.has(id)).map(({ id }) => id)),
)

/** The entries that the list shows. */
export interface ShownEntries {
  groups: EntryGroup[]
  /** The ids in the order in which they are shown. */
  order: string[]
  isFiltered: boolean
}

const groupAll = rememberLast((entries: EditorEntry[], config: RepositoryConfig | null) =>
  groupEntries(entries, config),
)

/** All entries by title, in the order in which they are printed. */
export function allGroups(state: AppState): EntryGroup[] {
  return groupAll(state.history.present.entries, currentConfig(state))
}

const computeShown = rememberLast(
  (
    groups: EntryGroup[],
    filter: AppState['filter'],
    query: string,
    attention: ReadonlySet<string>,
    range: AppState['range'],
    config: RepositoryConfig | null,
    editedId: string | null,
  ): ShownEntries => {
    const words = wordsOfQuery(query)
    const isFiltered = words.length > 0 || !isSameFilter(filter, { kind: 'all' })
    const matches = (entry: EditorEntry) =>
      // An entry does not disappear while the user edits it.
      entry.id === editedId ||
      (matchesFilter(entry, filter, { config, attention }) &&
        range.status === 'loaded' &&
        matchesQuery(entry, words, range.index))
    const shown = isFiltered
      ? groups.map(({ title, entries }) => ({ title, entries: entries.filter(matches) }))
      : groups
    const filled = shown.filter(({ entries }) => entries.length > 0)
    return { groups: filled, order: filled.flatMap(({ entries }) => entries.map(({ id }) => id)), isFiltered }
  },
)

const noAttention: ReadonlySet<string> = new Set()

/** Returns the entries that the filter and the search leave, by title. */
export function shownEntries(state: AppState): ShownEntries {
  const { filter, query, range, editing } = state
  const attention = filter.kind === 'attention' ? attentionOf(state) : noAttention
  const editedId = editing?.kind === 'entry' ? editing.id : null
  return computeShown(allGroups(state), filter, query, attention, range, currentConfig(state), editedId)
}
