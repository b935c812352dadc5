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

/** The labels that a changelog uses for categories. */
export interface LinePrefixes {
  byKey: Map<string, LinePrefix>
  sample: LinePrefix
}

const leastShare = 0.6

/** Detects whether most entries begin with the label of a category; null if they do not. */
export function detectPrefixes(texts: string[]): LinePrefixes | null {
  const found = texts.flatMap((text) => parsePrefix(text) ?? [])
  const [sample] = found
  if (!sample || found.length < leastShare * texts.length) return null
  return { byKey: new Map(found.toReversed().map((prefix) => [prefix.key, prefix])), sample }
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
export function prefixFor({ byKey, sample }: LinePrefixes, key: string): string {
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
