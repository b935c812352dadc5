/** A line such as `Signed-off-by: Ada <ada@example.org>` at the end of a message. */
export interface Footer {
  key: string
  value: string
}

interface Paragraph {
  lines: string[]
}

const footerLine = /^([A-Za-z][A-Za-z0-9-]{0,40})(?:: | #)(\S.*)$/
const breakingLine = /^BREAKING[ -]CHANGES?(?:: ?| #)(.*)$/i
const closingLine =
  /^(close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?|see|part of)(?::? )((?:[\w./-]+)?[#!]\d.*|https?:\S+.*)$/i
// Every pattern above needs one of these characters, and most lines contain none of them.
const footerCharacters = /[:#!]/
const meansNone = /^(?:no|none|n\/?a|not? applicable|nothing|-+)?\.?$/i

/** The footers of a message and the notes of its `BREAKING CHANGE` footers. */
export interface ParsedFooters {
  footers: Footer[]
  breakingNotes: string[]
}

/** Parses the footers of a message body. */
export function parseFooters(body: string): ParsedFooters {
  if (!footerCharacters.test(body)) return { footers: [], breakingNotes: [] }
  const paragraphs = splitParagraphs(body)
  return {
    footers: findTrailingFooters(paragraphs),
    breakingNotes: /breaking/i.test(body) ? findBreakingNotes(paragraphs) : [],
  }
}

function splitParagraphs(body: string): Paragraph[] {
  const paragraphs: Paragraph[] = []
  let lines: string[] = []
  let fenced = false
  for (const line of body.split('\n')) {
    const start = line.trimStart()
    const fence = start.startsWith('```') || start.startsWith('~~~')
    if (fence) fenced = !fenced
    // Text in a code block or a quotation may come from another project.
    const quoted = fenced || fence || start.startsWith('>')
    if (start === '') {
      if (lines.length > 0) paragraphs.push({ lines })
      lines = []
    } else {
      lines.push(quoted ? `> ${line}` : line)
    }
  }
  if (lines.length > 0) paragraphs.push({ lines })
  return paragraphs
}

function findTrailingFooters(paragraphs: Paragraph[]): Footer[] {
  let first = paragraphs.length
  while (first > 0 && startsWithFooter(paragraphs[first - 1]!)) first -= 1
  const footers: Footer[] = []
  for (const line of paragraphs.slice(first).flatMap((paragraph) => paragraph.lines)) {
    const footer = parseFooterLine(line)
    if (footer) footers.push(footer)
  }
  return footers
}

function startsWithFooter(paragraph: Paragraph): boolean {
  const line = paragraph.lines[0]!
  return (
    parseFooterLine(line) !== null || line.startsWith('(cherry picked from commit ') || /^-{3,}$/.test(line)
  )
}

/** Parses a line as a footer; null when it is none. */
export function parseFooterLine(line: string): Footer | null {
  if (!footerCharacters.test(line)) return null
  const breaking = breakingLine.exec(line)
  if (breaking) return { key: 'breaking-change', value: breaking[1]!.trim() }
  const closing = closingLine.exec(line)
  if (closing) return { key: closing[1]!.toLowerCase(), value: closing[2]!.trim() }
  const footer = footerLine.exec(line)
  return footer ? { key: footer[1]!.toLowerCase(), value: footer[2]!.trim() } : null
}

/** Finds `BREAKING CHANGE:` at the start of a paragraph or after another footer, never inside prose. */
function findBreakingNotes(paragraphs: Paragraph[]): string[] {
  const notes: string[] = []
  for (const [index, { lines }] of paragraphs.entries()) {
    for (let at = 0; at < lines.length; at += 1) {
      const found = breakingLine.exec(lines[at]!)
      if (!found) {
        if (parseFooterLine(lines[at]!) === null) break
        continue
      }
      const own = [found[1]!.trim(), ...proseFrom(lines, at + 1)]
      const text = own.join(' ').trim()
      // After a bare `BREAKING CHANGE:` line, the next paragraph is the note.
      const note = text === '' ? (paragraphs[index + 1]?.lines.join(' ') ?? '') : text
      if (!meansNone.test(note)) notes.push(note.replace(/^\s*[-*]\s+/, '').replace(/\s+/g, ' '))
    }
  }
  return notes
}

function proseFrom(lines: string[], start: number): string[] {
  let end = start
  while (end < lines.length && parseFooterLine(lines[end]!) === null) end += 1
  return lines.slice(start, end)
}
