import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { linkOnPaste, type SelectedText, type TextEdit } from '../editor-model/edit-markdown.ts'
import type { MarkdownFieldHandle } from '../preview/markdown-editor.ts'

type EditorModule = typeof import('../preview/markdown-editor.ts')

let editorModule: EditorModule | null = null

/** Loads the editor for Markdown, so that it is there when the user begins to write. */
export async function loadMarkdownEditor(): Promise<void> {
  editorModule = await import('../preview/markdown-editor.ts')
}

interface MarkdownFieldProps {
  text: string
  /** The accessible name. */
  label: string
  placeholder?: string
  isMultiline: boolean
  /** Returns whether it handled the key. */
  onKey: (event: KeyboardEvent) => boolean
  /** Called with the field once it is drawn. */
  onReady: (field: MarkdownFieldHandle) => void
}

/** Edits Markdown where it stands; a text area of the same looks stands in until the editor is loaded. */
export function MarkdownField(props: MarkdownFieldProps) {
  const [loaded] = useState(editorModule)
  return loaded ? <LoadedField {...props} module={loaded} /> : <PlainField {...props} />
}

function LoadedField({
  text,
  label,
  isMultiline,
  onKey,
  onReady,
  module,
}: MarkdownFieldProps & { module: EditorModule }) {
  const container = useRef<HTMLDivElement>(null)
  const handle = useRef(onKey)
  handle.current = onKey
  useLayoutEffect(() => {
    const field = module.openMarkdownEditor(container.current!, {
      ...{ text, label, isMultiline },
      onKey: (event) => handle.current(event),
    })
    field.focus()
    onReady(field)
    return field.close
  }, [])
  return <div ref={container} class="md-field" />
}

function PlainField({ text, label, placeholder, isMultiline, onKey, onReady }: MarkdownFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const element = area.current!
    const field = createHandle(element)
    onReady(field)
    element.focus()
    element.setSelectionRange(text.length, text.length)
  }, [])
  useEffect(() => {
    const element = area.current!
    const paste = (event: ClipboardEvent) => {
      const edit = linkOnPaste(readSelection(element), event.clipboardData?.getData('text/plain') ?? '')
      if (!edit) return
      event.preventDefault()
      applyEdit(element, edit)
    }
    element.addEventListener('paste', paste)
    return () => element.removeEventListener('paste', paste)
  }, [])
  return (
    <textarea
      ref={area}
      class="md-field md-area"
      aria-label={label}
      placeholder={placeholder}
      rows={isMultiline ? Math.max(2, text.split('\n').length) : Math.ceil(Math.max(1, text.length) / 64)}
      defaultValue={text}
      onKeyDown={(event) => void onKey(event)}
    />
  )
}

function createHandle(area: HTMLTextAreaElement): MarkdownFieldHandle {
  return {
    read: () => readSelection(area),
    apply: (edit) => applyEdit(area, edit),
    focus: () => area.focus(),
    close: () => {},
  }
}

function readSelection({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): SelectedText {
  return { text: value, from: selectionStart, to: selectionEnd }
}

function applyEdit(area: HTMLTextAreaElement, { from, to, insert, select }: TextEdit): void {
  area.setRangeText(insert, from, to, 'end')
  area.setSelectionRange(...select)
  area.focus()
}
