import type { Category } from '../core/category.ts'
import { categoryByKeyword, findCategory } from '../core/category-names.ts'
import type { OwnLine } from '../core/own-words.ts'

const maxText = 400

interface OwnTextContext {
  heading: string | null
  path: string
}

/** Cleans one description by the authors: without bullets, references, thanks and the markup of other formats. */
export function readOwnText(raw: string, { heading, path }: OwnTextContext): OwnLine | null {
  const flat = toMarkdown(raw.slice(0, 4000))
    .replace(/\\(?=[&_*<>[\]#~])/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const numbers = [
    ...flat.matchAll(
      /(?<![\w&])(?:#|!|gh-)(\d{1,7})(?!\w)|\/(?:pulls?|merge_requests|pull-requests|issues)\/(\d{1,7})(?!\d)/gi,
    ),
  ]
  const unlabelled = takeLabel(stripReferences(unlink(flat)))
  const label = unlabelled.label ?? heading
  const text = cutAtSentence(stripReferences(unlabelled.text))
  if (!/\p{L}{2}/u.test(text)) return null
  return {
    text,
    heading: label,
    category: label === null ? null : categoryOfType(label),
    breaking: /(?:^|[^a-z])breaking(?![a-z])|\bbc[- ]break/i.test(
      `${label ?? ''} ${/^\W{0,4}breaking\b[^.]{0,20}[:!]/i.exec(flat)?.[0] ?? ''}`,
    ),
    numbers: [...new Set(numbers.map(([, plain, linked]) => Number(plain ?? linked)))],
    path,
  }
}

/** The category that a heading or the type of a fragment means; null for documentation, internals and the like. */
function categoryOfType(type: string): Category | null {
  if (
    /\b(?:internal|docs?|documentation|depend\w*|misc|trivial|chore|tests?|ci|build|packaging|contributors?|thanks|credits)\b/i.test(
      type,
    )
  )
    return null
  const words = type.replaceAll('_', ' ')
  return findCategory(words) ?? categoryByKeyword(words) ?? (/breaking/i.test(words) ? 'Changed' : null)
}

/** Replaces the inline markup of reStructuredText by Markdown. */
function toMarkdown(text: string): string {
  return text
    .replace(/``([^`\n]{1,300})``/g, '`$1`')
    .replace(
      /:(?:pr|pull|issue|gh|user|ghissue|ghpull|bpo|pull-request):`~?([^`<>]{1,100})`/gi,
      (_all, value: string) => (/^\d+$/.test(value) ? `#${value}` : value),
    )
    .replace(
      /:(pep|rfc|cve):`(\d[\d-]{0,20})`/gi,
      (_all, name: string, value: string) => `${name.toUpperCase()} ${value}`,
    )
    .replace(/:[\w:+.-]{1,40}:`[~!]?([^`<>]{1,200}?)(?: ?<[^<>`]{1,300}>)?`/g, '`$1`')
    .replace(/`([^`<>\n]{1,200}?) ?<[^<>`\s]{1,300}>`_{1,2}/g, '$1')
}

/** Replaces links by their text, except references: the notes link what they cite themselves. */
function unlink(text: string): string {
  return text.replace(
    /(?<!!)\[([^\][]{1,300})\]\([^()\s]{1,300}(?: "[^"]{0,100}")?\)/g,
    (whole, label: string) =>
      /^(?:[\w./-]{0,100}[#!]|gh-)\d+$|^@|^`?[0-9a-f]{7,40}`?$/i.test(label) ? whole : label,
  )
}

// What is at the end of a description; longer lists of references stay.
const maxReferences = 600
const reference = String.raw`(?:\[?(?:[\w.-]{1,60}\/[\w.-]{1,60})?(?:#|!|gh-)\d{1,9}(?!\d)\]?(?:\([^()\s]{1,300}\)|\[(?![#@!])[^\][]{0,60}\])?|\[?@[\w-]{1,39}(?![\w-])(?:\[bot\])?\]?(?:\([^()\s]{1,300}\)|\[(?![#@!])[^\][]{0,60}\])?|\[\x60?[0-9a-f]{7,40}\x60?\]\([^()\s]{1,300}\)|https?:\/\/[^\s()[\]]{1,300}(?![^\s()[\]]))`
const separator = String.raw`(?:[\s,;&|/]|and|by|via|in|thanks|to|from|closes|fixes|resolves|see|pr|issue){0,8}`
const trailing = new RegExp(
  String.raw`\s*[([](?:${separator}${reference}){1,12}${separator}[)\]]\.?$|\s+(?:(?:contributed by|reported by|by|in|via|see|thanks to|closes|fixes|resolves)\s+)?${reference}\.?$`,
  'i',
)
const leading = new RegExp(
  String.raw`^(?:[-*+•]\s+|[([]?(?:(?:fix(?:es)?|closes|issue|pr)\s+)?${reference}[)\]]?\s*[:,–—-]?\s+)`,
  'i',
)

/** Removes references to pull requests, commits and people at both ends. */
function stripReferences(text: string): string {
  let left = text.trim()
  for (let times = 0; times < 6; times += 1) {
    const begun = left.replace(leading, '')
    const at = Math.max(0, begun.length - maxReferences)
    const next = (begun.slice(0, at) + begun.slice(at).replace(trailing, '')).trim()
    if (next === left || next === '') break
    left = next
  }
  return left
    .replace(/\s+(?:refs?|see|cf)\.?$/i, '')
    .replace(/\s*[:,;]$/, '')
    .replace(/\s+\.$/, '.')
}

const label =
  /^(?:\[([A-Z][A-Za-z /&-]{2,30})\]|\*\*([A-Za-z][A-Za-z /&-]{2,30})(?::\*\*|\*\*:)|(Bug ?fix|Fix(?:ed)?|Feature|Enhancement|Change[d]?|Added|Removed|Deprecated|Security|Breaking(?: change)?|BC Break|Improvement|Improved|Performance|New)!?:)\s+/

/** Splits off a label such as `[BUGFIX]`, `**Fixed:**` or `Enhancement:`. */
function takeLabel(text: string): { label: string | null; text: string } {
  const found = label.exec(text)
  const name = found?.slice(1).find((part) => part !== undefined)
  if (!found || name === undefined || categoryOfType(name) === null) return { label: null, text }
  return { label: name, text: text.slice(found[0].length) }
}

/** Keeps as many whole sentences as fit. */
function cutAtSentence(text: string): string {
  if (text.length <= maxText) return text
  const end = [...text.slice(0, maxText).matchAll(/[.!?](?=\s+[\p{Lu}`"[])/gu)].at(-1)
  if (end) return text.slice(0, end.index + 1)
  const space = text.lastIndexOf(' ', maxText - 1)
  return `${text.slice(0, space > 0 ? space : maxText - 1)}…`
}
