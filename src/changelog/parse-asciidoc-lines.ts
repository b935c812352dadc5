import { type Line, newLine, splitLines } from './parse-lines.ts'

const maxCharacters = 1000
const delimiter = /^(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|\/{4,}|\|={3,}|--|```.*)$/
const underlines = ['=', '-', '~', '^', '+']

/** Classifies the lines of an AsciiDoc file. Lines in delimited blocks and comments are not headings. */
export function parseAsciidocLines(text: string): Line[] {
  const lines = [...splitLines(text)].map(({ start, end }) => newLine(start, end))
  const bodies = lines.map(({ start, end }) =>
    text.slice(start, Math.min(end, start + maxCharacters)).trimEnd(),
  )
  let block: string | null = null
  for (let index = 0; index < lines.length; index += 1) {
    const [line, body] = [lines[index]!, bodies[index]!]
    if (block !== null) {
      line.kind = 'raw'
      if (body === block) block = null
    } else if (body === '') line.kind = 'blank'
    else if (isUnderlined(lines, bodies, index)) {
      Object.assign(line, {
        kind: 'heading',
        span: 2,
        depth: underlines.indexOf(bodies[index + 1]![0]!) + 1,
      })
      lines[index + 1]!.kind = 'raw'
      index += 1
    } else if (delimiter.test(body)) {
      line.kind = 'raw'
      block = body.startsWith('```') ? '```' : body
    } else markLine(line, body)
  }
  return lines
}

/** Whether a line has the older form of a heading: the next line underlines it, with the same length. */
function isUnderlined(lines: Line[], bodies: string[], index: number): boolean {
  const [title, below = ''] = [bodies[index]!, bodies[index + 1]]
  const isAlone = index === 0 || lines[index - 1]!.kind !== 'text'
  if (!isAlone || !/^[\w[("'].*\w/.test(title) || !/^([=\-~^+])\1+$/.test(below)) return false
  return Math.abs([...title].length - below.length) <= 2
}

function markLine(line: Line, body: string): void {
  const heading = /^(={1,6}|#{1,6})\s+\S/.exec(body)
  const item = /^\s*(\*{1,5}|-|\.{1,5}|\d{1,9}\.)\s+\S/.exec(body)
  if (heading) {
    line.kind = 'heading'
    // Files of WordPress plugins write `=== Title ===`, `== Changelog ==` and `= 1.2.0 =`, the deepest with one sign.
    const isWordPress = /^(={1,3})\s.*\s\1$/.test(body)
    line.depth = isWordPress ? 4 - heading[1]!.length : heading[1]!.length
  } else if (item) {
    line.kind = 'item'
    line.level = /^[*.]/.test(item[1]!) ? item[1]!.length : 1
  } else if (/^(?:\/\/|\[.*\]$|(?:ifdef|ifndef|ifeval|endif|include)::)/.test(body)) line.kind = 'raw'
  else if (/^(?:'''|<<<|---|\*\*\*)$/.test(body)) line.kind = 'rule'
}
