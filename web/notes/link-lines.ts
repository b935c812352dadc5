import type { EditorEntry } from '../editor-model/editor-model.ts'
import { toPlainText } from '../editor-model/inline-markdown.ts'

const keyLength = 12

/** Marks each line of the preview with the entry that it prints. */
export function linkLines(preview: HTMLElement, entries: EditorEntry[]): void {
  const byStart = new Map<string, { id: string; text: string }[]>()
  for (const entry of entries) {
    const text = letters(toPlainText(entry))
    const key = text.slice(0, keyLength)
    byStart.set(key, [...(byStart.get(key) ?? []), { id: entry.id, text }])
  }
  const used = new Set<string>()
  for (const line of preview.querySelectorAll('li')) {
    const text = letters(line.textContent ?? '')
    const found = [text, text.replace(/^breaking(?:change)?/, '')]
      .flatMap((each) => {
        const candidates = byStart.get(each.slice(0, keyLength)) ?? shortCandidates(byStart, each)
        return candidates.filter((candidate) => each.startsWith(candidate.text) && !used.has(candidate.id))
      })
      .sort((one, other) => other.text.length - one.text.length)[0]
    if (found) {
      used.add(found.id)
      line.dataset.of = found.id
    } else delete line.dataset.of
  }
}

/** Entries that are shorter than a key. */
function shortCandidates(
  byStart: Map<string, { id: string; text: string }[]>,
  text: string,
): { id: string; text: string }[] {
  for (let length = keyLength - 1; length > 2; length -= 1) {
    const found = byStart.get(text.slice(0, length))
    if (found) return found
  }
  return []
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
