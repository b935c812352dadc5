/** Markdown that Notewright wrote; `entry` is the id of the entry that it prints. */
export interface MarkdownValue {
  markdown: string
  entry?: string
}

type Nullable<Value> = Value | null

/** A link target. */
interface Reference {
  url: Nullable<MarkdownValue>
}

/** An entry as templates see it. */
export interface TemplateEntry {
  id: string
  text: MarkdownValue
  line: MarkdownValue
  references: MarkdownValue
  category: string
  kind: string
  type: Nullable<string>
  scope: Nullable<string>
  breaking: boolean
  advisories: string[]
  labels: string[]
  pullRequests: (Reference & { number: number; label: string })[]
  commits: (Reference & { sha: string; short: string })[]
  tickets: (Reference & { id: string })[]
  authors: TemplatePerson[]
}

interface TemplatePerson {
  name: string
  login: Nullable<string>
  mention: MarkdownValue
}

/** Everything that a template can print. */
export interface TemplateData {
  project: { name: string; url: Nullable<MarkdownValue> }
  package: Nullable<{ name: string; path: string }>
  release: {
    version: Nullable<string>
    tag: Nullable<string>
    date: Nullable<string>
    isPrerelease: boolean
    previousVersion: Nullable<string>
    previousTag: Nullable<string>
    compareUrl: Nullable<MarkdownValue>
  }
  /** The summary, or else the introduction. */
  summary: Nullable<MarkdownValue>
  introduction: Nullable<MarkdownValue>
  highlights: Nullable<MarkdownValue>
  upgradeNotes: Nullable<MarkdownValue>
  footer: Nullable<MarkdownValue>
  commitCount: number
  omittedCount: number
  cut: number
  categories: { title: MarkdownValue; entries: TemplateEntry[] }[]
  entries: TemplateEntry[]
  contributors: (TemplatePerson & { first: Nullable<boolean> })[]
}

/** The shape of a value: a list of items, an object with named fields, a plain value, or one that is not known. */
export type Shape = { list: Shape } | { fields: Record<string, Shape> } | 'plain' | 'any'

const reference = { url: 'plain' } as const
const person = { name: 'plain', login: 'plain', mention: 'plain' } as const

const entry: Shape = {
  fields: {
    ...{ id: 'plain', text: 'plain', line: 'plain', references: 'plain', category: 'plain', kind: 'plain' },
    ...{ type: 'plain', scope: 'plain', breaking: 'plain' },
    advisories: { list: 'plain' },
    labels: { list: 'plain' },
    pullRequests: { list: { fields: { ...reference, number: 'plain', label: 'plain' } } },
    commits: { list: { fields: { ...reference, sha: 'plain', short: 'plain' } } },
    tickets: { list: { fields: { ...reference, id: 'plain' } } },
    authors: { list: { fields: person } },
  },
}

/** The names that templates can use. */
export const templateShape: Record<keyof TemplateData, Shape> = {
  project: { fields: { name: 'plain', url: 'plain' } },
  package: { fields: { name: 'plain', path: 'plain' } },
  release: {
    fields: {
      ...{ version: 'plain', tag: 'plain', date: 'plain', isPrerelease: 'plain' },
      ...{ previousVersion: 'plain', previousTag: 'plain', compareUrl: 'plain' },
    },
  },
  ...{ introduction: 'plain', highlights: 'plain', upgradeNotes: 'plain', footer: 'plain' },
  ...{ summary: 'plain', commitCount: 'plain', omittedCount: 'plain', cut: 'plain' },
  categories: { list: { fields: { title: 'plain', entries: { list: entry } } } },
  entries: { list: entry },
  contributors: { list: { fields: { ...person, first: 'plain' } } },
}
