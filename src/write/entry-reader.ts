/** One entry as a language model wrote it; nothing about it is checked but its form. */
export interface ModelEntry {
  ids: string[]
  category: string
  text: string
  notable: boolean
}

const mostText = 1024 * 1024

/**
 * Finds the entries in an answer that is still being written, and hands each over as soon as its last brace is
 * there. What stands around the JSON, such as a fence or a word of politeness, is passed over.
 */
export class EntryReader {
  readonly #onEntry: (entry: ModelEntry) => void
  #read = 0
  #open: string[] = []
  /** What came of the entry that is being read; null outside of one. */
  #entry: string[] | null = null
  #inString = false
  #escaped = false
  count = 0

  constructor(onEntry: (entry: ModelEntry) => void) {
    this.#onEntry = onEntry
  }

  /** Forgets what was read: the answer begins anew. */
  restart(): void {
    this.#read = 0
    this.#open = []
    this.#entry = null
    this.#inString = false
    this.#escaped = false
  }

  /** Takes the next piece of the answer. */
  push(piece: string): void {
    this.#read += piece.length
    if (this.#read > mostText) return
    let start = 0
    for (let at = 0; at < piece.length; at += 1) {
      const change = this.#step(piece[at]!)
      if (change === 'begins') {
        this.#entry = []
        start = at
      } else if (change === 'ends' && this.#entry) {
        this.#take([...this.#entry, piece.slice(start, at + 1)].join(''))
        this.#entry = null
      }
    }
    this.#entry?.push(piece.slice(start))
  }

  /** Looks at the next sign, and says whether an entry begins or ends with it. */
  #step(sign: string): 'begins' | 'ends' | null {
    if (this.#inString) {
      // What a backslash announces has no meaning of its own.
      if (this.#escaped) this.#escaped = false
      else if (sign === '\\') this.#escaped = true
      else if (sign === '"') this.#inString = false
    } else if (sign === '"') this.#inString = this.#open.length > 0
    else if (sign === '{' || sign === '[') {
      const inList = this.#open.at(-1) === '['
      this.#open.push(sign)
      if (sign === '{' && inList) return 'begins'
    } else if (sign === '}' || sign === ']') {
      this.#open.pop()
      if (sign === '}' && this.#open.at(-1) === '[') return 'ends'
    }
    return null
  }

  #take(json: string): void {
    const entry = asEntry(json)
    if (!entry) return
    this.count += 1
    this.#onEntry(entry)
  }
}

function asEntry(json: string): ModelEntry | null {
  let value: Record<string, unknown>
  try {
    value = JSON.parse(json) as Record<string, unknown>
  } catch {
    // Not JSON after all; the changes it may have meant count as missing.
    return null
  }
  const ids = Array.isArray(value.ids) ? value.ids : [value.id]
  const { category, text, notable } = value
  if (!ids.every((id) => typeof id === 'string') || ids.length === 0) return null
  if (typeof category !== 'string' || typeof text !== 'string') return null
  return { ids: ids as string[], category, text, notable: notable !== false }
}
