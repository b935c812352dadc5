import { type Extension, Prec, StateEffect, StateField } from '@codemirror/state'
import { EditorView, keymap, showTooltip, type Tooltip } from '@codemirror/view'
import type { Completions } from './complete-config.ts'

/** The list that is open, and which of its options is selected. */
interface OpenList extends Completions {
  /** The offset of the cursor. */
  at: number
  selected: number
}

type Complete = (text: string, offset: number) => Completions | null

const setList = StateEffect.define<OpenList | null>()

/** Offers completions while the user types, or on Ctrl+Space; arrows choose one, Enter or Tab inserts it. */
export function completion(complete: Complete): Extension {
  const find = (view: EditorView): OpenList | null => {
    const { main } = view.state.selection
    if (!main.empty) return null
    const found = complete(view.state.doc.toString(), main.head)
    return found && { ...found, at: main.head, selected: 0 }
  }
  return [
    list,
    EditorView.updateListener.of(({ view, transactions, docChanged, selectionSet }) => {
      if (docChanged && transactions.some((each) => each.isUserEvent('input.type')))
        // A view cannot be changed while it is updated. Without a first letter, Enter must begin a new line.
        queueMicrotask(() => {
          const found = find(view)
          view.dispatch({ effects: setList.of(found && found.length > 0 ? found : null) })
        })
      else if ((docChanged || selectionSet) && view.state.field(list))
        queueMicrotask(() => view.dispatch({ effects: setList.of(null) }))
    }),
    EditorView.domEventHandlers({
      blur: (_event, view) => {
        queueMicrotask(() => view.state.field(list) && view.dispatch({ effects: setList.of(null) }))
      },
    }),
    Prec.highest(
      keymap.of([
        { key: 'Ctrl-Space', run: (view) => open(view, find(view)) },
        { key: 'ArrowDown', run: (view) => select(view, 1) },
        { key: 'ArrowUp', run: (view) => select(view, -1) },
        { key: 'Enter', run: (view) => insertSelected(view) },
        { key: 'Tab', run: (view) => insertSelected(view) },
        { key: 'Escape', run: (view) => open(view, null) },
      ]),
    ),
  ]
}

const list = StateField.define<OpenList | null>({
  create: () => null,
  update: (current, { effects }) => {
    for (const effect of effects) if (effect.is(setList)) return effect.value
    return current
  },
  provide: (field) => [
    showTooltip.from(field, (open) => open && toTooltip(open)),
    EditorView.contentAttributes.from(field, (open) => ({
      'aria-autocomplete': 'list',
      ...(open
        ? { 'aria-controls': 'completions', 'aria-activedescendant': `completion-${open.selected}` }
        : {}),
    })),
  ],
})

function toTooltip(open: OpenList): Tooltip {
  return {
    pos: Math.max(0, open.at - open.length),
    create: (view) => ({ dom: renderList(view, open) }),
  }
}

function renderList(view: EditorView, { options, selected, length, at }: OpenList): HTMLElement {
  const element = document.createElement('ul')
  element.className = 'cm-completions'
  element.id = 'completions'
  element.setAttribute('role', 'listbox')
  element.setAttribute('aria-label', 'Completions')
  element.append(
    ...options.map(({ label, detail, insert }, index) => {
      const option = document.createElement('li')
      option.id = `completion-${index}`
      option.setAttribute('role', 'option')
      option.setAttribute('aria-selected', String(index === selected))
      const name = document.createElement('b')
      name.textContent = label
      const meaning = document.createElement('span')
      meaning.textContent = detail
      option.append(name, meaning)
      // The editor keeps the focus.
      option.addEventListener('mousedown', (event) => {
        event.preventDefault()
        replace(view, { from: at - length, to: at, insert })
      })
      return option
    }),
  )
  queueMicrotask(() => element.children[selected]?.scrollIntoView({ block: 'nearest' }))
  return element
}

function open(view: EditorView, next: OpenList | null): boolean {
  if (!next && !view.state.field(list)) return false
  view.dispatch({ effects: setList.of(next) })
  return true
}

function select(view: EditorView, by: 1 | -1): boolean {
  const current = view.state.field(list)
  if (!current) return false
  const count = current.options.length
  return open(view, { ...current, selected: (current.selected + by + count) % count })
}

function insertSelected(view: EditorView): boolean {
  const current = view.state.field(list)
  const option = current?.options[current.selected]
  if (!current || !option) return false
  replace(view, { from: current.at - current.length, to: current.at, insert: option.insert })
  return true
}

function replace(view: EditorView, change: { from: number; to: number; insert: string }): void {
  view.dispatch({
    changes: change,
    selection: { anchor: change.from + change.insert.length },
    effects: setList.of(null),
    userEvent: 'input.complete',
  })
}
