import type { RootContent } from 'mdast'
import { inline, paragraph } from './markdown.ts'
import type { Notes } from './notes.ts'

/** What the notes begin with, where somebody wrote about the whole. */
export function opening({ summary }: Notes): RootContent[] {
  return summary === null ? [] : [paragraph(inline(summary))]
}
