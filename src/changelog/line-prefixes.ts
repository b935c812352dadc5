import type { Category } from '../core/category.ts'
import { findCategory } from '../core/category-names.ts'

/** A label at the beginning of an entry which names its category, such as `[BUGFIX] ` or `Fixed: `. */
interface LinePrefix {
  key: Category
  /** The label with everything up to the text of the entry. */
  raw: string
  word: string
}

const forms = [
  /^\[([A-Za-z][A-Za-z /-]{1,24})\](?![([:])[ \t]{0,3}[-–:]?[ \t]+/,
  /^(?:\*\*|__)\[?([A-Za-z][A-Za-z -]{1,24}?)\]?:?(?:\*\*|__):?[ \t]+/,
  /^([A-Za-z][A-Za-z -]{1,24})(?:\([^()\s]{1,40}\))?!?:[ \t]+/,
  /^([A-Z][A-Za-z]{2,20}) [-–] /,
]

/** Parses the label of an entry; null if it has none. */
export function parsePrefix(text: string): LinePrefix | null {
  for (const form of forms) {
    const found = form.exec(text.slice(0, 120))
    const key = found && findCategory(found[1]!.replace('/', ' '))
    if (key) return { key, raw: found[0], word: found[1]! }
  }
  return null
}

/** The type and the scope that a commit has before its title, such as `fix(core)`. */
export interface CommitLabel {
  type: string
  scope: string | null
}

const commitForm = /^([a-z]{2,12})(?:\(([^()\n]{1,60})\))?!?:[ \t]+/

/** Parses the type and scope at the beginning of a text; null if it has none. */
export function parseCommitLabel(text: string): (CommitLabel & { raw: string }) | null {
  const found = commitForm.exec(text.slice(0, 120))
  return found && { type: found[1]!, scope: found[2] ?? null, raw: found[0] }
}

/** The labels that a changelog uses for categories. */
export interface LinePrefixes {
  byKey: Map<string, LinePrefix>
  sample: LinePrefix
  /** Whether entries begin with the types of their commits, and whether most of these have scopes. */
  hasTypes: boolean
  hasScopes: boolean
}

const leastShare = 0.6

/** Detects whether most entries begin with the label of a category; null if they do not. */
export function detectPrefixes(texts: string[]): LinePrefixes | null {
  const found = texts.flatMap((text) => parsePrefix(text) ?? [])
  const [sample] = found
  if (!sample || found.length < leastShare * texts.length) return null
  const labels = texts.flatMap((text) => parseCommitLabel(text) ?? [])
  return {
    byKey: new Map(found.toReversed().map((prefix) => [prefix.key, prefix])),
    sample,
    hasTypes: labels.length >= leastShare * texts.length,
    hasScopes: labels.filter(({ scope }) => scope !== null).length * 2 > labels.length,
  }
}

/** The word for each category where labels are nouns or verbs, and where they are participles. */
const words: Record<Category, string> = {
  Added: 'Feature',
  Changed: 'Change',
  Deprecated: 'Deprecation',
  Removed: 'Removal',
  Fixed: 'Fix',
  Security: 'Security',
}
const conventional: Record<Category, string> = {
  Added: 'feat',
  Changed: 'change',
  Deprecated: 'deprecate',
  Removed: 'remove',
  Fixed: 'fix',
  Security: 'security',
}

/** Returns the label for a category; a category that the file has no label for gets one of the same form. */
export function prefixFor(
  { byKey, sample, hasTypes, hasScopes }: LinePrefixes,
  key: string,
  label: CommitLabel | null,
): string {
  if (hasTypes && label) {
    const { type, scope } = label
    return `${type}${hasScopes && scope !== null ? `(${scope})` : ''}: `
  }
  const known = byKey.get(key)
  if (known) return withoutScope(known)
  if (!(key in words)) return ''
  const category = key as Category
  const isParticiple = [...byKey.values()].some(({ word }) => /ed$/i.test(word))
  const isConventional = [...byKey.values()].some(({ word }) => /^(?:feat|fix|perf|refactor)$/.test(word))
  const word = isParticiple ? category : isConventional ? conventional[category] : words[category]
  return withoutScope(sample).replace(sample.word, caseLike(sample.word, word))
}

function withoutScope({ raw }: LinePrefix): string {
  return raw.replace(/\([^()\s]{1,40}\)!?/, '').replace(/!(?=:)/, '')
}

/** Writes a word in the case of another. */
export function caseLike(existing: string, word: string): string {
  if (existing === existing.toUpperCase()) return word.toUpperCase()
  if (existing === existing.toLowerCase()) return word.toLowerCase()
  return word
}
