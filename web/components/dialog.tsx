import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

interface DialogProps {
  title: string
  onClose: () => void
  /** The buttons at the bottom, with the main action last. */
  actions?: ComponentChildren
  wide?: boolean
  children: ComponentChildren
}

/** A modal dialog; the browser keeps the focus inside. */
export function Dialog({ title, onClose, actions, wide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const name = useId()
  // Opens before the first paint, so that no key press is lost between two dialogs.
  useLayoutEffect(() => {
    const before = document.activeElement
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={name}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header class="dialog-head">
        <h2 id={name}>{title}</h2>
        <button type="button" class="plain" onClick={onClose}>
          Close
        </button>
      </header>
      <div class="dialog-body">{children}</div>
      {actions ? <footer class="dialog-foot actions">{actions}</footer> : null}
    </dialog>
  )
}
