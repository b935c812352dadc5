import { defaultKeymap } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { markdownLanguage } from './markdown-language.ts'

const theme = EditorView.theme({
  '&': { fontSize: '0.75rem', color: 'var(--text-2)', backgroundColor: 'transparent' },
  '.cm-scroller': { lineHeight: '1.25rem' },
  '.cm-content': { fontFamily: 'var(--mono)', padding: '0' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--text-3)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '26px', paddingRight: '14px' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '4px' },
})

/** A read-only view of a text. */
export interface SourceView {
  show: (text: string) => void
  close: () => void
}

/** Opens the view in a shadow root, where its styles do not violate the content security policy. */
export function openSourceView(container: HTMLElement, text: string): SourceView {
  const root = container.shadowRoot ?? container.attachShadow({ mode: 'open' })
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        EditorView.lineWrapping,
        EditorState.readOnly.of(true),
        keymap.of(defaultKeymap),
        EditorView.contentAttributes.of({ 'aria-label': 'Markdown', 'aria-readonly': 'true' }),
        markdownLanguage,
        theme,
      ],
    }),
  })
  return {
    show: (next) => {
      if (next !== view.state.doc.toString())
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } })
    },
    close: () => view.destroy(),
  }
}
