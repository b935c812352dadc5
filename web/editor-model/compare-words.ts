import { type Piece, readPieces } from '../../src/text/inline-text.ts'

/** A stretch of a text: in both versions, in the older one only, or in the newer one only. */
export interface Stretch {
  is: 'same' | 'gone' | 'new'
  pieces: Piece[]
}

// Far more than two texts of the page make; what a file brings may be longer, and is compared as a whole.
const mostPairs = 4_000_000

/** What a newer version of a text has and lacks, word by word; a code span is one word. */
export function compareWords(older: string, newer: string): Stretch[] {
  const before = wordsOf(older)
  const after = wordsOf(newer)
  const shared = before.length * after.length > mostPairs ? null : countShared(before, after)
  const stretches: Stretch[] = []
  const put = (is: Stretch['is'], word: Piece) => {
    const last = stretches.at(-1)
    if (last?.is === is) last.pieces.push(word)
    else stretches.push({ is, pieces: [word] })
  }
  let i = 0
  let j = 0
  while (shared && i < before.length && j < after.length) {
    const isSame = sameWord(before[i]!, after[j]!)
    if (!isSame && shared[i + 1]![j]! >= shared[i]![j + 1]!) {
      put('gone', before[i]!)
      i += 1
      continue
    }
    put(isSame ? 'same' : 'new', after[j]!)
    if (isSame) i += 1
    j += 1
  }
  for (const word of before.slice(i)) put('gone', word)
  for (const word of after.slice(j)) put('new', word)
  return stretches
}

/** The words of a text, each with the space behind it; a comma or a full stop is a word of its own. */
function wordsOf(text: string): Piece[] {
  return readPieces(text).flatMap(({ kind, value }) => {
    const words = kind === 'code' ? [value] : value.split(/(?<=\s)(?=\S)|(?=[,.;:!?](?:\s|$))/)
    return words.map((word) => ({ kind, value: word }))
  })
}

function sameWord(one: Piece, other: Piece): boolean {
  return one.kind === other.kind && one.value.trim() === other.value.trim()
}

/** How many words, in their order, the rests of both texts share, from each pair of places on. */
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
