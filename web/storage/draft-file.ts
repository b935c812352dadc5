import type { ChangesAnswer } from '../../src/core/answer.ts'
import { categories } from '../../src/core/category.ts'
import { omissionReasons } from '../../src/core/change.ts'
import { entryWriters } from '../../src/core/entry.ts'
import { hostKinds } from '../../src/core/web-address.ts'
import {
  type DraftRecord,
  emptyRecord,
  type Publication,
  type ShareLink,
} from '../editor-model/draft-record.ts'
import {
  type EditorEntry,
  type EditorModel,
  type EntryContent,
  emptyEditorModel,
} from '../editor-model/editor-model.ts'
import { escapeMarks } from '../editor-model/inline-markdown.ts'
import { type DraftOptions, defaultOptions, type SavedDraft } from '../state/app-state.ts'

/**
 * A draft as IndexedDB and exported files store it. The field names are those of version 0.1.0 and must not
 * change, so that older drafts stay readable. Since version 2 the texts of the user are Markdown, entries can have no
 * commits, and there are free blocks in place of the summary.
 */
export interface StoredDraft {
  kind: 'notewright-draft'
  version: 1 | 2
  key: string
  savedAt: number
  host: string
  choice: RangeOptions & Partial<DraftOptions>
  evidence: ChangesAnswer
  desk: StoredEditor
  record?: Partial<DraftRecord> | undefined
}

interface StoredEditor extends Omit<Partial<EditorModel>, 'entries' | 'excluded'> {
  items: EditorEntry[]
  left: EditorEntry[]
  omitted: EditorModel['omitted']
  version: string | null
  date: string | null
  /** The introduction of version 1. */
  summary?: string | null
}

type RangeOptions = Pick<DraftOptions, 'repo' | 'fromRef' | 'toRef'>
type KeyOptions = RangeOptions & Partial<Pick<DraftOptions, 'package'>>

/** Converts a draft to the stored format. */
export function toStoredDraft({ options, editor, ...draft }: SavedDraft): StoredDraft {
  const { entries, excluded, ...rest } = editor
  return {
    kind: 'notewright-draft',
    version: 2,
    ...draft,
    choice: options,
    desk: { items: entries, left: excluded, ...rest },
  }
}

/** Converts a stored draft to the format of the editor. */
export function fromStoredDraft(stored: StoredDraft): SavedDraft {
  const { version, savedAt, host, choice, evidence, desk, record } = stored
  const options = { ...defaultOptions, ...choice }
  return {
    ...{ key: draftKey(host, options), savedAt, host, options, evidence: complete(evidence) },
    editor: toEditorModel(desk, version),
    ...(record ? { record: { ...emptyRecord, ...record } } : {}),
  }
}

function toEditorModel({ items, left, summary = null, ...rest }: StoredEditor, version: 1 | 2): EditorModel {
  const stored = { ...emptyEditorModel, ...rest, entries: items, excluded: left }
  if (version === 2) return stored
  // Marks in the texts of version 1 printed as they are.
  const upgrade = (entry: EditorEntry) =>
    entry.writtenBy === 'person' ? { ...entry, text: escapeMarks(entry.text) } : entry
  return {
    ...stored,
    entries: items.map(upgrade),
    excluded: left.map(upgrade),
    introduction: summary === null ? null : escapeMarks(summary),
  }
}

/** Adds what the evidence of older drafts does not have. */
function complete(evidence: ChangesAnswer): ChangesAnswer {
  return { ...evidence, layout: { ...layoutDefaults, ...evidence.layout } }
}

const layoutDefaults = {
  config: null,
  projectName: '',
  package: null,
  packages: [],
  tag: null,
  previousVersion: null,
} satisfies Partial<ChangesAnswer['layout']>

/** Returns the key under which the draft of a range is stored. */
export function draftKey(host: string, { repo, fromRef, toRef, package: name = null }: KeyOptions): string {
  return `${host}:${repo} ${fromRef}..${toRef}${name === null ? '' : ` ${name}`}`
}

/** Returns the text of an exported draft; it has no links, because a link lets others read the draft. */
export function formatDraftFile({ record, ...draft }: SavedDraft): string {
  const { publications = [] } = record ?? {}
  return JSON.stringify({
    ...toStoredDraft(draft),
    ...(publications.length > 0 ? { record: { publications } } : {}),
  })
}

/** Parses an exported draft; throws an error that says what to do if the file is invalid. */
export function readDraftFile(text: string): SavedDraft {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('This isn’t a draft file. Choose a .json file exported from Notewright.')
  }
  if (!isStoredDraft(value)) throw new Error('This draft file is damaged or incomplete. Export it again.')
  return fromStoredDraft(value)
}

type Check = (value: unknown) => boolean

const text: Check = (value) => typeof value === 'string'
const flag: Check = (value) => typeof value === 'boolean'
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const sha: Check = (value) => typeof value === 'string' && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(value)
const webAddress: Check = (value) => typeof value === 'string' && /^https?:\/\//.test(value)
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const orMissing =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const oneOf =
  (choices: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && choices.includes(value)
const shape =
  (fields: Record<string, Check>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]))

const contentFields = {
  text,
  category: oneOf(categories),
  breaking: flag,
  section: orMissing(text),
} satisfies Record<keyof EntryContent, Check>

const writers = oneOf(entryWriters)

const isEntry = shape({
  ...contentFields,
  id: text,
  commits: listOf(sha),
  locked: flag,
  writtenBy: writers,
  drafted: orNull(shape(contentFields)),
  draftedBy: orMissing(writers),
  rejection: orMissing(shape({ reason: text, words: listOf(text), text: orMissing(text) })),
  keptChecks: orMissing(listOf(text)),
  offer: orNull(shape({ ...contentFields, writtenBy: writers, isShared: orMissing(flag) })),
} satisfies Record<keyof EditorEntry, Check>)

const isOmission = shape({ sha, subject: text, reason: oneOf(omissionReasons), detail: text })

const isStoredEditor = shape({
  items: listOf(isEntry),
  left: listOf(isEntry),
  omitted: listOf(isOmission),
  summary: orMissing(orNull(text)),
  introduction: orMissing(orNull(text)),
  isIntroductionDrafted: orMissing(flag),
  highlights: orMissing(orNull(text)),
  upgradeNotes: orMissing(orNull(text)),
  footer: orMissing(orNull(text)),
  version: orNull(text),
  date: orNull(text),
} satisfies Record<keyof StoredEditor, Check>)

const isFilter = shape({ labels: listOf(text), authors: listOf(text) })

const isEvidence = shape({
  commitCount: number,
  range: shape({
    fromRef: text,
    toRef: text,
    fromSha: orNull(sha),
    toSha: sha,
    compareUrl: orNull(webAddress),
    relation: text,
  }),
  version: orNull(text),
  date: orNull(text),
  changes: listOf(
    shape({
      id: text,
      title: text,
      category: oneOf(categories),
      breaking: flag,
      notability: number,
      commits: listOf(sha),
      subjects: listOf(text),
      pullRequests: listOf(number),
      authors: listOf(text),
      labels: listOf(text),
      breakingNotes: listOf(text),
      advisories: listOf(text),
      paths: listOf(text),
      texts: listOf(text),
      evidence: listOf(shape({ kind: text, detail: text })),
    }),
  ),
  omitted: listOf(isOmission),
  contributors: listOf(shape({ name: text, login: orNull(text), first: orNull(flag) })),
  warnings: listOf(shape({ code: text, detail: text })),
  plan: shape({
    model: text,
    calls: number,
    inputTokens: number,
    outputTokens: number,
    cost: orNull(number),
  }),
  layout: shape({
    web: orNull(shape({ kind: oneOf(hostKinds), url: webAddress })),
    releaseConfig: orNull(
      shape({
        exclude: isFilter,
        categories: listOf(shape({ title: text, labels: listOf(text), exclude: isFilter })),
      }),
    ),
    changelog: orNull(shape({ path: text, text })),
  }),
})

const isPublication = shape({
  kind: oneOf(['release', 'pull_request', 'file']),
  action: oneOf(['created', 'updated', 'unchanged']),
  state: oneOf(['draft', 'published', 'open', 'written', 'none']),
  url: orNull(webAddress),
  name: text,
  place: text,
  at: number,
} satisfies Record<keyof Publication, Check>)

const isLink = shape({
  ...{ id: text, key: text, expiresAt: text, createdAt: number, temporary: flag },
} satisfies Record<keyof ShareLink, Check>)

const storedDraft = shape({
  kind: oneOf(['notewright-draft']),
  version: (value) => value === 1 || value === 2,
  savedAt: number,
  host: text,
  choice: shape({
    ...{ repo: text, fromRef: text, toRef: text },
    format: orMissing(orNull(text)),
    package: orMissing(orNull(text)),
    config: orMissing(orNull(shape({ path: text, text, value: orNull(shape({})) }))),
  }),
  evidence: isEvidence,
  desk: isStoredEditor,
  record: orMissing(
    shape({ publications: orMissing(listOf(isPublication)), links: orMissing(listOf(isLink)) }),
  ),
})

function isStoredDraft(value: unknown): value is StoredDraft {
  return storedDraft(value)
}
