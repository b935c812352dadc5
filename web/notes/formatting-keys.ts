import { insertLink, toggleList, toggleMark } from '../editor-model/edit-markdown.ts'
import type { MarkdownFieldHandle } from '../preview/markdown-editor.ts'

interface FormattingKeysOptions {
  field: MarkdownFieldHandle | null
  isMultiline: boolean
  onFinish: () => void
  /** Finishes, and edits what follows. */
  onNext: () => void
}

/** Handles a key of a Markdown field; returns whether it did. */
export function handleFormattingKey(
  event: KeyboardEvent,
  { field, isMultiline, onFinish, onNext }: FormattingKeysOptions,
): boolean {
  // While an input method composes a word, all keys belong to it.
  if (event.isComposing || event.keyCode === 229 || !field) return false
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey
  const key = event.key.toLowerCase()
  const act =
    key === 'escape' || (key === 'enter' && !isMultiline && !isCommand)
      ? onFinish
      : key === 'enter' && isCommand
        ? onNext
        : isCommand && !event.shiftKey && key === 'b'
          ? () => field.apply(toggleMark(field.read(), '**'))
          : isCommand && !event.shiftKey && key === 'e'
            ? () => field.apply(toggleMark(field.read(), '`'))
            : isCommand && event.shiftKey && key === 'u'
              ? () => field.apply(insertLink(field.read()))
              : isCommand && event.shiftKey && event.code === 'Digit8' && isMultiline
                ? () => field.apply(toggleList(field.read()))
                : null
  if (!act) return false
  event.preventDefault()
  event.stopPropagation()
  act()
  return true
}
