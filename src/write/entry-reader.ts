/** One entry of a language model's answer; only the types of its fields are checked. */
export interface ModelEntry {
  ids: string[]
  category: string
  text: string
  notable: boolean
  /** Whether the model reads it as a breaking change. */
  breaking: boolean
  /** The words of the evidence for a breaking change or another category; empty if there are none. */
  quote: string
}

const maxText = 1024 * 1024

/**
 * Reads the entries from an answer while it is streamed, and passes each on as soon as it is complete. Text around
 * the JSON, such as a code fence or a greeting, is skipped.
 */
export class EntryReader {
  readonly #onEntry: (entry: ModelEntry) => void
  #read = 0
  #open: string[] = []
  /** The pieces of the entry that is being read; null outside of an entry. */
  #entry: string[] | null = null
  #inString = false
  #escaped = false
  count = 0

  constructor(onEntry: (entry: ModelEntry) => void) {
    this.#onEntry = onEntry
  }

  /** Starts again, because the gateway sends the answer again from the beginning. */
  restart(): void {
    this.#read = 0
    this.#open = []
    this.#entry = null
    this.#inString = false
    this.#escaped = false
  }

  /** Reads the next piece of the answer. */
  push(piece: string): void {
    this.#read += piece.length
    if (this.#read > maxText) return
    let start = 0
    for (let at = 0; at < piece.length; at += 1) {
      const boundary = this.#step(piece[at]!)
      if (boundary === 'begins') {
        this.#entry = []
        start = at
      } else if (boundary === 'ends' && this.#entry) {
        this.#emit([...this.#entry, piece.slice(start, at + 1)].join(''))
        this.#entry = null
      }
    }
    this.#entry?.push(piece.slice(start))
  }

  /** Reads one character, and returns whether an entry begins or ends with it. */
  #step(character: string): 'begins' | 'ends' | null {
    if (this.#inString) {
      // An escaped quote does not end the string.
      if (this.#escaped) this.#escaped = false
      else if (character === '\\') this.#escaped = true
      else if (character === '"') this.#inString = false
    } else if (character === '"') this.#inString = this.#open.length > 0
    else if (character === '{' || character === '[') {
      const inList = this.#open.at(-1) === '['
      this.#open.push(character)
      if (character === '{' && inList) return 'begins'
    } else if (character === '}' || character === ']') {
      this.#open.pop()
      if (character === '}' && this.#open.at(-1) === '[') return 'ends'
    }
    return null
  }

  #emit(json: string): void {
    const entry = parseEntry(json)
    if (!entry) return
    this.count += 1
    this.#onEntry(entry)
  }
}

function parseEntry(json: string): ModelEntry | null {
  let value: Record<string, unknown>
  try {
    value = JSON.parse(json) as Record<string, unknown>
  } catch {
    // Not JSON; its changes count as missing and are requested again.
    return null
  }
  const ids = Array.isArray(value.ids) ? value.ids : [value.id]
  const { category, text, notable, breaking, quote } = value
  if (!ids.every((id) => typeof id === 'string') || ids.length === 0) return null
  if (typeof category !== 'string' || typeof text !== 'string') return null
  return {
    ids: ids as string[],
    category,
    text,
    notable: notable !== false,
    breaking: breaking === true,
    quote: typeof quote === 'string' ? quote : '',
  }
}
