/** How the two ends of a range relate. */
export const relations = ['ancestor', 'diverged', 'reversed', 'root'] as const
export type Relation = (typeof relations)[number]

/** A range by commits; without a start it begins at the first commit. */
export interface CommitRange {
  fromSha: string | null
  toSha: string
}

/** What a host knows of one ref, before the range is checked. */
export interface ResolvedRef {
  sha: string | null
  /** The commit of the ref without its `~n` and `^`. */
  baseSha: string | null
  /** Set when the ref, as it is written, is a tag. */
  tag: { name: string; date: string } | null
  isTag: boolean
  isBranch: boolean
  ambiguous: boolean
}

/** What a host knows of both ends of a range. */
export interface ResolvedRefs {
  from: ResolvedRef
  to: ResolvedRef
  /** Whether the repository has no commits yet. */
  empty: boolean
}

/** A range whose ends are known, with the heading its notes will have. */
export interface ResolvedRange extends CommitRange {
  /** Null for everything from the first commit on. */
  fromRef: string | null
  toRef: string
  toIsTag: boolean
  version: string | null
  date: string | null
}

/** The range as the answer shows it. */
export interface AnsweredRange {
  /** As it was requested; empty when the app itself chose to start at the first commit. */
  fromRef: string
  toRef: string
  fromSha: string | null
  toSha: string
  compareUrl: string | null
  relation: Relation
}
