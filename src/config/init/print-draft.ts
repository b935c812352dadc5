import { Document, isMap, isScalar, isSeq, type Node, visit } from 'yaml'
import type { RepositoryConfig, TagsConfig } from '../../core/repository-config.ts'
import { cleanText } from '../../text/clean-text.ts'
import type { ConfigDraft } from './draft-config.ts'

/** What each key is for, in one line. */
const explanations: { [Key in keyof RepositoryConfig]?: string } = {
  tags: 'Which tags are releases. The first pattern also names new tags.',
  changelog: 'The changelog that `notewright update` edits: its path, and the headings of its releases.',
  categories: 'The sections of the notes, in the order in which they are printed.',
  other: 'The last section, for changes that fit no category.',
  rules: 'Decisions about single changes. For each effect the first matching rule decides.',
  scopes: 'How scopes are shown.',
  entries: 'How entries are printed.',
  tickets: 'Ticket ids in titles, and their URLs.',
  contributors: 'Who is thanked at the end of the notes of a release.',
  formats: 'Adjusts the notes of releases, or their headings.',
  versioning: 'How `notewright next-version` chooses the next version.',
  packages:
    'The packages that are released separately; choose one with `--package`. Default tags: {name}@{version}.',
}

/** Editors with a YAML language server complete and check the keys by this line. */
const schemaLine =
  '# yaml-language-server: $schema=https://raw.githubusercontent.com/notewright/notewright/main/schema/notewright.json'
const columns = 100
const maxLosses = 40

/** Prints a draft as the text of `notewright.yml`, with a comment above every key. */
export function printDraft({ config, sources, remarks, losses }: ConfigDraft): string {
  const keys = Object.keys(explanations).filter((key) => key in config) as (keyof RepositoryConfig)[]
  const origins: Partial<Record<string, string[]>> = {
    categories: sources.categories === null ? [] : [sources.categories],
    rules: sources.rules,
    packages: sources.packages,
  }
  const intro = [
    'How Notewright writes the release notes of this repository. Every key is optional.',
    'Check this file with `notewright config check`; `notewright config show` shows all settings.',
    ...(keys.length === 0 ? ['Nothing special was found, so the defaults apply.'] : []),
  ]
  const blocks = keys.map((key) => {
    const from = origins[key] ?? []
    const about = `${explanations[key]}${from.length > 0 ? ` (From ${from.join(', ')}.)` : ''}`
    const hasBoth = key === 'categories' && config.categories?.some(({ labels, kinds }) => labels && kinds)
    const own = hasBoth
      ? ['`kinds` are for changes without a label; a label takes precedence.']
      : (remarks[key as keyof typeof remarks] ?? [])
    return [...comment([about, ...own]), printKey(key, shorten(key, config[key]))].join('\n')
  })
  const loose = (['tags', 'packages'] as const).filter((key) => !(key in config))
  const notes = loose.flatMap((key) =>
    key === 'packages' && remarks.packages.length > 0
      ? ['No package has its own releases.', ...remarks.packages]
      : remarks[key],
  )
  const lossLines = losses.flatMap(({ path, sentences }) => [
    ...comment([`Not carried over from ${path}:`]),
    ...sentences.slice(0, maxLosses).flatMap((sentence) => comment([sentence], '#   - ', '#     ')),
    ...(sentences.length > maxLosses ? [`#   - and ${sentences.length - maxLosses} more`] : []),
  ])
  return `${[
    [schemaLine, ...comment(intro)].join('\n'),
    ...blocks,
    ...(notes.length > 0 ? [comment(notes).join('\n')] : []),
    ...(lossLines.length > 0 ? [lossLines.join('\n')] : []),
  ].join('\n\n')}\n`
}

/** Comment lines of limited width. */
function comment(sentences: string[], first = '# ', next = '# '): string[] {
  return sentences.flatMap((sentence) => {
    const lines: string[] = []
    let line = first.trimEnd()
    for (const word of cleanText(sentence.slice(0, 1000)).split(/\s+/)) {
      if (line.length + 1 + word.length > columns && line !== '#') {
        lines.push(line)
        line = next.trimEnd().padEnd(next.length - 1)
      }
      line += ` ${word}`
    }
    return [...lines, line]
  })
}

/** Writes single values instead of lists, and `tags: v{version}` instead of a mapping. */
function shorten(key: string, value: unknown): unknown {
  if (key === 'packages' && Array.isArray(value)) return value.map((each) => shortenPackage(each))
  if (key === 'tags') return shortenTags(value as TagsConfig)
  if (key === 'changelog') return shortenChangelog(value)
  return withSingles(value)
}

function shortenPackage(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, shorten(key, value)]))
}

function shortenTags({ pattern, ...rest }: TagsConfig): unknown {
  const short = withSingles(pattern)
  return Object.keys(rest).length === 0
    ? short
    : { ...(pattern ? { pattern: short } : {}), ...(withSingles(rest) as object) }
}

function shortenChangelog(value: unknown): unknown {
  const given = value as Record<string, unknown>
  return Object.keys(given).length === 1 && given.file !== undefined ? given.file : given
}

const listKeys = new Set(['categories', 'rules', 'packages', 'tickets'])

/** Replaces lists of one value by the value, except lists of objects. */
function withSingles(value: unknown): unknown {
  if (Array.isArray(value)) {
    if (value.length === 1 && typeof value[0] === 'string') return value[0]
    return value.map(withSingles)
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, listKeys.has(key) ? each : withSingles(each)]),
  )
}

/** Prints one key; what fits on a line is written on one. */
function printKey(key: string, value: unknown): string {
  const document = new Document({ [key]: value })
  visit(document, {
    Collection: (_, node, path) => {
      const isListOfItems = isSeq(node) && node.items.some((item) => isMap(item))
      if (path.length > 1 && !isListOfItems && lengthOf(node) <= columns + 20) node.flow = true
    },
    Scalar: (_, node) => {
      if (isScalar(node) && typeof node.value === 'string' && /[{}]/.test(node.value))
        node.type = 'QUOTE_DOUBLE'
    },
  })
  return document.toString({ lineWidth: 0, flowCollectionPadding: false, singleQuote: false }).trimEnd()
}

function lengthOf(node: Node): number {
  return JSON.stringify(node.toJSON()).length
}
