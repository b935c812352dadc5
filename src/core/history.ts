import type { HeadingClass } from './category.ts'
import type { ChangedPaths, Commit, PullRequest } from './commit.ts'
import type { ChangelogFile, ReleaseConfig, TypeConfig } from './project-files.ts'
import type { Relation, ResolvedRange } from './range.ts'
import type { Warning } from './warnings.ts'

/** Everything that happened in a range. */
export interface History {
  range: ResolvedRange
  relation: Relation
  commits: Commit[]
  /** The files that the commits changed with the ids of their contents, as far as they were read. */
  changedFiles?: ChangedPaths
  /** The patches of commits that may be copies of each other, by SHA. */
  patches?: ReadonlyMap<string, string>
  /** Null unless the ends have diverged. */
  otherSide: OtherSide | null
  pullRequests: PullRequest[]
  /** Logins by e-mail address in small letters. */
  logins: Map<string, string>
  firstTimers: string[] | null
  releaseConfig: ReleaseConfig | null
  typeConfig: TypeConfig | null
  /** The configuration files of Notewright at the end of the range; the first is used. */
  configFiles: ChangelogFile[]
  /** The repository's own changelog at the end of the range. */
  changelog: ChangelogFile | null
  warnings: Warning[]
}

/** What the start of a diverged range has and its end does not. */
export interface OtherSide {
  /** The ref at the start of the range. */
  ref: string
  /** The newest commits. */
  commits: Commit[]
  /** The numbers that the changelog cites in releases of that side. */
  listedNumbers: number[]
  /** The commits on either side whose patch the other side has too. */
  samePatches: ReadonlySet<string>
}

/** A release whose notes people wrote: what happened, and what they listed of it. */
export interface PastRelease {
  history: Pick<History, 'commits' | 'pullRequests' | 'logins'>
  listed: { pullRequests: number[]; commits: string[]; category: HeadingClass | null }[]
}
