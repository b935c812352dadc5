import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language'
import { EditorState, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import type { Completions } from './complete-config.ts'
import { completion } from './completion-list.ts'

/** A part of the text to mark. */
interface ConfigMark {
  line: number
  column: number
  kind: 'error' | 'hint'
}

/** An editor of a configuration file. */
export interface ConfigEditor {
  /** Replaces the text, if it is another one. */
  show: (text: string) => void
  mark: (marks: ConfigMark[]) => void
  /** Selects a place and moves the focus there. */
  goTo: (place: { line: number; column: number }) => void
  close: () => void
}

interface ConfigEditorOptions {
  text: string
  onChange: (text: string) => void
  complete: (text: string, offset: number) => Completions | null
}

/** A simple reader of YAML: comments, keys, strings and plain values. */
const yaml = StreamLanguage.define<{ isValue: boolean }>({
  name: 'yaml',
  startState: () => ({ isValue: false }),
  token: (stream, state) => {
    if (stream.sol()) state.isValue = false
    if (stream.eatSpace()) return null
    if (stream.match(/^#.*/)) return 'comment'
    if (!state.isValue && stream.match(/^(?:"[^"]*"|'[^']*'|[^\s"'{}[\],:#][^\s{}[\],:#]*)(?=\s*:(?:\s|$))/))
      return 'propertyName'
    if (stream.match(/^:(?=\s|$)/)) {
      state.isValue = true
      return 'punctuation'
    }
    if (stream.match(/^[{}[\],]/)) {
      state.isValue = false
      return 'punctuation'
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'[^']*'?/)) return 'string'
    if (stream.match(/^(?:true|false|null|-?\d[\d.]*)(?=[\s,}\]]|$)/)) return 'atom'
    if (stream.match(/^- /)) return 'punctuation'
    stream.match(/^[^\s,{}[\]]+/) || stream.next()
    return null
  },
})

const highlighting = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: [tags.comment, tags.punctuation], color: 'var(--text-3)' },
  { tag: [tags.string, tags.atom], color: 'var(--text)' },
])

const theme = EditorView.theme({
  '&': { fontSize: '0.875rem', color: 'var(--text)', backgroundColor: 'transparent', minHeight: '18rem' },
  '.cm-content': { fontFamily: 'var(--mono)', padding: '0.75rem 0', caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--text-3)', border: 'none' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  '.cm-mark-error': { textDecoration: 'underline wavy var(--danger)', textUnderlineOffset: '3px' },
  '.cm-mark-hint': { textDecoration: 'underline dotted var(--warn)', textUnderlineOffset: '3px' },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    backgroundColor: 'var(--bg-raised)',
    color: 'var(--text)',
  },
  '.cm-completions': {
    listStyle: 'none',
    margin: '0',
    padding: '0.25rem',
    maxWidth: '30rem',
    maxHeight: '14rem',
    overflow: 'auto',
    fontSize: '0.8125rem',
  },
  '.cm-completions li': { padding: '0.25rem 0.5rem', cursor: 'pointer' },
  '.cm-completions li[aria-selected="true"]': { backgroundColor: 'var(--accent-soft)' },
  '.cm-completions b': { fontFamily: 'var(--mono)', fontWeight: '600', color: 'var(--accent)' },
  '.cm-completions span': { display: 'block', color: 'var(--text-3)' },
})

const setMarks = StateEffect.define<ConfigMark[]>()

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (current, transaction) => {
    for (const effect of transaction.effects)
      if (effect.is(setMarks)) return decorate(transaction.state, effect.value)
    return current.map(transaction.changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** Underlines what stands at each place, up to the end of the word or, at the end of a line, its last one. */
function decorate(state: EditorState, given: ConfigMark[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  const found = given
    .map(({ line, column, kind }) => ({ ...spanAt(state, line, column), kind }))
    .sort((a, b) => a.from - b.from || a.to - b.to)
  for (const { from, to, kind } of found)
    if (to > from) builder.add(from, to, Decoration.mark({ class: `cm-mark-${kind}` }))
  return builder.finish()
}

function spanAt(state: EditorState, number: number, column: number): { from: number; to: number } {
  const line = state.doc.line(Math.min(Math.max(number, 1), state.doc.lines))
  const from = Math.min(line.from + column - 1, line.to)
  const word = /^[^\s,\]}]+?(?=:?(?:[\s,\]}]|$))/.exec(line.text.slice(from - line.from))?.[0] ?? ''
  if (word !== '') return { from, to: from + word.length }
  return { from: line.from + (line.text.length - line.text.trimStart().length), to: line.to }
}

/**
 * Replaces selected text with a typed character. If the browser did it, it would keep the look of marked text with an
 * inline style, which the content security policy forbids.
 */
function replaceSelection(event: InputEvent, view: EditorView): boolean {
  const { main } = view.state.selection
  if (event.inputType !== 'insertText' || event.isComposing || event.data === null || main.empty) return false
  event.preventDefault()
  view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true })
  return true
}

/** Opens the editor in a shadow root, where its styles do not violate the content security policy. */
export function openConfigEditor(
  container: HTMLElement,
  { text, onChange, complete }: ConfigEditorOptions,
): ConfigEditor {
  const root = container.shadowRoot ?? container.attachShadow({ mode: 'open' })
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        EditorView.lineWrapping,
        completion(complete),
        // Tab indents; Escape and then Tab leaves the editor.
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({
          'aria-label': 'Text of the configuration file',
          spellcheck: 'false',
          autocapitalize: 'off',
        }),
        EditorView.domEventHandlers({ beforeinput: replaceSelection }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) onChange(state.doc.toString())
        }),
        yaml,
        syntaxHighlighting(highlighting),
        marks,
        theme,
      ],
    }),
  })
  return {
    show: (next) => {
      if (next !== view.state.doc.toString())
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } })
    },
    mark: (given) => view.dispatch({ effects: setMarks.of(given) }),
    goTo: ({ line, column }) => {
      const { from } = spanAt(view.state, line, column)
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      })
      view.focus()
    },
    close: () => view.destroy(),
  }
}
