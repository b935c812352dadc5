import type { DeclaredBump, OwnLine } from '../core/own-words.ts'
import { type BumpLevel, bumpLevels } from '../core/repository-config.ts'
import { readOwnText } from './own-text.ts'

const maxCharacters = 65_536
const maxLines = 20

/**
 * Parses a news fragment: the file in which a pull request describes itself for the changelog. Reads the forms of
 * towncrier, scriv, changesets, changie, chloggen, reno, Ansible, GitLab, Rush and of projects with a file per change.
 */
export async function parseFragment(path: string, text: string): Promise<OwnLine[]> {
  if (text.length > maxCharacters) return []
  const found = /\.(?:ya?ml|json)$/i.test(path) ? listValues(await parseData(path, text)) : parseText(text)
  const type = typeInName(path)
  return found.slice(0, maxLines).flatMap(({ text: raw, heading, breaking, scope, declares }) => {
    const own = readOwnText(raw, { heading: heading ?? type, path })
    if (own === null) return []
    const hasScope = scope === null || own.text.toLowerCase().includes(scope.toLowerCase())
    return [
      {
        ...own,
        text: hasScope ? own.text : `${scope}: ${own.text}`,
        breaking: own.breaking || breaking,
        ...(declares && declares.length > 0 ? { declares } : {}),
      },
    ]
  })
}

/** A description in a fragment, before its text is cleaned. */
interface RawLine {
  text: string
  heading: string | null
  breaking: boolean
  scope: string | null
  declares?: DeclaredBump[]
}

async function parseData(path: string, text: string): Promise<unknown> {
  try {
    if (/\.json$/i.test(path)) return JSON.parse(text)
    const { parse } = await import('yaml')
    // No aliases: a few lines of them can stand for gigabytes.
    return parse(text, { maxAliasCount: 0, logLevel: 'silent' })
  } catch {
    return null
  }
}

const textKeys = ['note', 'title', 'summary', 'subject', 'body', 'description', 'comment', 'message', 'text']
const typeKeys = ['change_type', 'changetype', 'type', 'kind', 'category']
const scopeKeys = ['component', 'area', 'scope', 'packagename', 'project']
const maxDepth = 4

/** Lists the descriptions in a data file: an object with a text and a type, or lists of texts by type. */
function listValues(value: unknown, heading: string | null = null, depth = 0): RawLine[] {
  if (depth > maxDepth) return []
  if (typeof value === 'string') return [{ text: value, heading, breaking: false, scope: null }]
  if (Array.isArray(value)) return value.flatMap((each) => listValues(each, heading, depth + 1))
  if (typeof value !== 'object' || value === null) return []
  const fields = new Map(Object.entries(value).map(([key, field]) => [key.toLowerCase(), field]))
  const text = firstString(fields, textKeys)
  const type = firstString(fields, typeKeys)
  if (text !== null && (type !== null || heading !== null || fields.size <= 3)) {
    const scope = firstString(fields, scopeKeys)
    const name = firstString(fields, ['packagename'])
    const declares = name !== null && isBumpLevel(type) ? [{ name, bump: type }] : []
    return [{ text, heading: type ?? heading, breaking: type === 'major', scope, declares }]
  }
  return [...fields].flatMap(([key, field]) =>
    typeof field === 'string' && !isSection(key) ? [] : listValues(field, key, depth + 1),
  )
}

function isBumpLevel(text: string | null): text is BumpLevel {
  return (bumpLevels as readonly (string | null)[]).includes(text)
}

function firstString(fields: Map<string, unknown>, keys: string[]): string | null {
  for (const key of keys) {
    const value = fields.get(key)
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return null
}

/** Whether a key of a data file is the name of a kind of change, as in the files of reno and Ansible. */
function isSection(key: string): boolean {
  return /^(?:features?|fixes|bugfix(?:es)?|(?:major|minor|breaking)_changes|deprecat\w+|remov\w+|security\w*|upgrade|issues|critical|added|changed|fixed)$/.test(
    key,
  )
}

/** Lists the descriptions in a text file: its items, or its first paragraph. */
function parseText(text: string): RawLine[] {
  const { body, declares } = splitFrontMatter(text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'))
  const isMajor = declares.some(({ bump }) => bump === 'major')
  const lines = body.replace(/<!--[\s\S]{0,20000}?-->/g, '').split('\n')
  const found: RawLine[] = []
  let heading: string | null = null
  let open: string[] = []
  let hasItems = false
  const close = () => {
    if (open.length > 0 && (hasItems || found.length === 0))
      found.push({ text: open.join(' '), heading, breaking: isMajor, scope: null, declares })
    open = []
  }
  for (const line of lines) {
    const title = /^#{1,6} +(.{1,200})$/.exec(line)?.[1]
    const item = /^[-*+] +(.+)$/.exec(line)?.[1]
    if (title !== undefined || item !== undefined || line.trim() === '') close()
    if (title !== undefined) heading = title.replace(/[#*_`:]+$/, '').trim()
    else if (item !== undefined) {
      // A paragraph above a list is the description, and the list explains it.
      if (!hasItems && found.length > 0) break
      hasItems = true
      open = [item]
    } else if (line.trim() !== '' && (!hasItems || open.length > 0) && !/^(?:=+|-{3,}|~{3,})$/.test(line))
      open.push(line.trim())
  }
  close()
  return found
}

const maxDeclared = 200

/** Splits off front matter; a changeset declares there which packages get a new version, and of which level. */
function splitFrontMatter(text: string): { body: string; declares: DeclaredBump[] } {
  const found = /^---\n([\s\S]{0,10000}?)\n?---(?:\n|$)/.exec(text)
  if (!found) return { body: text, declares: [] }
  const declares = found[1]!.split('\n').flatMap((line): DeclaredBump[] => {
    const [, name, bump = null] =
      /^["']?([\w@/.-]{1,200})["']?\s*:\s*["']?(\w{1,10})["']?\s*(?:#.*)?$/.exec(line) ?? []
    return name !== undefined && isBumpLevel(bump) ? [{ name, bump }] : []
  })
  return { body: text.slice(found[0].length), declares: declares.slice(0, maxDeclared) }
}

const types =
  /^(?:bug(?:fix|fixes|s)?|fix(?:ed|es)?|feat(?:ure)?s?|add(?:ed|ition)?|new|enhancements?|chang(?:ed?|es)|improvements?|perf(?:ormance)?|breaking|remov(?:al|ed|e|als)|deprecat(?:ion|ed|e|ions)|security|misc|trivial|internal|docs?|documentation|dev|contrib|chore|tests?|ci|build|packaging|vendor|process)$/

/** The type in the name of a file, as in 123.bugfix.rst, Added-20260102-030405.yaml and fix_crash.md. */
function typeInName(path: string): string | null {
  // The names of changesets are random words.
  if (/(?:^|\/)\.changeset\//.test(path)) return null
  const words = path
    .slice(path.lastIndexOf('/') + 1)
    .toLowerCase()
    .split(/[.\-_+]/)
  return words.find((word) => types.test(word)) ?? null
}
