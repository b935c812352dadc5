import type { ChangesAnswer } from '../../src/core/answer.ts'
import { categories } from '../../src/core/category.ts'
import { omissionReasons } from '../../src/core/change.ts'
import { hostKinds } from '../../src/core/web-address.ts'
import type { EditorModel, Item, Wording } from '../editor-model/editor-model.ts'
import { type Choice, usualChoice } from '../state/app-state.ts'

/** A draft as it is kept and as it is exported. */
export interface KeptDraft {
  kind: 'notewright-draft'
  version: 1
  /** Names the repository and the range. */
  key: string
  savedAt: number
  host: string
  choice: Choice
  evidence: ChangesAnswer
  editor: EditorModel
}

/** The name under which the draft of a range is kept. */
export function keyOf(
  host: string,
  { repo, fromRef, toRef }: Pick<Choice, 'repo' | 'fromRef' | 'toRef'>,
): string {
  return `${host}:${repo} ${fromRef}..${toRef}`
}

/** Reads a file that somebody chose; what is wrong with it is said, and nothing of it is taken. */
export function readDraftFile(text: string): KeptDraft {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('The file is not JSON. Choose a file that this page exported.')
  }
  if (!isDraft(value))
    throw new Error('The file is no draft of this page, or parts of it are missing. Export it again.')
  const choice = { ...usualChoice, ...value.choice }
  return { ...value, choice, key: keyOf(value.host, choice) }
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

const wordingFields = {
  text,
  category: oneOf(categories),
  breaking: flag,
} satisfies Record<keyof Wording, Check>

const writers = oneOf(['model', 'rules', 'person'])

const isItem = shape({
  ...wordingFields,
  id: text,
  commits: (value) => listOf(sha)(value) && (value as unknown[]).length > 0,
  locked: flag,
  writtenBy: writers,
  drafted: orNull(shape(wordingFields)),
  offer: orNull(shape({ ...wordingFields, writtenBy: writers })),
} satisfies Record<keyof Item, Check>)

const isOmission = shape({ sha, subject: text, reason: oneOf(omissionReasons), detail: text })

const isDesk = shape({
  items: listOf(isItem),
  left: listOf(isItem),
  omitted: listOf(isOmission),
  summary: orNull(text),
  version: orNull(text),
  date: orNull(text),
} satisfies Record<keyof EditorModel, Check>)

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

const isKept = shape({
  kind: oneOf(['notewright-draft']),
  version: (value) => value === 1,
  savedAt: number,
  host: text,
  choice: shape({ repo: text, fromRef: text, toRef: text }),
  evidence: isEvidence,
  editor: isDesk,
})

function isDraft(value: unknown): value is KeptDraft {
  return isKept(value)
}
