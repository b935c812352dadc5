import { type Piece, readPieces } from '../../src/text/inline-text.ts'

/** An entry's text: words, and code in its own face. */
export function InlineText({ text }: { text: string }) {
  return <InlinePieces pieces={readPieces(text)} />
}

/** A part of an entry's text. */
export function InlinePieces({ pieces }: { pieces: Piece[] }) {
  return (
    <>
      {pieces.map(({ kind, value }, index) => (kind === 'code' ? <code key={index}>{value}</code> : value))}
    </>
  )
}
