import type { Answer } from './answer.ts'
import type { Category } from './category.ts'
import type { RangeRequest } from './request.ts'

/** Who can send notes of their own. */
export const senders = ['person', 'agent'] as const
type Sender = (typeof senders)[number]

/** Notes that a person or an agent wrote, to be held against their range. */
export interface NotesRequest extends RangeRequest {
  writtenBy: Sender
  /** The ends of the range that the writer saw; what moved since would go untold. */
  seen: { fromSha: string | null | undefined; toSha: string | undefined }
  summary: string | null
  entries: SentEntry[]
  omit: SentOmission[]
}

/** What a line of sent notes is about: changes by their ids, commits by their SHAs, also abbreviated. */
export interface Citation {
  ids: string[]
  commits: string[]
}

/** A line of the notes as somebody wrote it; nothing about it is believed. */
export interface SentEntry extends Citation {
  /** Null keeps the category of what it is about. */
  category: Category | null
  text: string
}

/** What somebody leaves out of their notes, and why. */
export interface SentOmission extends Citation {
  reason: string
}

/** What is wrong with sent notes, if anything. */
export interface NotesCheck extends Pick<Answer, 'commitCount' | 'range' | 'warnings'> {
  ok: boolean
  /** The first faults; `faultCount` tells how many there are. */
  faults: { pointer: string; detail: string }[]
  faultCount: number
  /** How many changes neither an entry nor an omission is about. */
  uncovered: number
}
