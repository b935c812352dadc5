import { parseTag, type TagVersion } from '../git/tag.ts'
import { findDate, type HeadingDate } from './heading-date.ts'

/** The parts of a release heading, from which a similar heading can be printed. */
export interface ReleaseHeading {
  /** Null for an unreleased section. */
  version: TagVersion | null
  /** The version as it is written, without brackets. */
  label: string
  /** Whether the heading says that the version is not released yet. */
  isPlanned: boolean
  /** The words before the version that are neither a date nor "version" or "release"; most often a product. */
  product: string
  /** The whole title, and the range of the label in it. */
  title: string
  start: number
  end: number
  form: 'plain' | 'reference' | 'link'
  /** The text in brackets of a reference or link, which can be more than the label. */
  linkText: string
  date: HeadingDate | null
}

const maxCharacters = 300
const branch = '(?:head|main|master|trunk|develop|development|dev|edge|next|upcoming|current|unstable)'
const unreleasedForms = [
  /^(?:un-?(?:released|published)|not (?:yet )?(?:released|published)|to be released|in development|under development|in progress|development version|coming soon|pending release)(?!\w)/i,
  /^v?\.?next(?: (?:up|(?:major|minor|patch|bugfix|feature)? ?(?:release|version)?))?$/i,
  new RegExp(
    `^${branch}(?: (?:branch|release|releases|version|changes))?(?:[ (:/-]{0,4}(?:un-?released|not (?:yet )?released|in development|in progress)(?: changes)?\\)?)?$`,
    'i',
  ),
  /^(?:v?\.?next|upcoming|future|current)(?: (?:release|version|changes))? ?[-–—/(:]{1,2} ?(?:un-?released|tbd|tba|wip|in progress|not (?:yet )?released|major|minor|patch|yyyy-mm-dd|20[\dx]{2}-xx-xx|date)\)?$/i,
  /^v?\d{1,6}(?:\.\w{1,12}){1,3} ?\/ ?v?\d{1,6}(?:\.\w{1,12}){1,3} ?[-–—/(:]{0,2} ?(?:un-?released|not (?:yet )?released)\)?$/i,
  /^v?\d{1,6}(?:\.\d{1,6}){0,2}\.x ?[-–—/(:]{1,2} ?(?:un-?released|not (?:yet )?released|in development|in progress|tbd)\)?$/i,
  /^(?:tbd|tba|wip|work in progress|pending|future|future release|latest changes|vunreleased)$/i,
  /^v?(?:x\.y(?:\.z)?|(?:\d{1,6}\.)?[nx]\.[nx](?:\.[nx])?|\?\.\?\.\?)(?=$| ?[-/(])/i,
]
/** Words beside a version which say that it is not released yet. */
export const plannedWord =
  /(?<![\w-])(?:un-?released|not (?:yet )?released|to be released|tbd|tba|in development|under development|in progress|development version|wip|next|upcoming|releasedate|yyyy-mm-dd|(?:20[\dx]{2}|xxxx|yyyy)-(?:xx|\?\?|mm|\d\d)-(?:xx|\?\?|dd))(?![\w-])/i
const genericWords =
  /^(?:(?:version|release|ver\.?|rel\.?|tag|changelog|changes|notes)(?: (?:in|for|of|notes|version))*|what['’]?s new in|new in|release notes?(?: (?:for|of|-))?)[ ]*:?[ ]+(?=\S)/i
/** Headings about a version which are not the heading of its release. */
const otherTopic =
  /\b(?:to|from|for|with|since|until|before|after|than|by|on|at|of|if|when|and|or|upgrad\w{1,6}|updat\w{1,6}|bump\w{0,4}|migrat\w{1,6}|support\w{0,4}|drop\w{0,4}|requires?|deprecat\w{1,6}|fix\w{0,3}|known|issues?|breaking|node|python|ruby|php|java|go)\s*$/i

/** Parses the heading of a release. Labels in `names` count as releases too; null for any other heading. */
export function parseHeading(title: string, names: string[] = []): ReleaseHeading | null {
  const text = title.slice(0, maxCharacters)
  const masked = maskMarkup(text)
  const unreleased = parseUnreleased(text, masked)
  if (unreleased) return unreleased
  const found = parseRelease(text, masked)
  const name = names.find((each) => {
    const bare = masked.replace(/\\(?=[^\w\s])/g, '').trim()
    return text === each || bare === each || bare.startsWith(`${each} `)
  })
  if (name === undefined) return found
  const at = Math.max(text.indexOf(name), 0)
  return describeLabel(text, { start: at, end: Math.min(at + name.length, text.length) }, { label: name })
}

function parseUnreleased(text: string, masked: string): ReleaseHeading | null {
  const plain = plainOf(masked)
  const [, product = '', rest = plain] =
    /^([A-Za-z][\w.-]{0,60}) \((?=development version\))(.{1,60})\)$/.exec(plain) ?? []
  if (!unreleasedForms.some((form) => form.test(rest))) return null
  const start = /\S/.exec(masked)?.index ?? 0
  const bracket = /^\[((?:[^[\]]|\[[^[\]]{0,100}\]){1,200})\]/.exec(text.slice(Math.max(start - 1, 0)))
  const word = /^(?:v?\.?[\w.?-]{1,60}|\S{1,60})/.exec(masked.slice(start))?.[0] ?? ''
  const length = bracket ? bracket[1]!.trimEnd().length : word.replace(/[:,]$/, '').length
  return { ...describeLabel(text, { start, end: start + length }, {}), product }
}

/** The words of a masked title, with single spaces and without punctuation at its ends. */
function plainOf(masked: string): string {
  return masked
    .replace(/\\(?=[^\w\s])/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s\-–—:|/,.]+|[\s\-–—:|/,.]+$/g, '')
    .replace(/^\((.{1,60})\)$/, '$1')
}

function parseRelease(text: string, masked: string): ReleaseHeading | null {
  let at = skipBlanks(masked, 0)
  const leadingDate = findDate(masked.slice(at))
  const isDateFirst = leadingDate?.start === 0 && /\d[._]\d/.test(masked.slice(at + leadingDate.end))
  if (isDateFirst) at = skipBlanks(masked, at + leadingDate.end)
  at += genericWords.exec(masked.slice(at))?.[0].length ?? 0
  const direct = parseLabel(text, masked, at)
  if (direct) return direct
  const words = /^(?:[\p{L}@][^\s,:;()|]{0,60}[ ]+){1,4}(?=v?\.?\d)/u.exec(masked.slice(at))?.[0]
  if (words === undefined || otherTopic.test(words)) return null
  const labelled = parseLabel(text, masked, at + words.length)
  const product = words
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ (?:version|release|ver\.?)$/i, '')
  if (!labelled || labelled.version!.numbers.length < 2) return null
  const after = masked.slice(labelled.end)
  if (!isEndOfRelease(after)) return null
  const scope = labelled.version!.scope === '' && !product.includes(' ') ? product : labelled.version!.scope
  return { ...labelled, product, version: { ...labelled.version!, scope } }
}

function skipBlanks(masked: string, from: number): number {
  return from + (/^[\s\-–—:|/,([]*/.exec(masked.slice(from))?.[0].length ?? 0)
}

/** Parses the label at an offset; null if it is not the version of a release. */
function parseLabel(text: string, masked: string, start: number): ReleaseHeading | null {
  const word = /^[^\s,:;()|]{1,100}/.exec(masked.slice(start))?.[0].replace(/[.…]+$/, '') ?? ''
  const bare = word.replace(/\\(?=[^\w\s])/g, '')
  const version = parseTag(bare)
  if (!version || isWildcard(bare) || isYear(version, bare)) return null
  const after = masked.slice(start + word.length)
  if (!endsLikeRelease(version, after)) return null
  return describeLabel(text, { start, end: start + word.length }, { label: bare, version })
}

/** Headings such as `2.x` are above the releases of a series. */
function isWildcard(label: string): boolean {
  return /(?:^|[.-])[x*](?:[.-]|$)/i.test(label)
}

function isYear({ numbers, prefix }: TagVersion, label: string): boolean {
  return prefix === '' && numbers.length === 1 && /^(?:19|20)\d\d$/.test(label)
}

/** A version of two numbers must be followed by punctuation or nothing: `## 3.5 million users` is not a release. */
function endsLikeRelease({ numbers, scope, prefix }: TagVersion, after: string): boolean {
  const hasPackage = scope !== '' && prefix !== scope
  if (hasPackage || (numbers.length >= 3 && scope === '')) return true
  return isEndOfRelease(after)
}

function isEndOfRelease(after: string): boolean {
  const rest = after.trim()
  if (rest === '' || /^(?:[-–—/,:([|]|\d{4}-|released?\b|\.$)/i.test(rest)) return true
  return findDate(rest)?.start === 0 || plannedWord.exec(rest)?.index === 0
}

function describeLabel(
  title: string,
  { start, end }: { start: number; end: number },
  known: { label?: string; version?: TagVersion },
): ReleaseHeading {
  const { form, linkText } = linkAround(title, start, end)
  const masked = maskMarkup(title)
  const [before, after] = [masked.slice(0, start), masked.slice(end)]
  const later = findDate(after)
  const date = later ? shift(later, end) : findDate(before)
  const version = known.version ?? null
  const isDevelopment = version !== null && date === null && isDevelopmentVersion(version)
  return {
    version,
    label: known.label ?? title.slice(start, end).replace(/\\(?=[^\w\s])/g, ''),
    isPlanned: version !== null && (isDevelopment || plannedWord.test(after)),
    product: '',
    title,
    start,
    end,
    form,
    linkText,
    date,
  }
}

/** Whether a version is between releases: `1.2.0-dev`, `1.2.0-SNAPSHOT`, or `1.2.0.9000` as packages of R write it. */
function isDevelopmentVersion(version: TagVersion): boolean {
  return version.pre.some((part) => /^(?:dev|snapshot)\d{0,6}$/i.test(part)) || isAfterRelease(version)
}

/** Whether a development version has the numbers of the release before it: `1.2.0.9000` comes after 1.2.0. */
export function isAfterRelease({ numbers }: TagVersion): boolean {
  return numbers.length === 4 && numbers[3]! >= 9000
}

/** Parses the heading of a series of versions, such as `Version 8.3.x`, below which "Unreleased" is written. */
export function parseSeries(title: string): ReleaseHeading | null {
  const text = title.slice(0, maxCharacters)
  const found = /^(?:(?:version|release) )?(v?\d{1,6}(?:\.\d{1,6}){0,2}\.x)$/i.exec(plainOf(maskMarkup(text)))
  if (!found) return null
  const start = text.indexOf(found[1]!)
  return describeLabel(text, { start, end: start + found[1]!.length }, { label: 'Unreleased' })
}

function shift(date: HeadingDate, by: number): HeadingDate {
  return { ...date, start: date.start + by, end: date.end + by }
}

/** Returns the brackets around the label: a link with a URL, a reference, or none. */
function linkAround(title: string, start: number, end: number): Pick<ReleaseHeading, 'form' | 'linkText'> {
  const open = title.lastIndexOf('[', start)
  const close = title.indexOf(']', end)
  const text = open === -1 || close === -1 ? '' : title.slice(open + 1, close)
  const isAround =
    open !== -1 && close !== -1 && !/[[\]]/.test(text) && start > open && title[open - 1] !== '\\'
  if (!isAround) return { form: 'plain', linkText: '' }
  return { form: title[close + 1] === '(' ? 'link' : 'reference', linkText: text }
}

const spaces = (found: string) => ' '.repeat(found.length)

/** Replaces markup with spaces, so that words keep their offsets: tags, URLs, brackets, emphasis and emoji. */
export function maskMarkup(title: string): string {
  return title
    .replace(/!\[[^[\]]{0,200}\]\([^()]{0,300}\)/g, spaces)
    .replace(/<[^<>]{1,300}>/g, spaces)
    .replace(
      /(\])(\([^()]{0,300}\)|\[[^[\]]{0,100}\])/g,
      (_, bracket: string, target: string) => bracket + spaces(target),
    )
    .replace(/`[^`<>]{1,100}<[^<>`]{1,300}>`_{1,2}/g, (link) => link.replace(/<[^<>]*>|`|_/g, spaces))
    .replace(/:[a-z][a-z0-9_+-]{1,40}:/g, spaces)
    .replace(/\p{Extended_Pictographic}|\ufe0f|\u200d|\u20e3|\p{Emoji_Modifier}/gu, (emoji) =>
      /^[\d#*©®™]$/.test(emoji) ? emoji : spaces(emoji),
    )
    .replace(/[[\]`*~]|(?<!\w)_|_(?!\w)/g, ' ')
}
