/** A line of a changelog as the judge sees it. */
interface JudgedLine {
  text: string
  /** Whether it is inside a code fence or an HTML comment. */
  isHidden: boolean
}

/** A heading of a release. */
export interface JudgedSection {
  /** Null for an unreleased section without a version. */
  version: string | null
  isUnreleased: boolean
  /** The heading up to its version, such as `## [V]`. */
  prefix: string
  /** How the date is written, such as ` - D`; empty without a date. */
  dateForm: string
  /** The line of the heading, the first below it, and the first after the section. */
  heading: number
  body: number
  end: number
}

/** A list item, with its marker and its first lines. */
export interface JudgedItem {
  line: number
  marker: string
  text: string
}

/** The lines and releases of a changelog, read without the parser that is judged. */
export interface JudgedFile {
  lines: JudgedLine[]
  sections: JudgedSection[]
}

/** Reads the releases of a changelog. */
export function readSections(text: string): JudgedFile {
  const lines = hideBlocks(text.split(/\r\n|\n|\r/))
  const sections: JudgedSection[] = []
  let depth = Number.POSITIVE_INFINITY
  for (let index = 0; index < lines.length; index += 1) {
    const heading = readHeading(lines, index)
    if (!heading || isPackageBelow(heading.prefix, depth)) continue
    depth = depthOf(heading.prefix) || Number.POSITIVE_INFINITY
    const previous = sections.at(-1)
    if (previous) previous.end = index
    const isUnreleased = heading.isUnreleased || isMarkedBelow(lines, heading.body)
    // Far below the newest release, "unreleased" is an old mistake or a branch that was given up.
    const isOld = sections.filter((section) => !section.isUnreleased).length >= 3
    sections.push({ ...heading, isUnreleased: isUnreleased && !isOld, heading: index, end: lines.length })
  }
  return { lines, sections }
}

/** A heading below that of a release which names something else with its version: `### core 1.2.0`. */
function isPackageBelow(prefix: string, depth: number): boolean {
  return depthOf(prefix) > depth && /[A-Za-z]{2}/.test(prefix.replace(/\bV\b|\(U\)|release|version/gi, ''))
}

function depthOf(prefix: string): number {
  return /^ {0,3}(#*)/.exec(prefix)![1]!.length
}

/** Some projects write "Unreleased" below the version, where later the date is. */
function isMarkedBelow(lines: JudgedLine[], body: number): boolean {
  const first = lines.slice(body, body + 3).find(({ text }) => text.trim() !== '')
  return /^\W*(?:unreleased|not yet released|in development)\W*$/i.test(first?.text ?? '')
}

function hideBlocks(texts: string[]): JudgedLine[] {
  let fence = ''
  let isComment = false
  return texts.map((text) => {
    const mark = /^ {0,3}(```+|~~~+)(.*)$/.exec(text)
    if (fence !== '') {
      if (mark && mark[1]!.startsWith(fence) && mark[2]!.trim() === '') fence = ''
      return { text, isHidden: true }
    }
    if (isComment) {
      if (text.includes('-->')) isComment = false
      return { text, isHidden: true }
    }
    if (mark && !(mark[1]!.startsWith('`') && mark[2]!.includes('`'))) {
      fence = mark[1]!
      return { text, isHidden: true }
    }
    if (/^ {0,3}<!--/.test(text) && !text.includes('-->')) {
      isComment = true
      return { text, isHidden: true }
    }
    return { text, isHidden: /^ {0,3}<!--.*-->\s*$/.test(text) }
  })
}

const versionToken =
  /(?<![\w.])v?(\d{1,6}(?:\.\d{1,6}){1,4}(?:[-.+]?(?:alpha|beta|rc|pre|dev|post|[abc]|snapshot|next|canary)[-.]?\d*(?:\.\d+)*)?)(?![\w])/i
const dateToken =
  /\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{1,2}(?:st|nd|rd|th)? \w{3,9},? \d{4}|\w{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}/i
const unreleasedName =
  /^\W*(?:unreleased|un-released|next(?: release| version)?|upcoming(?: release)?|head|master|main|develop|dev|vnext|v?x\.x\.x|trunk|tb[da]|not yet released)\b/i

type ReadHeading = Omit<JudgedSection, 'heading' | 'end'>

function readHeading(lines: JudgedLine[], index: number): ReadHeading | null {
  const { text, isHidden } = lines[index]!
  if (isHidden || text.length > 300) return null
  const hashes = /^ {0,3}(#{1,4})[ \t]+\S/.exec(text)?.[1]
  const underline = /^(?:={3,}|-{3,}|~{3,}|\^{3,}|\*{3,})\s*$/
    .exec(lines[index + 1]?.text ?? '')?.[0]
    .charAt(0)
  const isBold = /^\*\*[^*]+\*\*(?: [-–] \*\*[^*]+\*\*)?:?\s*$/.test(text)
  const isWord = /^\[?unreleased\]?:?$/i.test(text) && /^(?:\s*[-*+] .*)?$/.test(lines[index + 1]?.text ?? '')
  const isPlain = isWord || /^(?:v|version )?\d+\.\d+\S*(?: .*\b\d{4}\b.*)?:?$/i.test(text)
  const isUnderlined = underline !== undefined && /^\S/.test(text) && !/^[-*+=|]/.test(text)
  if (hashes === undefined && !isUnderlined && !isBold && !isPlain) return null
  const body = index + (isUnderlined && hashes === undefined ? 2 : 1)
  const found = versionToken.exec(withoutUrls(text))
  const shown = withoutUrls(text)
  const isUnreleased =
    /unreleased|not yet released|upcoming|in development|\(development version\)|\bTBD\b|YYYY|xx-xx/i.test(
      shown,
    )
  const suffix = hashes === undefined && underline !== undefined ? ` ${underline}` : ''
  if (found && isNearStart(shown.slice(0, found.index))) {
    const after = shown.slice(found.index + found[0].length)
    const bracket = /^(?:\]\(U\)|\]|\*\*|`|<\/\w+>)*/.exec(after)?.[0] ?? ''
    const v = found[0].toLowerCase().startsWith('v') ? 'v' : ''
    return {
      version: found[1]!.toLowerCase(),
      isUnreleased,
      prefix: `${shown.slice(0, found.index).replace(dateToken, 'D')}${v}V${bracket}${suffix}`,
      dateForm: dateFormOf(after.slice(bracket.length)),
      body,
    }
  }
  const name = shown.replace(/^[#\s]*/, '').replace(/[[\]*`]/g, '')
  // Packages of R call it `pkg (development version)`.
  const isNamed = unreleasedName.test(name) || /^\S{1,40} \(development version\)\s*$/.test(name)
  if ((hashes ?? '').length > 3 || !isNamed || name.length > 60) return null
  if (isPlain && !isWord) return null
  return { version: null, isUnreleased: true, prefix: shown.trim() + suffix, dateForm: '', body }
}

function withoutUrls(text: string): string {
  return text.replace(/\((?:https?:|\.{0,2}\/)[^()\s]*\)/g, '(U)').replace(/<https?:[^>]*>/g, '<U>')
}

/** A version names a release if only markup, a package or a word such as "Version" comes before it. */
function isNearStart(before: string): boolean {
  const words = before.replace(/<[^>]*>/g, '').match(/[\w@./-]*[A-Za-z][\w@./-]*/g) ?? []
  return (
    words.length <= 2 &&
    before.length <= 60 &&
    !/\b(?:from|to|since|pre|post|upgrad|migrat|before|python|node)\b/i.test(before)
  )
}

function dateFormOf(after: string): string {
  const found = dateToken.exec(after)
  if (!found) return ''
  const shape = found[0]
    .replace(/[A-Za-z]+/g, 'M')
    .replace(/\d{4}/g, 'Y')
    .replace(/\d{1,2}/g, 'n')
  const before = /[^A-Za-z0-9]*$/.exec(after.slice(0, found.index))?.[0] ?? ''
  const end = /^[)\]_*]*/.exec(after.slice(found.index + found[0].length))?.[0] ?? ''
  return before + shape + end
}

/** The items of the outermost lists of a section. */
export function readItems(
  { lines }: JudgedFile,
  { body, end }: Pick<JudgedSection, 'body' | 'end'>,
): JudgedItem[] {
  const items: JudgedItem[] = []
  let isOpen = false
  for (let index = body; index < end; index += 1) {
    const { text, isHidden } = lines[index]!
    const found = /^((?: {0,2}|\t)(?:[-*+•]|\d{1,4}[.)])[ \t]+)(?=\S)/.exec(text)
    if (!isHidden && found) {
      items.push({ line: index, marker: found[1]!.replace(/\d+/, '1'), text: text.slice(found[1]!.length) })
      isOpen = true
    } else if (isOpen && !isHidden && (/^\s+\S/.test(text) || isLazy(text, lines[index - 1]!.text)))
      items.at(-1)!.text += ` ${text.trim()}`
    else if (text.trim() !== '' && !/^\s/.test(text)) isOpen = false
  }
  return items
}

/** Text directly below an item continues it in Markdown, with or without indentation. */
function isLazy(text: string, above: string): boolean {
  return (
    above.trim() !== '' &&
    /^[^\s#>|<*_+-]/.test(text) &&
    !/^(?:\d+[.)]\s|[-=~^"'+]{3,}|\[[^\]]+\]:)/.test(text)
  )
}

/** The forms of the group headings of a section, such as `###` or `**:`. */
export function readGroupForms(
  { lines }: JudgedFile,
  { body, end }: Pick<JudgedSection, 'body' | 'end'>,
): string[] {
  const forms: string[] = []
  for (let index = body; index < end; index += 1) {
    const { text, isHidden } = lines[index]!
    if (isHidden) continue
    const atx = /^(#{1,6})[ \t]+(.*?)\s*$/.exec(text)
    if (atx) forms.push(`${atx[1]}${atx[2]!.endsWith(':') ? ':' : ''}`)
    const bold = /^(\*\*|__)[^*_]{1,60}(?:\*\*|__)(:?)\s*$/.exec(text)
    if (bold) forms.push(`${bold[1]}${bold[2] || text.includes(':') ? ':' : ''}`)
    const underline = /^([-=~^"'+])\1{2,}\s*$/.exec(lines[index + 1]?.text ?? '')?.[1]
    if (underline !== undefined && /^[A-Za-z]/.test(text) && index + 1 < end)
      forms.push(`underlined ${underline}`)
    else if (!atx && !bold && /^[A-Z][A-Za-z ]{2,30}:\s*$/.test(text)) forms.push('text:')
  }
  return forms
}
