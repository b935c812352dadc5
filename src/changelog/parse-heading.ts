import { parseTag, type TagVersion } from '../git/tag.ts'

/** The parts of a release heading, from which a similar heading can be printed. */
export interface ReleaseHeading {
  /** Null for an unreleased section. */
  version: TagVersion | null
  /** The version as it is written, without brackets. */
  label: string
  /** Whether the heading says that the version is not released yet. */
  isPlanned: boolean
  /** The text before the label; the label is plain, `[label]` or `[label](url)`; then the rest. */
  before: string
  form: 'plain' | 'reference' | 'link'
  after: string
}

const maxCharacters = 300
const unreleasedPrefix = /^(?:unreleased|not yet released|in development)\b/i
const unreleasedTitle =
  /^(?:next|upcoming|head|main|master|trunk|develop|development|dev|wip|tbd)(?: (?:release|version))?(?: \(?unreleased\)?)?$/i

/** Parses the heading of a release. Labels in `names` count as releases too; null for any other heading. */
export function parseHeading(title: string, names: string[] = []): ReleaseHeading | null {
  const text = title.slice(0, maxCharacters)
  const { before, label, form, after } = splitHeading(text)
  const bare = label.replace(/\\(?=[^\w\s])/g, '')
  const plain = `${bare}${after}`.replace(/[*_`]/g, '').trim()
  const shape = { label: bare, before, form, after }
  if (unreleasedPrefix.test(plain) || unreleasedTitle.test(plain))
    return { ...shape, version: null, isPlanned: false }
  const name = names.find((each) => bare === each || text === each || text.startsWith(`${each} `))
  if (name !== undefined) return { ...shape, label: name, version: null, isPlanned: false }
  const version = parseTag(bare)
  if (!version || !endsLikeRelease(version, after)) return null
  return { ...shape, version, isPlanned: /\b(?:unreleased|tbd|in development)\b/i.test(after) }
}

/** Splits a heading into the label and the text around it. */
function splitHeading(text: string): Pick<ReleaseHeading, 'before' | 'label' | 'form' | 'after'> {
  const before = /^(?:<a [^<>]{0,200}>(?:<\/a>)? ?)?(?:(?:version|release) )?/i.exec(text)![0]
  const rest = text.slice(before.length)
  const link = /^\[([^[\]]{1,100})\]\([^()\s]{0,250}\)/.exec(rest)
  if (link) return { before, label: link[1]!, form: 'link', after: rest.slice(link[0].length) }
  const reference = /^\[([^[\]]{1,100})\](?:\[[^[\]]{0,100}\])?/.exec(rest)
  if (reference)
    return { before, label: reference[1]!, form: 'reference', after: rest.slice(reference[0].length) }
  const word = /^[^\s:,([]{1,100}/.exec(rest)?.[0] ?? ''
  return { before, label: word, form: 'plain', after: rest.slice(word.length) }
}

/** A version of two numbers must be followed by punctuation or nothing: `## 3.5 million users` is not a release. */
function endsLikeRelease({ numbers, scope, prefix }: TagVersion, after: string): boolean {
  const hasPackage = scope !== '' && prefix !== scope
  if (hasPackage || (numbers.length >= 3 && scope === '')) return true
  return after.trim() === '' || /^\s*(?:[-–—/,:([|]|\d{4}-)/.test(after)
}

const day = /\d{4}-\d{2}-\d{2}/

/** Formats the heading of another release in the style of an existing heading. */
export function formatHeadingLike(
  sample: ReleaseHeading,
  { label, date, url }: { label: string; date: string | null; url: string | null },
): string {
  const sampleHasV = sample.version !== null && /^v\d/.test(sample.label)
  const name = sampleHasV && /^\d/.test(label) ? `v${label}` : label
  const marked =
    sample.form === 'plain' || (sample.form === 'link' && url === null)
      ? name
      : sample.form === 'link'
        ? `[${name}](${url})`
        : `[${name}]`
  const prefix = /^(?:version|release) $/i.exec(sample.before)?.[0] ?? ''
  return `${prefix}${marked}${date === null ? '' : formatDateLike(sample.after, date)}`
}

/** Formats the date with the same separator as the existing heading. */
function formatDateLike(after: string, date: string): string {
  const found = day.exec(after)
  if (found)
    return `${after.slice(0, found.index)}${date}${after.slice(found.index).startsWith(`${found[0]})`) ? ')' : ''}`
  if (after.trim() === '') return ''
  return /^\s*\(/.test(after) ? ` (${date})` : ` - ${date}`
}
