import type { Piece } from '../../src/text/inline-text.ts'

/** Renders parsed pieces of the text of an entry. */
export function InlinePieces({ pieces }: { pieces: Piece[] }) {
  return (
    <>
      {pieces.map(({ kind, value }, index) => (kind === 'code' ? <code key={index}>{value}</code> : value))}
    </>
  )
}
