import { parseTag, type TagVersion } from '../git/tag.ts'

/** What the heading of a release says, in the pieces of which another like it can be made. */
export interface ReleaseHeading {
  /** Null for what is not released yet. */
  version: TagVersion | null
  /** The version as it is written, without the signs around it. */
  label: string
  /** A version that says of itself that it is not out yet. */
  isPlanned: boolean
  /** How it is written: words before the label, `[label]`, `[label](address)` or the bare label, then the rest. */
  before: string
  form: 'plain' | 'reference' | 'link'
  after: string
}

const mostLetters = 300
const coming = /^(?:unreleased|not yet released|in development)\b/i
const comingAlone =
  /^(?:next|upcoming|head|main|master|trunk|develop|development|dev|wip|tbd)(?: (?:release|version))?(?: \(?unreleased\)?)?$/i

/** Reads a heading's text as that of a release, by any of some names too; null when it is about something else. */
export function parseHeading(title: string, names: string[] = []): ReleaseHeading | null {
  const text = title.slice(0, mostLetters)
  const { before, label, form, after } = takeApart(text)
  const bare = label.replace(/\\(?=[^\w\s])/g, '')
  const plain = `${bare}${after}`.replace(/[*_`]/g, '').trim()
  const shape = { label: bare, before, form, after }
  if (coming.test(plain) || comingAlone.test(plain)) return { ...shape, version: null, isPlanned: false }
  const name = names.find((each) => bare === each || text === each || text.startsWith(`${each} `))
  if (name !== undefined) return { ...shape, label: name, version: null, isPlanned: false }
  const version = parseTag(bare)
  if (!version || !endsLikeRelease(version, after)) return null
  return { ...shape, version, isPlanned: /\b(?:unreleased|tbd|in development)\b/i.test(after) }
}

/** The first word, however it is marked. */
function takeApart(text: string): Pick<ReleaseHeading, 'before' | 'label' | 'form' | 'after'> {
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

/** `## 3.5 million users` is no release: a short number is one only where signs or nothing follow. */
function endsLikeRelease({ numbers, scope, prefix }: TagVersion, after: string): boolean {
  const hasPackage = scope !== '' && prefix !== scope
  if (hasPackage || (numbers.length >= 3 && scope === '')) return true
  return after.trim() === '' || /^\s*(?:[-–—/,:([|]|\d{4}-)/.test(after)
}

const day = /\d{4}-\d{2}-\d{2}/

/** The text of a heading for another release, written as a heading that is there already. */
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
  const words = /^(?:version|release) $/i.exec(sample.before)?.[0] ?? ''
  return `${words}${marked}${date === null ? '' : dateLike(sample.after, date)}`
}

/** The date, set apart from the version as it is elsewhere in the file. */
function dateLike(after: string, date: string): string {
  const found = day.exec(after)
  if (found)
    return `${after.slice(0, found.index)}${date}${after.slice(found.index).startsWith(`${found[0]})`) ? ')' : ''}`
  if (after.trim() === '') return ''
  return /^\s*\(/.test(after) ? ` (${date})` : ` - ${date}`
}
