import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { EditorSelection, EditorState, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { linkOnPaste, type SelectedText, type TextEdit } from '../editor-model/edit-markdown.ts'
import { markdownLanguage } from './markdown-language.ts'

/** A field for Markdown, whatever draws it. */
export interface MarkdownFieldHandle {
  read: () => SelectedText
  apply: (edit: TextEdit) => void
  focus: () => void
  close: () => void
}

interface MarkdownEditorOptions {
  text: string
  /** The accessible name. */
  label: string
  /** Whether Enter begins a new line. */
  isMultiline: boolean
  /** Returns whether it handled the key. */
  onKey: (event: KeyboardEvent) => boolean
}

const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'transparent', font: 'var(--f-14) var(--sans)' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'inherit', overflow: 'visible' },
  '.cm-content': { padding: '0', caretColor: 'var(--text)', fontFamily: 'inherit' },
  '.cm-line': { padding: '0' },
  '&.cm-focused': { outline: 'none' },
})

/** Opens an editor for Markdown in a shadow root, where its styles do not violate the content security policy. */
export function openMarkdownEditor(
  container: HTMLElement,
  { text, label, isMultiline, onKey }: MarkdownEditorOptions,
): MarkdownFieldHandle {
  const root = container.shadowRoot ?? container.attachShadow({ mode: 'open' })
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      selection: { anchor: text.length },
      extensions: [
        Prec.highest(EditorView.domEventHandlers({ keydown: (event) => onKey(event), paste })),
        history(),
        keymap.of([...historyKeymap, ...defaultKeymap]),
        EditorView.lineWrapping,
        // A line break that is pasted into an entry becomes a space.
        isMultiline
          ? []
          : EditorState.transactionFilter.of((transaction) =>
              transaction.newDoc.lines > 1
                ? [transaction, { changes: joinLines(transaction.newDoc.toString()), sequential: true }]
                : transaction,
            ),
        EditorView.contentAttributes.of({
          'aria-label': label,
          'aria-multiline': String(isMultiline),
          spellcheck: 'true',
          autocapitalize: 'sentences',
        }),
        markdownLanguage,
        theme,
      ],
    }),
  })
  return {
    read: () => readSelection(view),
    apply: (edit) => applyEdit(view, edit),
    focus: () => view.focus(),
    close: () => view.destroy(),
  }
}

function readSelection({ state }: EditorView): SelectedText {
  const { from, to } = state.selection.main
  return { text: state.doc.toString(), from, to }
}

function applyEdit(view: EditorView, { from, to, insert, select: [anchor, head] }: TextEdit): void {
  view.dispatch({
    changes: { from, to, insert },
    selection: EditorSelection.single(anchor, head),
    scrollIntoView: true,
  })
}

function paste(event: ClipboardEvent, view: EditorView): boolean {
  const edit = linkOnPaste(readSelection(view), event.clipboardData?.getData('text/plain') ?? '')
  if (!edit) return false
  event.preventDefault()
  applyEdit(view, edit)
  return true
}

function joinLines(text: string): { from: number; to: number; insert: string }[] {
  return [...text.matchAll(/\s*\n\s*/g)].map(({ index, 0: found }) => ({
    from: index,
    to: index + found.length,
    insert: ' ',
  }))
}
