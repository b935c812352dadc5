const maxEdits = 1000

/** One line of a diff: kept (` `), removed (`-`) or added (`+`). */
export interface DiffLine {
  mark: ' ' | '-' | '+'
  text: string
}

/** The lines with their line feeds; only the last one may have none. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** Returns the lines of both versions of a text, in order, each with what became of it. */
export function compareLines(before: string[], after: string[]): DiffLine[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  const shortest = Math.min(before.length, after.length)
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const kept = (texts: string[]) => texts.map((text): DiffLine => ({ mark: ' ', text }))
  return [
    ...kept(before.slice(0, start)),
    ...compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...kept(before.slice(before.length - end)),
  ]
}

function compareMiddle(before: string[], after: string[]): DiffLine[] {
  return shortestEdit(before, after) ?? insertionsOnly(before, after) ?? replaceAll(before, after)
}

/** Myers' algorithm; null if there are too many edits for its memory, which grows with their square. */
function shortestEdit(before: string[], after: string[]): DiffLine[] | null {
  const [rows, columns] = [before.length, after.length]
  // The farthest row on each diagonal, before every step.
  const steps: Int32Array[] = []
  const limit = Math.min(rows + columns, maxEdits)
  const farthest = new Int32Array(2 * limit + 3)
  const at = (diagonal: number) => diagonal + limit + 1
  for (let edits = 0; edits <= limit; edits += 1) {
    steps.push(farthest.slice(at(-edits - 1), at(edits + 1) + 1))
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const isDown = goesDown(diagonal, edits, (each) => farthest[at(each)]!)
      let row = isDown ? farthest[at(diagonal + 1)]! : farthest[at(diagonal - 1)]! + 1
      while (row < rows && row - diagonal < columns && before[row] === after[row - diagonal]) row += 1
      farthest[at(diagonal)] = row
      if (row >= rows && row - diagonal >= columns) return walkBack(steps, before, after)
    }
  }
  return null
}

function goesDown(diagonal: number, edits: number, farthest: (diagonal: number) => number): boolean {
  return diagonal === -edits || (diagonal !== edits && farthest(diagonal - 1) < farthest(diagonal + 1))
}

function walkBack(steps: Int32Array[], before: string[], after: string[]): DiffLine[] {
  const lines: DiffLine[] = []
  let [row, column] = [before.length, after.length]
  for (let edits = steps.length - 1; edits >= 0; edits -= 1) {
    const farthest = (diagonal: number) => steps[edits]![diagonal + edits + 1]!
    const diagonal = row - column
    const isDown = goesDown(diagonal, edits, farthest)
    const previousRow = edits === 0 ? 0 : farthest(isDown ? diagonal + 1 : diagonal - 1)
    const previousColumn = edits === 0 ? 0 : previousRow - (isDown ? diagonal + 1 : diagonal - 1)
    while (row > previousRow && column > previousColumn) {
      row -= 1
      column -= 1
      lines.push({ mark: ' ', text: before[row]! })
    }
    if (edits === 0) break
    lines.push(
      isDown ? { mark: '+', text: after[previousColumn]! } : { mark: '-', text: before[previousRow]! },
    )
    row = previousRow
    column = previousColumn
  }
  return lines.reverse()
}

/** The difference if every old line is kept, which is usual for a changelog; null otherwise. */
function insertionsOnly(before: string[], after: string[]): DiffLine[] | null {
  let next = 0
  const lines = after.map((text): DiffLine => {
    const isKept = next < before.length && before[next] === text
    if (isKept) next += 1
    return { mark: isKept ? ' ' : '+', text }
  })
  return next === before.length ? lines : null
}

function replaceAll(before: string[], after: string[]): DiffLine[] {
  const removed = before.map((text): DiffLine => ({ mark: '-', text }))
  return [...removed, ...after.map((text): DiffLine => ({ mark: '+', text }))]
}
