import { compareLines, type DiffLine, splitLines } from '../text/compare-lines.ts'

const context = 3

/** Returns the difference between two versions of a file as `git diff` prints it; a null `before` is a new file. */
export function unifiedDiff(path: string, before: string | null, after: string): string {
  if (before === after) return ''
  const lines = compareLines(splitLines(before ?? ''), splitLines(after))
  const hunks = findHunks(lines).map((hunk) => printHunk(lines, hunk))
  const oldName = before === null ? '/dev/null' : printName(`a/${path}`)
  return `--- ${oldName}\n+++ ${printName(`b/${path}`)}\n${hunks.join('')}`
}

/** Git ends a name that contains a space with a tab, and quotes a name with other special characters. */
function printName(name: string): string {
  if (/["\\\p{Cc}]/u.test(name)) {
    const escaped = name.replace(/["\\\p{Cc}]/gu, (sign) =>
      /["\\]/.test(sign) ? `\\${sign}` : `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`,
    )
    return `"${escaped}"`
  }
  return name.includes(' ') ? `${name}\t` : name
}

/** A part of the diff with its context, from the first line to before the last. */
interface Hunk {
  start: number
  end: number
}

function findHunks(lines: DiffLine[]): Hunk[] {
  const hunks: Hunk[] = []
  for (const [index, { mark }] of lines.entries()) {
    if (mark === ' ') continue
    const start = Math.max(0, index - context)
    const end = Math.min(lines.length, index + context + 1)
    const last = hunks.at(-1)
    if (last && start <= last.end) last.end = end
    else hunks.push({ start, end })
  }
  return hunks
}

function printHunk(lines: DiffLine[], { start, end }: Hunk): string {
  const own = lines.slice(start, end)
  const side = (mark: '-' | '+') => {
    const isOn = (line: DiffLine) => line.mark === ' ' || line.mark === mark
    const count = own.filter(isOn).length
    const above = lines.slice(0, start).filter(isOn).length
    // A side without lines is at the line before it.
    return `${mark}${count === 0 ? above : above + 1}${count === 1 ? '' : `,${count}`}`
  }
  return `@@ ${side('-')} ${side('+')} @@\n${own.map(printLine).join('')}`
}

function printLine({ mark, text }: DiffLine): string {
  return text.endsWith('\n') ? mark + text : `${mark}${text}\n\\ No newline at end of file\n`
}
