import type { Format, Part } from './format.ts'

/** Who words the entries. */
export const writers = ['auto', 'model', 'rules'] as const
type Writer = (typeof writers)[number]

/** Whom the notes are for. */
export const audiences = ['users', 'developers'] as const
export type Audience = (typeof audiences)[number]

/** What every request asks for: a range, and how its notes are laid out. */
export interface RangeRequest {
  repoFullName: string
  fromRef: string
  toRef: string
  format: Format
  version: string | null
  date: string | null
  part: Part
  audience: Audience
  language: string
  paths: string[]
}

/** What a caller asks, with every default filled in. */
export interface GenerateRequest extends RangeRequest {
  writer: Writer
  model: string | null
  instructions: string | null
  /** Whether the notes begin with a sentence or two about the whole. */
  summary: boolean
  /** The ids of the changes that a model words; the rules word the others. Empty: it words all. */
  only: string[]
}
