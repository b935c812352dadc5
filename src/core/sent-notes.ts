import type { Advice } from './advice.ts'
import type { Answer } from './answer.ts'
import type { Category } from './category.ts'
import type { NotesBlocks } from './notes-blocks.ts'
import type { RangeRequest } from './request.ts'

/** Who can send notes of their own. */
export const senders = ['person', 'agent'] as const
type Sender = (typeof senders)[number]

/** Notes that a person or an agent wrote, to be checked against their range. */
export interface NotesRequest extends RangeRequest {
  writtenBy: Sender
  /** The ends of the range that the writer saw; the notes are rejected if it has moved since. */
  seen: { fromSha: string | null | undefined; toSha: string | undefined }
  summary: string | null
  /** Free Markdown of a person; none of an agent. */
  blocks: NotesBlocks
  entries: SentEntry[]
  omit: SentOmission[]
  /** Who writes the changes that neither an entry nor an omission cites; by default they are faults. */
  rest?: 'rules'
}

/** What an entry cites: changes by id, commits by full or abbreviated SHA. */
export interface Citation {
  ids: string[]
  commits: string[]
}

/** An entry as a person or an agent wrote it; all of it is checked. */
export interface SentEntry extends Citation {
  /** Null keeps the category of what it is about. */
  category: Category | null
  /** The title of a configured category, which is checked against the configuration. */
  section?: string
  text: string
  /** Literal words of the commits that justify the text. */
  quotes: string[]
  /** Whether a person marks it as breaking; undefined for as its changes are. */
  breaking?: boolean
}

/** Changes that the writer excludes from the notes, and the reason. */
export interface SentOmission extends Citation {
  reason: string
}

/** What is wrong with sent notes, if anything. */
export interface NotesCheck extends Pick<Answer, 'commitCount' | 'range' | 'warnings'> {
  ok: boolean
  /** The first faults; `faultCount` is their total number. */
  faults: { pointer: string; detail: string }[]
  faultCount: number
  /** Statements that the commits may not support; nothing is rejected for them. */
  advice: Advice[]
  /** How many changes neither an entry nor an omission is about. */
  uncovered: number
  /** How many changes the rules write because the writer asked for it. */
  byRules?: number
}
