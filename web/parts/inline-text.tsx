import { readPieces } from '../../src/inline-text.ts'

/** An entry's text: words, and code in its own face. */
export function InlineText({ text }: { text: string }) {
  return (
    <>
      {readPieces(text).map(({ kind, value }, index) =>
        kind === 'code' ? <code key={index}>{value}</code> : value,
      )}
    </>
  )
}
