import { type Piece, readPieces } from '../../src/text/inline-text.ts'

/** A run of words that is in both versions of a text, only in the older one, or only in the newer one. */
export interface DiffSpan {
  type: 'same' | 'removed' | 'added'
  pieces: Piece[]
}

// Texts from the editor stay far below this. An imported draft may exceed it and is then compared as a whole.
const maxPairs = 4_000_000

/** Compares two versions of a text word by word; a code span counts as one word. */
export function compareWords(older: string, newer: string): DiffSpan[] {
  const before = splitWords(older)
  const after = splitWords(newer)
  const shared = before.length * after.length > maxPairs ? null : countShared(before, after)
  const spans: DiffSpan[] = []
  const add = (type: DiffSpan['type'], word: Piece) => {
    const last = spans.at(-1)
    if (last?.type === type) last.pieces.push(word)
    else spans.push({ type, pieces: [word] })
  }
  let i = 0
  let j = 0
  while (shared && i < before.length && j < after.length) {
    const isSame = sameWord(before[i]!, after[j]!)
    if (!isSame && shared[i + 1]![j]! >= shared[i]![j + 1]!) {
      add('removed', before[i]!)
      i += 1
      continue
    }
    add(isSame ? 'same' : 'added', after[j]!)
    if (isSame) i += 1
    j += 1
  }
  for (const word of before.slice(i)) add('removed', word)
  for (const word of after.slice(j)) add('added', word)
  return spans
}

/** Splits a text into words, each with its trailing space; punctuation is a word of its own. */
function splitWords(text: string): Piece[] {
  return readPieces(text).flatMap(({ kind, value }) => {
    const words = kind === 'code' ? [value] : value.split(/(?<=\s)(?=\S)|(?=[,.;:!?](?:\s|$))/)
    return words.map((word) => ({ kind, value: word }))
  })
}

function sameWord(one: Piece, other: Piece): boolean {
  return one.kind === other.kind && one.value.trim() === other.value.trim()
}

/** Returns the table of longest common subsequence lengths, from each pair of positions to the end. */
function countShared(before: Piece[], after: Piece[]): Uint16Array[] {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1))
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const row = rows[i]!
    const below = rows[i + 1]!
    for (let j = after.length - 1; j >= 0; j -= 1)
      row[j] = sameWord(before[i]!, after[j]!) ? below[j + 1]! + 1 : Math.max(below[j]!, row[j + 1]!)
  }
  return rows
}
