import type { EditorEntry } from '../editor-model/editor-model.ts'
import { toPlainText } from '../editor-model/inline-markdown.ts'

/** Marks each line of the preview with the entry that it prints. */
export function linkLines(preview: HTMLElement, entries: EditorEntry[]): void {
  const lines = [...preview.querySelectorAll('li')]
  const ids = findPrinted(
    lines.map((line) => line.textContent ?? ''),
    entries,
  )
  for (const [at, line] of lines.entries()) {
    const id = ids[at]
    if (id === null || id === undefined) delete line.dataset.of
    else if (line.dataset.of !== id) line.dataset.of = id
  }
}

/** Finds the entry that each line begins with; the longest text wins, and each entry is used once. */
export function findPrinted(lines: string[], entries: EditorEntry[]): (string | null)[] {
  const byText = new Map<string, string[]>()
  for (const entry of entries) {
    const text = letters(toPlainText(entry))
    if (text === '') continue
    const ids = byText.get(text)
    if (ids) ids.push(entry.id)
    else byText.set(text, [entry.id])
  }
  // Entries have few different lengths, so that looking up each length is quicker than comparing all entries.
  const lengths = [...new Set([...byText.keys()].map(({ length }) => length))].sort(
    (one, other) => other - one,
  )
  const take = (text: string) => {
    for (const length of lengths) {
      if (length > text.length) continue
      const id = byText.get(text.slice(0, length))?.shift()
      if (id !== undefined) return id
    }
    return null
  }
  return lines.map((line) => {
    const text = letters(line)
    return take(text) ?? (text.startsWith('breaking') ? take(text.replace(/^breaking(?:change)?/, '')) : null)
  })
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
