import type { EntrySource } from '../changelog/match-entries.ts'
import type { Answer } from '../core/answer.ts'
import type { Commit } from '../core/commit.ts'
import type { Entry } from '../core/entry.ts'
import { Problem } from '../core/errors.ts'
import type { CommitRange } from '../core/range.ts'
import type { Repository } from '../core/repository.ts'

/** What else was read about the commits of the entries. */
interface EntryDetails {
  commits?: Pick<Commit, 'sha' | 'message' | 'authoredAt'>[]
  /** The lines that each commit added to the changelog; undefined if they are not known. */
  ownLines?: Map<string, string[]> | undefined
}

/** Returns what is known about the changes behind entries, so that existing entries are recognised. */
export function entrySources(
  { entries, contributors }: Pick<Answer, 'entries' | 'contributors'>,
  { commits = [], ownLines }: EntryDetails = {},
): EntrySource[] {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
  const logins = new Set(contributors.flatMap(({ login }) => login ?? []))
  return entries.map((entry) => {
    const own = entry.commits.flatMap((sha) => bySha.get(sha) ?? [])
    const [writtenOn] = own.map(({ authoredAt }) => dayOf(authoredAt)).sort()
    return {
      text: entry.text,
      // A name that is no login could mention a stranger.
      authors: entry.authors.filter((author) => logins.has(author)),
      commits: entry.commits,
      pullRequests: entry.pullRequests,
      messages: own.map(({ message }) => message),
      ...(writtenOn && { writtenOn }),
      hasOwnEntry: hasOwnEntry(entry),
      ...(ownLines && { ownLines: entry.commits.flatMap((sha) => ownLines.get(sha) ?? []) }),
    }
  })
}

/** The day of a time, in UTC; the clocks of authors differ, so only days are compared. */
function dayOf(time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
}

function hasOwnEntry({ evidence }: Pick<Entry, 'evidence'>): boolean {
  return evidence.some(({ kind }) => kind === 'own-entry')
}

/**
 * Reads the lines that the commits of a range added to the changelog; undefined if no entry needs them or the host
 * cannot list them.
 */
export async function readOwnLines(
  repository: Repository,
  range: CommitRange,
  { entries, path }: { entries: Entry[]; path: string },
): Promise<Map<string, string[]> | undefined> {
  if (!entries.some(hasOwnEntry)) return undefined
  try {
    return await repository.addedLines?.(range, path)
  } catch (error) {
    // A clone without blobs has no patches; that a commit changed the changelog is still known.
    if (error instanceof Problem && error.code === 'host_unusable') return undefined
    throw error
  }
}
