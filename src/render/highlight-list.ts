import type { RootContent } from 'mdast'
import { list, paragraph, plainText, strong } from './markdown.ts'
import { entryText, type NotesContent } from './notes-content.ts'

/** The most important entries as a list under a bold line, if the notes begin with them. */
export function highlightList(notes: NotesContent, bullet: '-' | '*'): RootContent[] {
  const { highlights } = notes
  if (highlights.length === 0) return []
  return [
    paragraph([strong('Highlights')]),
    list(highlights, bullet, (entry) => [
      ...(entry.breaking ? [strong('Breaking:'), plainText(' ')] : []),
      ...entryText(entry, notes),
    ]),
  ]
}
