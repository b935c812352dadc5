import { type Piece, readPieces } from '../../src/text/inline-text.ts'

/** Renders the text of an entry, with code spans as code. */
export function InlineText({ text }: { text: string }) {
  return <InlinePieces pieces={readPieces(text)} />
}

/** Renders parsed pieces of the text of an entry. */
export function InlinePieces({ pieces }: { pieces: Piece[] }) {
  return (
    <>
      {pieces.map(({ kind, value }, index) => (kind === 'code' ? <code key={index}>{value}</code> : value))}
    </>
  )
}
