import { useEffect } from 'preact/hooks'
import { useServices } from '../state/store.ts'
import { readSingleKeys } from '../storage/session.ts'
import { useCommands } from './commands-context.ts'

const fields =
  'textarea, input:not([type=checkbox], [type=radio]), select, [contenteditable], .md-field, .config-text'

/** Handles the keys that work anywhere in the editor. */
export function usePageKeys(): void {
  const { store } = useServices()
  const commands = useCommands()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented) return
      const { target } = event
      const isInField = target instanceof Element && target.closest(fields) !== null
      const isInDialog = document.querySelector('dialog[open]') !== null
      const key = event.key.toLowerCase()
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey
      const act =
        isCommand && key === 'k'
          ? () =>
              store.dispatch({
                type: 'show-dialog',
                dialog: store.get().dialog?.kind === 'palette' ? null : { kind: 'palette' },
              })
          : isInField || isInDialog
            ? null
            : isCommand
              ? actOnCommand(key, event.shiftKey)
              : event.altKey || !readSingleKeys()
                ? null
                : actOnLetter(event.key)
      if (!act) return
      event.preventDefault()
      act()
    }
    const actOnCommand = (key: string, isShifted: boolean) => {
      if (key === 'z') return () => commands.step(isShifted ? 'redo' : 'undo')
      if (key === 'y') return () => commands.step('redo')
      if (key === 'enter' && store.get().online) return () => commands.open('publish')
      return null
    }
    const actOnLetter = (key: string) => {
      if (key === '/') return () => document.querySelector<HTMLElement>('.list-tools input')?.focus()
      if (key === 'n') return () => commands.addEntry()
      if (key === '?') return () => commands.open('shortcuts')
      return null
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [store, commands])
}
