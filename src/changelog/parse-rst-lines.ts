import { columnOf, type Line, newLine, splitLines } from './parse-lines.ts'

const maxCharacters = 1000
const adornment = /^([!-/:-@[-`{-~])\1+\s*$/
const item = /^(?:[-*+•o]|\d{1,9}[.)]|\(\d{1,9}\)|#\.)(?=\s)/

/** Classifies the lines of a reStructuredText or plain text file: headings with underlines and overlines, lists. */
export function parseRstLines(text: string): Line[] {
  const lines = [...splitLines(text)].map(({ start, end }) => newLine(start, end))
  const bodies = lines.map(({ start, end }) =>
    text.slice(start, Math.min(end, start + maxCharacters)).trimEnd(),
  )
  markBlocks(lines, bodies)
  markHeadings(lines, bodies)
  markItems(lines, bodies)
  return lines
}

/** Marks blank lines, and comments and directives with the indented lines below them. */
function markBlocks(lines: Line[], bodies: string[]): void {
  let isInside = false
  bodies.forEach((body, index) => {
    const line = lines[index]!
    if (body === '') line.kind = 'blank'
    else if (/^ ?\.\.(?:\s|$)/.test(body)) {
      isInside = true
      line.kind = /^ ?\.\. (?:_[^:]{1,200}: *\S|\|)/.test(body) ? 'definition' : 'raw'
    } else if (isInside && /^\s/.test(body)) line.kind = 'raw'
    else isInside = false
  })
}

function markHeadings(lines: Line[], bodies: string[]): void {
  const depths = new Map<string, number>()
  const depthOf = (style: string) => {
    if (!depths.has(style)) depths.set(style, Math.min(depths.size + 1, 6))
    return depths.get(style)!
  }
  for (let index = 0; index < lines.length; index += 1) {
    if (lines[index]!.kind !== 'text') continue
    const span = headingSpan(lines, bodies, index)
    if (span === 0) {
      // A line of signs directly below text is not a rule, and nothing may be inserted between the two.
      const isAlone = index === 0 || bodies[index - 1] === ''
      if (adornment.test(bodies[index]!) && bodies[index]!.length >= 4)
        lines[index]!.kind = isAlone ? 'rule' : 'raw'
      continue
    }
    const sign = bodies[index + span - 1]![0]!
    Object.assign(lines[index]!, {
      kind: 'heading',
      span,
      titleLine: span - 2,
      depth: depthOf(span === 3 ? `${sign}${sign}` : sign),
    })
    for (let below = index + 1; below < index + span; below += 1) lines[below]!.kind = 'raw'
    index += span - 1
  }
}

/** Returns the number of lines of the heading that begins here; 0 for any other line. */
function headingSpan(lines: Line[], bodies: string[], index: number): number {
  const [first = '', second = '', third = ''] = bodies.slice(index, index + 3)
  if (adornment.test(first)) {
    const isOverline = first.length >= 3 && second !== '' && !adornment.test(second) && third === first
    return isOverline ? 3 : 0
  }
  const isAlone = index === 0 || lines[index - 1]!.kind !== 'text'
  if (!isAlone || /^\s/.test(first) || !adornment.test(second)) return 0
  return second.length >= Math.min([...first].length, 4) ? 2 : 0
}

/** Marks list items and their nesting by the columns at which their texts begin. */
function markItems(lines: Line[], bodies: string[]): void {
  let columns: number[] = []
  lines.forEach((line, index) => {
    if (line.kind === 'blank') return
    if (line.kind !== 'text') {
      columns = []
      return
    }
    const body = bodies[index]!.trimStart()
    const column = columnOf(bodies[index]!.slice(0, bodies[index]!.length - body.length))
    while (columns.length > 0 && column < columns.at(-1)!) columns.pop()
    const marker = item.exec(body)?.[0]
    if (marker === undefined) return
    line.kind = 'item'
    columns.push(column + marker.length + 1)
    line.level = columns.length
  })
}
