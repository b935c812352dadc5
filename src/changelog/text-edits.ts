/** A change of a text by offsets of the text as it was; an insertion has no length. */
interface Edit {
  start: number
  end: number
  text: string
}

/** Changes that are gathered first and made at once, so that everything else stays byte for byte. */
export class TextEdits {
  readonly #edits: Edit[] = []

  insert(at: number, text: string): void {
    this.#edits.push({ start: at, end: at, text })
  }

  replace(start: number, end: number, text: string): void {
    this.#edits.push({ start, end, text })
  }

  /** The text with all changes; those at one place in the order in which they were given. */
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
