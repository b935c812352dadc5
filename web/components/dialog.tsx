import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { IconButton } from './button.tsx'

interface DialogProps {
  title: string
  onClose: () => void
  /** The buttons at the bottom, with the main action last. */
  actions?: ComponentChildren
  wide?: boolean
  /** `sheet` is the size of the publish screen and fills a phone; `bottom` rises from the edge of a phone. */
  size?: 'normal' | 'wide' | 'sheet' | 'bottom'
  /** Removes the padding of the body, for content with columns of its own. */
  bare?: boolean
  /** Buttons beside the close button. */
  headActions?: ComponentChildren
  /** The name of the close button. */
  closeLabel?: string
  children: ComponentChildren
}

/** A modal dialog; the browser keeps the focus inside, and it goes back to what had it before. */
export function Dialog({
  title,
  onClose,
  actions,
  wide = false,
  size = wide ? 'wide' : 'normal',
  bare = false,
  headActions,
  closeLabel = 'Close',
  children,
}: DialogProps) {
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
      class={size === 'normal' ? 'dialog' : `dialog dialog-${size}`}
      aria-labelledby={name}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header class="dialog-head">
        <h2 id={name} tabIndex={-1}>
          {title}
        </h2>
        {headActions}
        <IconButton icon="x" label={closeLabel} onClick={onClose} />
      </header>
      <div class={bare ? 'dialog-body dialog-body-bare' : 'dialog-body'}>{children}</div>
      {actions ? <footer class="dialog-foot">{actions}</footer> : null}
    </dialog>
  )
}

/** A large dialog that fills the screen of a phone. */
export function Sheet(props: Omit<DialogProps, 'wide' | 'size'>) {
  return <Dialog {...props} size="sheet" />
}
