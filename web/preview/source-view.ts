import { defaultKeymap } from '@codemirror/commands'
import { defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { parser } from '@lezer/markdown'

const markdown = new Language(defineLanguageFacet(), parser, [], 'markdown')

const highlighting = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '650' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.monospace, color: 'var(--accent)' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: [tags.processingInstruction, tags.labelName], color: 'var(--text-3)' },
])

const theme = EditorView.theme({
  '&': { fontSize: '0.875rem', color: 'var(--text)', backgroundColor: 'transparent' },
  '.cm-content': { fontFamily: 'var(--mono)', padding: '0.75rem 0' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--text-3)', border: 'none' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
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
        EditorView.contentAttributes.of({ 'aria-label': 'Source of the notes', 'aria-readonly': 'true' }),
        markdown,
        syntaxHighlighting(highlighting),
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
