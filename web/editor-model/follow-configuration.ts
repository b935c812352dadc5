import type { Answer } from '../../src/core/answer.ts'
import { compareImportance } from '../../src/core/compare-importance.ts'
import { splitScope } from '../../src/text/split-scope.ts'
import { type EditorEntry, type EditorModel, type EntryContent, isEdited } from './editor-model.ts'
import { changesOf, configOf, type EvidenceIndex, type ListedChange, withSections } from './evidence.ts'
import { fitToRange, rebaseOnDraft } from './rebase.ts'
import { listTitles } from './titles.ts'

/** The evidence before and after the configuration changed. */
interface Evidences {
  before: EvidenceIndex
  after: EvidenceIndex
}

/**
 * Returns the model as another configuration has it. The rules write entries again that they had written; entries of a
 * model and of the user keep their texts, and follow in what the configuration decided about them.
 */
export function followConfiguration(
  editor: EditorModel,
  answer: Pick<Answer, 'entries' | 'omitted' | 'summary'> | null,
  { before, after }: Evidences,
): EditorModel {
  const heading = editor.version === before.answer.version ? after.answer.version : editor.version
  const known = new Set(after.commits.keys())
  const followed = {
    ...editor,
    version: heading,
    entries: editor.entries.flatMap((entry) => followEntry(entry, { before, after })),
    excluded: editor.excluded.flatMap((entry) => followEntry(entry, { before, after })),
    omitted: [],
  }
  if (!answer) return withSections(fitToRange(followed, known, after.answer.omitted), after)
  // Entries of a model are kept as if they were edited.
  const kept = new Map(
    followed.entries.filter(({ writtenBy }) => writtenBy === 'model').map((entry) => [entry.id, entry]),
  )
  const held = {
    ...followed,
    entries: followed.entries.map((entry) => (kept.has(entry.id) ? { ...entry, locked: true } : entry)),
  }
  const rebased = rebaseOnDraft(held, {
    ...answer,
    summary: null,
    entries: answer.entries.toSorted(compareImportance),
  })
  return withSections(
    { ...rebased, entries: rebased.entries.map((entry) => kept.get(entry.id) ?? entry) },
    after,
  )
}

/** An entry with what the configuration decides now; none if it excludes all of its commits and the user did not edit it. */
function followEntry(entry: EditorEntry, { before, after }: Evidences): EditorEntry[] {
  const changes = changesOf(entry, after)
  const [old] = changesOf(entry, before)
  const [now] = changes
  if (!now && old && !isEdited(entry)) return []
  const titles = listTitles(configOf(after))
  const follow = <Content extends EntryContent>(content: Content, drafted: EntryContent | null): Content => {
    const isUntouched = (name: 'category' | 'breaking' | 'section') =>
      drafted !== null && old !== undefined && content[name] === drafted[name] && drafted[name] === old[name]
    const section =
      isUntouched('section') || !titles.includes(content.section ?? '') ? now?.section : content.section
    return {
      ...content,
      ...(now && isUntouched('category') ? { category: now.category } : {}),
      ...(now && isUntouched('breaking') ? { breaking: now.breaking } : {}),
      section,
      text: renameScope(content.text, old, now),
    }
  }
  const { drafted } = entry
  return [{ ...follow(entry, drafted), drafted: drafted && follow(drafted, drafted), offer: null }]
}

/** A text that begins with its scope begins with the new name of that scope. */
function renameScope(text: string, old: ListedChange | undefined, now: ListedChange | undefined): string {
  if (!old || !now || old.scope === now.scope) return text
  const { lead, head, rest } = splitScope({ text, scope: old.scope })
  if (head === '') return text
  if (now.scope !== null) return `${lead}${now.scope}: ${rest}`
  return lead + (lead === '' ? rest.charAt(0).toUpperCase() + rest.slice(1) : rest)
}
