import type { AppStore } from '../state/store.ts'

/** What gets the focus once it is rendered. */
let waiting: { selector: string; flash: boolean; tries: number; from: Element | null } | null = null

/** Returns the selector of the row of an entry. */
export function rowSelector(id: string): string {
  return `[data-entry="${CSS.escape(id)}"]`
}

/** Moves the focus to the text of an entry; to "Add" if there is none. */
export function focusRow(store: AppStore, id: string | null, { flash = false } = {}): void {
  if (id === null) {
    focusSelector('[data-focus="add"]')
    return
  }
  store.dispatch({ type: 'focus', id })
  focusSelector(`${rowSelector(id)} .row-text`, flash)
}

/** Moves the focus to an element, now if it is there, and again after the next render. */
export function focusSelector(selector: string, flash = false): void {
  document.querySelector<HTMLElement>(selector)?.focus()
  waiting = { selector, flash, tries: 5, from: document.activeElement }
  requestAnimationFrame(retry)
}

/** Moves the focus to what waits for it, if it is rendered by now. */
export function focusWaiting(): void {
  if (!waiting) return
  const element = document.querySelector<HTMLElement>(waiting.selector)
  if (!element) return
  const { flash, from } = waiting
  waiting = null
  const { activeElement } = document
  // The user may have moved on in the meantime.
  if (activeElement !== from && activeElement !== document.body && activeElement !== element) return
  element.focus()
  element.scrollIntoView({ block: 'nearest' })
  const row = element.closest<HTMLElement>('.row')
  if (flash && row) {
    row.classList.remove('row-flash')
    requestAnimationFrame(() => row.classList.add('row-flash'))
  }
}

function retry(): void {
  focusWaiting()
  if (!waiting) return
  waiting.tries -= 1
  if (waiting.tries > 0) requestAnimationFrame(retry)
  else waiting = null
}
