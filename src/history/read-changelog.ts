/** The section of one version in a changelog. */
export interface ChangelogSection {
  version: string
  entries: ChangelogEntry[]
}

/** One entry, and what it cites. */
interface ChangelogEntry {
  /** The heading it stands under, below that of its version. */
  heading: string | null
  /** The numbers it cites, of pull requests or issues; the text does not distinguish them. */
  numbers: number[]
  /** The beginnings of the SHAs it cites. */
  commits: string[]
}

const maxLine = 1000
const versionIn = /(?<![\w.])v?(\d{1,6}(?:\.\d{1,9}){1,3}(?:[-+.]?[a-z][\w.+-]{0,40}|-\d{1,9})?)(?![\w.]*\/)/i
const heading = /^ {0,3}(#{1,6}) +(.{1,300})$/
const underline = /^ {0,3}(?:=+|-{3,}|~{3,}|\^{3,}|"{3,}|\+{3,}|\*{3,}) *$/
const boldLine = /^ {0,3}(?:\*\*|__)([^*_]{2,60})(?:\*\*|__):? *$/
// Some projects categorise each entry with a label: [BUGFIX], **Fixed:**.
const labelled = /^(?:\[|\*\*|__)([A-Z][A-Za-z /-]{2,30}):?(?:\](?![([:])|\*\*|__)/
// Others do it without brackets: Fixed: …, Security: …, feat(api): …
const prefixed =
  /^((?:added?|new|feat(?:ure)?s?|enhancements?|changed?|improve(?:d|ments?)?|fix(?:ed|es)?|bug ?fix(?:es)?|bugs?|deprecat(?:ed|ions?)|remov(?:ed|als?)|security|docs?|documentation|internal|chore|dependenc(?:y|ies)|deps|bc[- ]break|breaking(?: change)?|misc|tests?|perf(?:ormance)?|refactor))(?:\([^()]{1,40}\))?!?: /i
const bullet = /^([ \t]{0,20})[-*+] +/
// An entry that is only a label is the heading of the nested ones: `- Bug fixes:`.
const maxLabel = 40
const noLabel = /[#`.()[\]/]|\d/

/** Reads a changelog as people write them: versions, headings below them, entries with their references. */
export function readChangelog(text: string): ChangelogSection[] {
  const sections: ChangelogSection[] = []
  let current: ChangelogSection | null = null
  let below: string | null = null
  let fence = false
  let entry: string[] = []
  /** The bullets that are labels of nested ones, by their indentation. */
  let labels: { indent: number; text: string }[] = []
  const finish = () => {
    const text = entry.join(' ')
    const label = labelled.exec(text)?.[1] ?? prefixed.exec(text)?.[1] ?? labels.at(-1)?.text ?? null
    if (current && text !== '') current.entries.push({ heading: label ?? below, ...readReferences(text) })
    entry = []
  }
  const lines = text.split('\n').map((line) => line.slice(0, maxLine).trimEnd())
  for (const [at, line] of lines.entries()) {
    // In reStructuredText a line of tildes below a text underlines it.
    const isUnderline = /^~{3,}$/.test(line) && /^[^\s>*+-]/.test(lines[at - 1] ?? '')
    if (!isUnderline && /^ {0,3}(?:```|~~~)/.test(line)) fence = !fence
    if (fence) continue
    const title = titleOf(line, lines[at + 1])
    const version = title === null ? null : versionOf(title)
    if (title !== null) {
      finish()
      labels = []
    }
    if (version !== null) {
      current = { version, entries: [] }
      below = null
      sections.push(current)
    } else if (title !== null) {
      below = title
    } else if (bullet.test(line)) {
      finish()
      const indent = indentOf(line)
      labels = labels.filter((label) => label.indent < indent)
      const text = line.replace(bullet, '')
      const isLabel = text.length <= maxLabel && !noLabel.test(text) && indentOf(lines[at + 1] ?? '') > indent
      if (isLabel && bullet.test(lines[at + 1]!))
        labels.push({ indent, text: text.replace(/[:*_]+/g, '').trim() })
      else entry = [text]
    } else if (line.trim() === '') {
      finish()
    } else if (entry.length > 0 && entry.length < 50) {
      entry.push(line.trim())
    }
  }
  finish()
  return sections
}

/** How far a line is indented; a tab counts like four spaces. */
function indentOf(line: string): number {
  return line.slice(0, line.length - line.trimStart().length).replaceAll('\t', '    ').length
}

/** The text of a heading in any of its forms; null for every other line. */
function titleOf(line: string, next: string | undefined): string | null {
  const plain = heading.exec(line)?.[2] ?? boldLine.exec(line)?.[1]
  if (plain !== undefined) return plain.replace(/[#*_`:]+$/g, '').trim()
  const isUnderlined = next !== undefined && underline.test(next) && /^ {0,3}[^\s>*+-]/.test(line)
  return isUnderlined ? line.trim() : null
}

/** Returns the version that a heading names near its beginning; null when it only mentions one. */
function versionOf(title: string): string | null {
  const found = versionIn.exec(title)
  if (!found || found.index > 40) return null
  return found[1]!.toLowerCase()
}

function readReferences(text: string): Pick<ChangelogEntry, 'numbers' | 'commits'> {
  const numbers = [
    ...text.matchAll(
      /(?<![\w&])(?:#|!|gh-)(\d{1,7})(?!\w)|\/(?:pulls?|merge_requests|pull-requests|issues)\/(\d{1,7})(?!\d)/gi,
    ),
  ]
  const commits = [
    ...text.matchAll(
      /\/commits?\/([0-9a-f]{7,40})(?![0-9a-f])|(?:[[(`]|^)(?=[a-f]{0,39}\d)([0-9a-f]{7,40})(?:[\])`]|:? )/g,
    ),
  ]
  return {
    numbers: [...new Set(numbers.map(([, plain, linked]) => Number(plain ?? linked)))],
    commits: [...new Set(commits.map(([, linked, plain]) => (linked ?? plain)!))],
  }
}
