import { detectStyle } from './changelog-style.ts'
import type { ReleaseHeading } from './parse-heading.ts'
import { parseOutline } from './parse-outline.ts'

const compared = 4
const usual = '[{version}]{ - date}'

/**
 * Describes the headings of the newest releases of a changelog as a line such as `{version}{ / date}`. Null if they
 * are the usual ones, differ, or have something that a line cannot print.
 */
export function findHeadingPattern(text: string, path: string): string | null {
  const found = findPattern(text, path, describeHeading)
  return found === usual ? null : found
}

/** Describes headings that link to a comparison, such as `[{version}]{(compare)}{ (date)}`; null if they do not. */
export function findLinkedHeading(text: string, path: string): string | null {
  return findPattern(text, path, describeLinkedHeading)
}

function findPattern(
  text: string,
  path: string,
  describe: (heading: ReleaseHeading) => string | null,
): string | null {
  const { samples } = detectStyle(parseOutline(text, { path }))
  const patterns = samples
    .filter(({ heading }) => !heading.isPlanned)
    .slice(0, compared)
    .map(({ heading }) => describe(heading))
  const [first] = patterns
  return first === undefined || patterns.some((each) => each !== first) ? null : first
}

function describeLinkedHeading({ title, label }: ReleaseHeading): string | null {
  const [, text, rest = ''] =
    /^\[([^[\]]{1,60})\]\([^()\s]{0,250}\/compare\/[^()\s]{1,250}\)(.*)$/.exec(title) ?? []
  const prefix = /^v\.?(?=\d)/i.exec(label)?.[0] ?? ''
  if (text !== label || !/^\d/.test(label.slice(prefix.length))) return null
  const [, before = '', after = ''] =
    /^([^\p{L}\d]{0,4})\d{4}-\d\d-\d\d([^\p{L}\d]{0,4})$/u.exec(rest.trimEnd()) ?? []
  if (rest.trim() !== '' && before === '') return null
  return `[${prefix}{version}]{(compare)}${before === '' ? '' : `{${before}date${after}}`}`
}

function describeHeading({ title, start, end, label, date, form }: ReleaseHeading): string | null {
  if (form === 'link' || /[<>]|\]\(/.test(title)) return null
  const prefix = /^v\.?(?=\d)/i.exec(label)?.[0] ?? ''
  // A label with the name of a package is different for every package.
  if (!/^\d/.test(label.slice(prefix.length)) || title.slice(start, end) !== label) return null
  const version = `${escapeBraces(title.slice(0, start))}${prefix}{version}`
  if (date === null)
    return /^\]?$/.test(title.slice(end).trim()) ? `${version}${title.slice(end).trim()}` : null
  if (date.start < end || date.iso === null || title.slice(date.start, date.end) !== date.iso) return null
  const [between, after] = [title.slice(end, date.start), title.slice(date.end).trimEnd()]
  if (!/^[^\p{L}\d]{0,12}$/u.test(between) || !/^[^\p{L}\d]{0,4}$/u.test(after)) return null
  const bracket = between.startsWith(']') ? ']' : ''
  return `${version}${bracket}{${between.slice(bracket.length)}date${after}}`
}

function escapeBraces(text: string): string {
  return text.replace(/[{}]/g, '$&$&')
}
