import type { Category } from './category.ts'
import type { Commit, PullRequest } from './commit.ts'
import type { ChangelogFile, ReleaseConfig, TypeConfig } from './project-files.ts'
import type { Relation, ResolvedRange } from './range.ts'
import type { Warning } from './warnings.ts'

/** Everything that happened in a range. */
export interface History {
  range: ResolvedRange
  relation: Relation
  commits: Commit[]
  pullRequests: PullRequest[]
  /** Logins by e-mail address in small letters. */
  logins: Map<string, string>
  firstTimers: string[] | null
  releaseConfig: ReleaseConfig | null
  typeConfig: TypeConfig | null
  /** The repository's own changelog at the end of the range. */
  changelog: ChangelogFile | null
  warnings: Warning[]
}

/** A release whose notes people wrote: what happened, and what they listed of it. */
export interface PastRelease {
  history: Pick<History, 'commits' | 'pullRequests' | 'logins'>
  listed: { pullRequests: number[]; commits: string[]; category: Category | null }[]
}
