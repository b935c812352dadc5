import { useServices } from '../state/store.ts'
import { readSingleKeys } from '../storage/session.ts'
import { useCommands } from './commands-context.ts'
import { rowSelector } from './focus-row.ts'

const tabs = ['preview', 'markdown', 'checks', 'commits'] as const

/** Returns the handler of the keys of the list. */
export function useListKeys(): (event: KeyboardEvent) => void {
  const { store } = useServices()
  const commands = useCommands()
  return (event) => {
    const { target } = event
    if (!(target instanceof Element) || event.isComposing || event.defaultPrevented) return
    const id = target.closest('[data-entry]')?.getAttribute('data-entry')
    const isOnRow = target.matches('.row-text, .row-check')
    if (event.key === 'Escape' && id && !isOnRow && target.matches('.icon-btn')) {
      commands.focus(id)
      return
    }
    const isOnButton = target.matches('.row-acts .icon-btn')
    if (!id || (!isOnRow && !isOnButton)) return
    // The buttons of a row keep the keys that press them.
    if (isOnButton && (event.key === 'Enter' || event.key === ' ')) return
    const { selected } = store.get()
    const ids = selected.includes(id) ? selected : [id]
    const isCommand = event.ctrlKey || event.metaKey
    const handlers: Record<string, () => void> = {
      ArrowDown: () =>
        event.altKey
          ? commands.moveBy(id, 1)
          : event.shiftKey
            ? commands.extendSelection(id, 1)
            : commands.focusBeside(id, 1),
      ArrowUp: () =>
        event.altKey
          ? commands.moveBy(id, -1)
          : event.shiftKey
            ? commands.extendSelection(id, -1)
            : commands.focusBeside(id, -1),
      Home: () => commands.focusEnd('first'),
      End: () => commands.focusEnd('last'),
      Enter: () => commands.edit(id),
      Delete: () => commands.exclude(ids),
      Backspace: () => commands.exclude(ids),
      ' ': () => commands.select(id),
      Escape: () => commands.clearSelection(),
    }
    const letters: Record<string, () => void> = {
      j: () => commands.focusBeside(id, 1),
      k: () => commands.focusBeside(id, -1),
      '[': () => commands.focusCategory(id, -1),
      ']': () => commands.focusCategory(id, 1),
      e: () => commands.showEvidence(id),
      c: () => openCategoryMenu(id),
      b: () => commands.toggleBreaking(ids),
      l: () => commands.toggleLock(ids),
      r: () => commands.openReword(ids),
      m: () => (ids.length > 1 ? commands.merge(ids) : commands.mergeWithPrevious(id)),
      x: () => commands.select(id),
    }
    const tab = tabs[Number(event.key) - 1]
    const handle = isCommand
      ? event.key.toLowerCase() === 'a'
        ? commands.selectAll
        : undefined
      : (handlers[event.key] ??
        (readSingleKeys() && !event.altKey
          ? (letters[event.key.toLowerCase()] ??
            (tab === undefined ? undefined : () => store.dispatch({ type: 'tab', tab })))
          : undefined))
    if (!handle) return
    // A checkbox keeps its own space bar.
    if (event.key === ' ' && target.matches('.row-check')) return
    event.preventDefault()
    handle()
  }
}

/** Opens the menu of an entry at its categories. */
function openCategoryMenu(id: string): void {
  const buttons = document.querySelectorAll<HTMLElement>(
    `${rowSelector(id)} .row-acts [aria-haspopup="menu"]`,
  )
  buttons[buttons.length - 1]?.click()
  requestAnimationFrame(() => {
    const item = document.querySelector<HTMLElement>('.menu [aria-haspopup="menu"]')
    item?.focus()
    item?.click()
  })
}
