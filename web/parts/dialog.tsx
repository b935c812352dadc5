import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

interface DialogProps {
  title: string
  onClose: () => void
  /** What is shown at the foot, the way on last. */
  actions?: ComponentChildren
  wide?: boolean
  children: ComponentChildren
}

/** A window over the page; the browser itself keeps the keyboard inside and gives it back. */
export function Dialog({ title, onClose, actions, wide = false, children }: DialogProps) {
  const window = useRef<HTMLDialogElement>(null)
  const name = useId()
  // Before anything is painted, so that no key is lost between two windows.
  useLayoutEffect(() => {
    const before = document.activeElement
    const shown = window.current
    shown?.showModal()
    return () => {
      shown?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={window}
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
