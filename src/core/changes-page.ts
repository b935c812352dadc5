import type { Answer } from './answer.ts'
import type { OmissionReason } from './change.ts'

/** The changes of a range as far as a budget of tokens goes. */
export interface ChangesPage extends Pick<Answer, 'commitCount' | 'range' | 'warnings'> {
  version: string | null
  date: string | null
  /** How many changes all pages hold together. */
  changeCount: number
  changes: PagedChange[]
  /** How many commits are excluded, by reason. */
  omittedCounts: Partial<Record<OmissionReason, number>>
  /** Excluded changes: those that a reader may miss, or all of them if requested. */
  omitted: PagedOmission[]
  /** Entries that the project published before, for its voice; on the first page only. */
  pastEntries: string[]
  /** What brings the next page; null on the last. */
  nextCursor: string | null
}

/** A change on a page for an agent. What its id or another field says is not repeated. */
export interface PagedChange extends Omit<EvidenceItem, 'rules'> {
  /** What the rules would write, unless it is the title or what the authors wrote. */
  rules?: string
  /** The configured category that it is printed under. */
  section?: string
  /** Set when it must be included: it breaks, removes or deprecates something, or fixes a vulnerability. */
  mustTell?: true
  /** Set when the changelog has an entry for it. */
  listed?: true
  /** How many files it touches, if `paths` does not have all of them. */
  pathCount?: number
  /** Some of its commits with their subjects, if there are several. */
  commits?: string[]
  /** How many commits it has, if `commits` does not have all of them. */
  commitCount?: number
  pullRequests?: number[]
}

/** An excluded commit on a page for an agent. */
export interface PagedOmission {
  /** The id by which it can be included; null if it cannot. */
  id: string | null
  /** Set if the rules are not sure that it should be excluded. */
  doubtful?: true
  commit: string
  subject: string
  reason: OmissionReason
  detail: string
  paths?: string[]
}

/** A change as its writer sees it: only what is needed to write an entry. */
export interface EvidenceItem {
  id: string
  title: string
  scope?: string
  /** What its authors wrote for the changelog. */
  own?: string
  body?: string
  /** Set when the body is longer than what is shown. */
  bodyCut?: true
  labels?: string[]
  paths?: string[]
  /** What the diff adds, renames or removes. */
  facts?: string[]
  category: string
  breaking?: true
  /** Why the rules exclude it, if they do and the writer may still include it. */
  excluded?: string
  /** What the rules would write. */
  rules: string
}
