import { hasConflictMarkers } from '../changelog/conflict-markers.ts'
import type { ChangelogUpdate } from '../changelog/edit-changelog.ts'
import { findMovedTo } from '../changelog/find-moved.ts'
import { Problem } from '../core/errors.ts'
import type { NotesUpdate } from './update-changelog.ts'

/** What a changelog says that forbids to edit it. */
export interface ChangelogState {
  /** Where the file says that the changelog is: a path relative to the file, or a URL. */
  movedTo: string | null
  hasConflicts: boolean
}

/** Reads what the text of a changelog says about itself. */
export function inspectChangelog(text: string): ChangelogState {
  return { movedTo: findMovedTo(text)?.target ?? null, hasConflicts: hasConflictMarkers(text) }
}

const maxEntries = 200
const maxSections = 20

/** Rejects an update that adds so much to an existing file that its start is probably wrong. */
export function checkUpdateSize(path: string, before: string, update: NotesUpdate): void {
  const size = describeLargeUpdate(before, update)
  if (size === null) return
  throw new Problem(
    'choice_needed',
    `The update would add ${size} to ${path}, so nothing was written. Name the start with --from, or confirm with --yes.`,
  )
}

/** Describes an update that is too large to be written without a confirmation; null for any other. */
export function describeLargeUpdate(before: string, { releases, fromRef }: NotesUpdate): string | null {
  if (before.trim() === '') return null
  const entries = releases.reduce((sum, { added }) => sum + added.length, 0)
  const sections = releases.filter(({ action }) => action === 'added').length
  if (entries <= maxEntries && sections <= maxSections) return null
  const places = sections === 0 ? '' : ` in ${countOf(sections, 'new section', 'new sections')}`
  const size = `${countOf(entries, 'entry', 'entries')}${places}`
  return `${size} (since ${fromRef ?? 'the first commit'})`
}

function countOf(number: number, one: string, several: string): string {
  return `${number} ${number === 1 ? one : several}`
}

/** Lists the entries that a changelog does not have, release by release. */
export function listMissing({ releases }: ChangelogUpdate): string {
  return releases
    .filter(({ action }) => action !== 'unchanged')
    .map(({ label, added }) => `## ${label}\n\n${added.map((entry) => `- ${entry}\n`).join('')}`)
    .join('\n')
}

/** The error of `--check` for a changelog that an update would change. */
export function outdated(path: string, { releases }: ChangelogUpdate): Problem {
  const missing = releases
    .filter(({ action }) => action !== 'unchanged')
    .map(({ label, added }) => `${label} (${added.length})`)
  const what = missing.length === 0 ? 'link definitions' : `entries of ${missing.slice(0, 10).join(', ')}`
  return new Problem(
    'changelog_outdated',
    `${path} is not up to date: ${what} are missing. Run the same command without --check and commit the file.`,
  )
}
