import type { AreaMode, Format, Part } from './format.ts'
import type { ConfigChoice } from './repository-config.ts'

/** Who writes the entries. */
export const writers = ['auto', 'model', 'rules'] as const
type Writer = (typeof writers)[number]

/**
 * How the entries of a model are checked: `full` asks the model about every entry, `suspected` only about those that
 * the rules suspect and about breaking changes and security fixes, `words` uses the rules alone.
 */
export const checks = ['full', 'suspected', 'words'] as const
export type Check = (typeof checks)[number]

/** The readers of the notes. */
export const audiences = ['users', 'developers'] as const
export type Audience = (typeof audiences)[number]

/** The fields that the configuration file fills in where the caller leaves them open. */
export const configurableFields = ['format', 'audience', 'language', 'summary'] as const
export type ConfigurableField = (typeof configurableFields)[number]

/** The part that all requests have: a range, and the layout of its notes. */
export interface RangeRequest {
  repoFullName: string
  fromRef: string
  toRef: string
  format: Format
  /** The version in the heading; `auto` for the one that the changes call for. */
  version: string | null
  /** The channel of pre-releases; null for the configured one. */
  channel?: string | null
  date: string | null
  part: Part
  areas: AreaMode
  audience: Audience
  language: string
  paths: string[]
  /** A package of the configuration file, whose changes and settings are used. */
  packageName?: string
  /** The text of the package's changelog, if the caller has it. */
  changelogText?: string
  /** Whether the diffs of the changes are read; they are by default. */
  diffs?: boolean
  /** A format of the configuration file, which replaces `format`. */
  formatName?: string
  /** The fields that the caller left open, so that they have their defaults. */
  open?: ConfigurableField[]
  /** The configuration to use; by default the file at the end of the range. */
  config?: ConfigChoice
}

/** How entries are written. */
export interface WriteRequest extends Pick<RangeRequest, 'audience' | 'language'> {
  writer: Writer
  model: string | null
  instructions: string | null
  /** Whether the notes begin with a sentence or two about the whole. */
  summary: boolean
  /** Whether the notes begin with a list of the most important entries. */
  highlights: boolean
  /** The ids of the changes that a model writes; the rules write the others. When empty, the model writes all. */
  only: string[]
  /** How the model's entries are checked; null for the operator's setting. */
  check: Check | null
}

/** A request for notes, with every default filled in. */
export interface GenerateRequest extends RangeRequest, WriteRequest {}

/** A request whose start is settled: the caller named it, or the app found the previous release. */
export interface ResolvedRequest extends Omit<GenerateRequest, 'fromRef'> {
  /** Null for everything from the first commit on. */
  fromRef: string | null
  /** The changelog that the notes are added to, in which changes may have an entry of their own. */
  changelogPath?: string
  /** Whether a range that a shallow clone has only in part is an error. */
  requireCompleteHistory?: boolean
  /** The tag that the release will get, where it has none yet. */
  futureTag?: string | null
}
