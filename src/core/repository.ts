import type { ChangedPaths, Commit } from './commit.ts'
import type { Listing, ListQuery, RefName } from './listing.ts'
import type { ChangelogFile } from './project-files.ts'
import type { PullRequest } from './pull-request.ts'
import type { CommitRange, ResolvedRefs } from './range.ts'
import type { Warning } from './warnings.ts'
import type { WebAddress } from './web-address.ts'

/** What only a host knows about the commits of a range. */
export interface HostDetails {
  pullRequests: PullRequest[]
  /** Of commits that came without their paths, as far as the host tells. */
  changedPaths: ChangedPaths
  logins: { email: string; login: string }[]
  /** The logins whose first contribution is in the range; null when the host cannot tell. */
  firstTimers: string[] | null
  /** The text of `.github/release.yml`; null when there is none, or the host has no such thing. */
  releaseConfig: string | null
  /** The file that says which conventional types are shown; null when there is none, or asking would cost a call. */
  typeConfig: ChangelogFile | null
  /** Null when there is none, or the host cannot tell. */
  changelog: ChangelogFile | null
  warnings: Warning[]
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
  /** Some of the commits up to this one, the newest, with what they changed; none where that is dear. */
  past(sha: string, most: number): AsyncIterable<Commit>
  /** What else is known of the commits of a range, and of the repository at its end. */
  details(commits: Commit[], toSha: string): Promise<HostDetails>
  /** Its tags and branches, tags first, the newest first where the host knows. */
  listRefs(question: ListQuery): Promise<Listing<RefName>>
}
