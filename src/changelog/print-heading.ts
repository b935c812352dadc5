import { isActiveName } from '../text/inline-text.ts'
import { maskMarkup, type ReleaseHeading } from './parse-heading.ts'

/** The release that a heading is printed for. */
interface HeadingContent {
  label: string
  date: string | null
  url: string | null
}

/** Prints the title of another release in the style of an existing title. */
export function formatTitleLike(sample: ReleaseHeading, content: HeadingContent): string {
  const { title, date } = sample
  const like = nameLike(sample, content.label)
  const name = isActiveName(like) ? `\`${like.replaceAll('`', '')}\`` : like
  const pieces: string[] = []
  if (date && date.end <= sample.start && content.date !== null) {
    // The date comes first: `2026-01-31, Version 1.2.0`.
    pieces.push(title.slice(0, date.start), date.format(content.date), title.slice(date.end, sample.start))
  } else pieces.push(date && date.end <= sample.start ? '' : title.slice(0, sample.start))
  pieces.push(name)
  const isDateLater = date !== null && date.start >= sample.end
  const between = isDateLater ? title.slice(sample.end, date.start) : ''
  if (isDateLater && content.date !== null) {
    const closers = closersOf(title.slice(date.end))
    pieces.push(separatorLike(between), date.format(content.date), closers)
  } else pieces.push(closersOf(title.slice(sample.end)))
  return tidyTitle(linkLike(pieces.join(''), sample, content.url))
}

/** The label with the `v` or the package of the existing label, or without it. */
function nameLike(sample: ReleaseHeading, label: string): string {
  const v = /^v\.?(?=\d)/i.exec(sample.label)?.[0]
  if (v !== undefined && /^\d/.test(label)) return v + label
  const own = sample.version?.scope ?? ''
  // `core 1.2.0` already names the package that the label `core@1.2.0` begins with.
  const isNamed = own !== '' && own === sample.product && label.startsWith(own)
  return isNamed ? label.slice(own.length).replace(/^[@/_-]v?/, '') : label
}

const knownWords = /^(?:released?|release date|date|on|at|as of)?:?$/i

/** Whether a heading has words of its own between label and date, such as the name of one release. */
export function hasOwnName({ title, end, date }: ReleaseHeading): boolean {
  return date !== null && date.start >= end && !isUsualSeparator(title.slice(end, date.start))
}

function isUsualSeparator(between: string): boolean {
  return knownWords.test(
    maskMarkup(between)
      .replace(/[^\p{L}:]+/gu, ' ')
      .trim(),
  )
}

/** Keeps the separator between label and date, and drops other words, such as the name of one release. */
function separatorLike(between: string): string {
  if (isUsualSeparator(between)) return between
  const links = between.match(/^[\])>*_`]*(?:\([^()\s]{1,300}\))?/)?.[0] ?? ''
  return links + (/\(\s*$/.test(between) ? ' (' : ' - ')
}

/** The signs at the end which close what the title opens before: brackets, tags, emphasis, a colon. */
function closersOf(rest: string): string {
  const bracket = /^\s*[)\]*_`]+/.exec(rest)?.[0] ?? ''
  const target = /^\]\([^()\s]{0,300}\)/.exec(rest)?.[0] ?? ''
  const start = target === '' ? bracket : target
  const tail = /(?:<\/[a-z][a-z0-9]{0,20}>|\*{1,3}|_{1,3}|`|:)*\s*$/i.exec(rest)?.[0] ?? ''
  return start + (rest.length - tail.length >= start.length ? tail : rest.slice(start.length))
}

/** Replaces the URLs of the title with the release's own; without one, links become text. */
function linkLike(title: string, { form }: ReleaseHeading, url: string | null): string {
  if (form === 'link' && url !== null) return title.replace(/\]\([^()\s]{0,300}\)/, () => `](${url})`)
  return title.replace(/\[([^[\]]{1,200})\]\([^()\s]{0,300}\)/g, '$1')
}

/** Removes anchors, unmatched closing signs and double spaces. */
function tidyTitle(title: string): string {
  const withoutAnchors = title
    .replace(/<a(?:\s[^<>]{0,300})?>(?:\s{0,5}<\/a>)?\s?/gi, '')
    .replace(/<\/a>/gi, '')
  return closeBrackets(withoutAnchors).trim()
}

/** Drops closing brackets without an opening one, and closes those that are open. */
function closeBrackets(title: string): string {
  let open = 0
  let text = ''
  for (const sign of title) {
    if (sign === '(') open += 1
    if (sign === ')' && open === 0) continue
    if (sign === ')') open -= 1
    text += sign
  }
  return text.replace(/\s*\(\s*\)/g, '') + ')'.repeat(open)
}

/** Prints the title of an unreleased section in the style of an existing title. */
export function formatUnreleasedLike(sample: ReleaseHeading, url: string | null): string {
  const name =
    sample.form === 'reference'
      ? '[Unreleased]'
      : sample.form === 'link' && url !== null
        ? `[Unreleased](${url})`
        : 'Unreleased'
  const bold = /^\*\*[^*]{1,200}\*\*:?$/.test(sample.title.trim()) ? '**' : ''
  return `${bold}${name}${bold}${sample.title.trim().endsWith(':') ? ':' : ''}`
}

/** The markup around the title of a heading. */
export interface HeadingMarkup {
  prefix: string
  suffix: string
  /** The sign of the line below the title; empty if it is not underlined. */
  underline: string
  overline: boolean
}

/** Prints the lines of a heading. */
export function printHeadingLines(title: string, markup: HeadingMarkup, lineBreak: string): string {
  const line = `${markup.prefix}${title}${markup.suffix}`
  if (markup.underline === '') return line
  const bar = markup.underline.repeat([...line.trimEnd()].length + (markup.prefix === '' ? 0 : 1))
  return [...(markup.overline ? [bar] : []), line, bar].join(lineBreak)
}
