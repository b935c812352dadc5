import type { Category } from './category.ts'
import type { Person } from './commit.ts'
import type { DiffFact } from './diff-fact.ts'
import type { BumpLevel, Ticket, WorkKind } from './repository-config.ts'
import type { Warning } from './warnings.ts'

/** The message of a commit: its title line, wrapped or not, and what stands below it. */
interface ChangeMessage {
  subject: string
  body: string
}

/** A change that the notes include. */
export interface Change {
  id: string
  title: string
  /** The text that its authors wrote for the changelog, if it is known. */
  ownText?: string
  /** The author's title, where the configuration prints it as it is. */
  keptTitle?: string
  type: string | null
  scope: string | null
  category: Category
  /** The title that it is printed under, if the configuration decides. */
  section?: string
  /** The title that it would be printed under in each category, if its category decides the section. */
  sections?: Record<Category, string>
  /** The kind of work, where the configuration includes what is normally excluded. */
  workKind?: WorkKind
  /** The tickets that it refers to, if the configuration names any. */
  tickets?: Ticket[]
  /** What it counts for the next version, if the configuration decides. */
  bump?: BumpLevel
  breaking: boolean
  /** What the authors wrote about the break. */
  breakingNotes: string[]
  /** CVE and GHSA ids that the change fixes, according to its messages. */
  advisories: string[]
  /** How much it matters to the audience, from 0 to 1. */
  notability: number
  /** Whether the project's past releases show that it lists nearly all such changes. */
  isUsuallyListed?: true
  /** How much it matters among the changes of the range, from 0 to 1. */
  importance: number
  commits: string[]
  /** What was read in each of its commits, in their order. */
  messages: ChangeMessage[]
  pullRequests: number[]
  authors: Person[]
  labels: string[]
  /** What people wrote about it: the messages, and the title and text of its pull request. */
  sources: string[]
  /** The bodies of its pull requests. */
  requestBodies: string[]
  /** Those of the sources that are the title and body of a pull request. */
  requestTexts?: string[]
  /** Some of the files it touches. */
  paths: string[]
  /** What its diff shows, if it was read. */
  facts?: DiffFact[]
  /** The lines of its diff, if a statement was looked up there. */
  diffText?: string
  /** Those of these lines that were added or removed. */
  changedText?: string
  evidence: Evidence[]
}

/** What a piece of evidence is about. */
type EvidenceKind =
  | 'breaking'
  | 'security'
  | 'deprecated'
  | 'removed'
  | 'category'
  | 'notability'
  | 'audience'
  /** The repository's own configuration or a news fragment decided. */
  | 'type-config'
  | 'fragment'
  /** The change itself edited the changelog. */
  | 'own-entry'
  /** The diff of the change shows it. */
  | 'diff'
  /** A person included it although the rules exclude it. */
  | 'asked-for'
  /** Several changes share one entry. */
  | 'folded'
  /** The configuration file of the repository decided. */
  | 'config'

/** A reason for a decision, as a sentence that a person can read. */
export interface Evidence {
  kind: EvidenceKind
  detail: string
  /** What the diff shows, for evidence that comes from it. */
  fact?: DiffFact
}

/** All reasons for which a commit is excluded. */
export const omissionReasons = [
  'merge',
  'reverted',
  'duplicate',
  'release',
  'dependency',
  'bot',
  'internal',
  'docs',
  'test',
  'outside-paths',
  'not-notable',
  'excluded',
] as const
export type OmissionReason = (typeof omissionReasons)[number]

/** An excluded commit, and the reason. */
export interface Omission {
  sha: string
  subject: string
  reason: OmissionReason
  detail: string
}

/** A person who contributed to the range. */
export interface Contributor {
  name: string
  login: string | null
  /** Whether this is their first contribution; null when the host does not know. */
  first: boolean | null
}

/** A change that the rules exclude although it may matter, and the reason. Its commits are among the omitted ones. */
export interface DoubtfulChange {
  change: Change
  reason: string
}

/** A change that the rules exclude and that a writer can include by its id. */
export interface ExcludedChange {
  id: string
  pullRequest: number | null
  commits: string[]
  /** Some of the files it touches. */
  paths: string[]
}

/** What of a history matters. */
export interface Curated {
  changes: Change[]
  omitted: Omission[]
  /** The changes behind those omitted commits that a writer can include. */
  excluded?: ExcludedChange[]
  /** Excluded changes that a language model may include; the most notable first. */
  doubtful?: DoubtfulChange[]
  /** How many commits are excluded because the start of a diverged range has the same change. */
  releasedElsewhere: number
  contributors: Contributor[]
  /** Rules and categories of the configuration that matched nothing. */
  unused?: string[]
  warnings: Warning[]
}
