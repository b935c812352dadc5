import { ChangelogEntries } from '../changelog/changelog-entries.ts'
import { findSection } from '../changelog/find-section.ts'
import { type EntrySource, matchEntries } from '../changelog/match-entries.ts'
import { parseOutline } from '../changelog/parse-outline.ts'
import type { Change } from '../core/change.ts'
import type { Draft } from '../core/entry.ts'
import type { ChangelogFile } from '../core/project-files.ts'
import { parseTag } from '../git/tag.ts'

/** The changes of a range, and the changelog at its end. */
export interface ListedInput {
  changelog: ChangelogFile
  changes: Pick<Change, 'id' | 'ownText' | 'commits' | 'pullRequests' | 'messages'>[]
  byRules: Pick<Draft, 'text'>[]
  version: string | null
  fromRef: string | null
}

/** Returns the ids of the changes that the changelog already lists, in any of its releases. */
export function findListed({ changelog, changes, byRules, version, fromRef }: ListedInput): string[] {
  const outline = parseOutline(changelog.text, { path: changelog.path })
  const release = { version: version === null ? null : parseTag(version), label: version ?? 'Unreleased' }
  const entries = byRules.map(({ text }) => ({ key: '', title: '', text }))
  const sources = changes.map(({ ownText, commits, pullRequests, messages }, index): EntrySource => {
    return {
      text: byRules[index]!.text,
      commits,
      pullRequests,
      messages: messages.map(({ subject, body }) => `${subject}\n\n${body}`),
      hasOwnEntry: ownText !== undefined,
      ownLines: ownText === undefined ? [] : [ownText],
    }
  })
  const view = new ChangelogEntries(outline).viewOf({
    release,
    target: findSection(outline, release),
    since: fromRef === null ? null : parseTag(fromRef),
  })
  const known = new Set(matchEntries(entries, { ...view, sources }).known)
  return changes.flatMap(({ id }, index) => (known.has(entries[index]!) ? [id] : []))
}
