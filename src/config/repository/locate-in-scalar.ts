/**
 * Finds the place of a character of a decoded text in the file: `text` is the file and `start` the offset of the value,
 * which is a block, quoted or plain. Where it cannot be followed, the place of the value is returned.
 */
export function locateInScalar(text: string, start: number, index: number): number {
  const sign = text[start]
  if (sign === '|' || sign === '>') return locateInBlock(text, start, index)
  if (sign === '"') return locateInQuotes(text, start + 1, index)
  if (sign === "'") return locateInSingleQuotes(text, start + 1, index)
  return start + index
}

function locateInBlock(text: string, start: number, index: number): number {
  let at = text.indexOf('\n', start) + 1
  const indent = /^(?:[ \t]*\n)*( *)/.exec(text.slice(at, at + 2000))?.[1]?.length ?? 0
  let left = index
  while (at > 0 && at < text.length) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end === -1 ? text.length : end)
    const length = Math.max(0, line.length - indent)
    if (left <= length) return at + Math.min(indent, line.length) + left
    left -= length + 1
    if (end === -1) break
    at = end + 1
  }
  return start
}

const escapeLengths: Record<string, number> = { x: 4, u: 6, U: 10 }

function locateInQuotes(text: string, start: number, index: number): number {
  let at = start
  for (let left = index; left > 0 && at < text.length; left -= 1)
    at += text[at] === '\\' ? (escapeLengths[text[at + 1] ?? ''] ?? 2) : 1
  return at
}

function locateInSingleQuotes(text: string, start: number, index: number): number {
  let at = start
  for (let left = index; left > 0 && at < text.length; left -= 1) at += text.startsWith("''", at) ? 2 : 1
  return at
}
