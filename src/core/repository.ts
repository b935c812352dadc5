import type { ChangedFiles, ChangedPaths, Commit, CommitNode, PullRequest } from './commit.ts'
import type { Listing, ListQuery, RefName, TagName } from './listing.ts'
import type { ChangelogFile } from './project-files.ts'
import type { CommitRange, ResolvedRefs } from './range.ts'
import type { Warning } from './warnings.ts'
import type { WebAddress } from './web-address.ts'

/** What only a host knows about the commits of a range. */
export interface HostDetails {
  pullRequests: PullRequest[]
  /** The changed files of commits that were read without them, as far as the host lists them. */
  changedPaths: ChangedPaths
  logins: { email: string; login: string }[]
  /** The logins whose first contribution is in the range; null when the host does not know. */
  firstTimers: string[] | null
  /** The text of `.github/release.yml`; null when there is none, or the host has no such thing. */
  releaseConfig: string | null
  /** The file that configures which commit types are shown; null when there is none, or reading it costs a call. */
  typeConfig: ChangelogFile | null
  /** The configuration files of Notewright that exist; the first is used. */
  configFiles: ChangelogFile[]
  /** Null when there is none, or the host does not know. */
  changelog: ChangelogFile | null
  warnings: Warning[]
}

/** How much of the contents of files is read. */
export interface ContentLimits {
  /** How many bytes a host may send; if it sends more, no content is returned. */
  maxSentBytes: number
}

/** A repository that the caller's token opened. */
export interface Repository {
  readonly fullName: string
  readonly web: WebAddress | null
  /** Whether the host holds only the newest part of the history. */
  readonly shallow: boolean
  /** Finds the commits of both refs; a ref that does not exist has no SHA. */
  resolveRefs(fromRef: string, toRef: string): Promise<ResolvedRefs>
  /** The commits of the range in any order, at most `limit` of them. */
  commits(range: CommitRange, limit: number): AsyncIterable<Commit>
  /** The host's own count of the range; null when it has none. */
  count(range: CommitRange): Promise<number | null>
  /** The commits up to this one, at most `limit`, in git's order: always the newest of those whose child was listed. */
  ancestors(sha: string, limit: number): AsyncIterable<CommitNode>
  /** The first of these ancestors with the files they changed; none if the host cannot return them cheaply. Throws if it fails. */
  past(sha: string, most: number): AsyncIterable<Commit>
  /** What else is known of the commits of a range, and of the repository at its end. */
  details(commits: Commit[], toSha: string): Promise<HostDetails>
  /** The files that commits changed, with the ids of their contents; commits are missing if the host fails. */
  changedFiles(commits: Commit[]): Promise<ChangedPaths>
  /** The files in which two commits differ, or all files if the first is null; null if the host fails. */
  changedBetween(range: CommitRange): Promise<ChangedFiles | null>
  /** The contents of files by id; a content is missing if the host fails or it is too large. */
  contents(ids: string[], limits?: ContentLimits): Promise<Map<string, Buffer>>
  /** The lines that the commits of a range added to a file, by SHA; absent if the host cannot list them cheaply. */
  addedLines?(range: CommitRange, path: string): Promise<Map<string, string[]>>
  /** Which texts the files of these commits contain as whole words; null if that takes too long, absent if the host cannot search. */
  searchTrees?(shas: string[], texts: string[]): Promise<Set<string> | null>
  /** All tags with their commits, in any order. */
  tags(): Promise<TagName[]>
  /** Lists tags and branches, tags first, and the newest first if the host sorts them. */
  listRefs(query: ListQuery): Promise<Listing<RefName>>
}
