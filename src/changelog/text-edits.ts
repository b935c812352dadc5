/** A replacement between two offsets of the original text; an insertion has equal offsets. */
interface TextEdit {
  start: number
  end: number
  text: string
}

/** Collects edits and applies them together, so that all other text is kept byte for byte. */
export class TextEdits {
  readonly #edits: TextEdit[] = []

  insert(at: number, text: string): void {
    this.#edits.push({ start: at, end: at, text })
  }

  replace(start: number, end: number, text: string): void {
    this.#edits.push({ start, end, text })
  }

  /** Applies all edits; those at the same offset in the order in which they were added. */
  apply(text: string): string {
    const pieces: string[] = []
    let at = 0
    for (const edit of this.#edits.toSorted((one, other) => one.start - other.start)) {
      pieces.push(text.slice(at, edit.start), edit.text)
      at = edit.end
    }
    return pieces.join('') + text.slice(at)
  }
}
