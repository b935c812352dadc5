import { useEffect, useState } from 'preact/hooks'
import { useAppState, useServices } from '../state/store.ts'
import { pageStrings } from '../strings/page.ts'
import { LinkButton } from './button.tsx'
import { Icon } from './icon.tsx'

const shownMs = { plain: 4000, undoable: 8000 }

/** Announces what happened to screen readers, and shows it for a moment, with Undo if it can be undone. */
export function ToastArea() {
  const { store } = useServices()
  const { text, number, undo } = useAppState((state) => state.announcement)
  const [closed, setClosed] = useState(0)
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld || text === '') return
    const timer = setTimeout(() => setClosed(number), undo ? shownMs.undoable : shownMs.plain)
    return () => clearTimeout(timer)
  }, [number, isHeld])
  const run = () => {
    setClosed(number)
    if (undo === 'edit') store.dispatch({ type: 'undo' })
    else undo?.()
  }
  return (
    <div class="toast-area" role="status">
      {text === '' || closed === number ? null : (
        <div
          key={number}
          class="toast"
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocusIn={() => setHeld(true)}
          onFocusOut={() => setHeld(false)}
        >
          <Icon name="check" />
          <span>{text}</span>
          {undo ? <LinkButton onClick={run}>{pageStrings.undo}</LinkButton> : null}
        </div>
      )}
    </div>
  )
}
