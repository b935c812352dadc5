import type { RootContent } from 'mdast'
import { inline, list, paragraph, plainText, strong } from './markdown.ts'
import type { NotesContent } from './notes-content.ts'

/** The most important entries as a list under a bold line, if the notes begin with them. */
export function highlightList({ highlights }: NotesContent, bullet: '-' | '*'): RootContent[] {
  if (highlights.length === 0) return []
  return [
    paragraph([strong('Highlights')]),
    list(highlights, bullet, ({ breaking, text }) => [
      ...(breaking ? [strong('Breaking:'), plainText(' ')] : []),
      ...inline(text),
    ]),
  ]
}
