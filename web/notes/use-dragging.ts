import { useDispatch } from '../state/store.ts'

interface DropTarget {
  row: HTMLElement
  after: boolean
}

const edgeHeight = 72
const maxScrollStep = 18

/** Returns the handler that starts dragging an entry by its handle, with mouse, pen or finger. */
export function useDragging(id: string): (event: PointerEvent) => void {
  const dispatch = useDispatch()
  return (event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary) return
    event.preventDefault()
    trackPointer(event, ({ row, after }) =>
      dispatch({
        type: 'edit',
        action: { type: 'place', id, beside: row.dataset.entry!, after },
        announce: 'Moved.',
      }),
    )
  }
}

/** Follows the pointer until it is released; Escape or a browser gesture cancels the drag. */
function trackPointer(
  { currentTarget, pointerId }: PointerEvent,
  onDrop: (target: DropTarget) => void,
): void {
  const handle = currentTarget as HTMLElement
  const dragged = handle.closest<HTMLElement>('[data-entry]')!
  const controller = new AbortController()
  const { signal } = controller
  let pointerY: number | null = null
  let target: DropTarget | null = null
  const updateTarget = () => {
    if (pointerY === null) return
    if (target) delete target.row.dataset.drop
    target = findDropTarget(dragged, pointerY)
    if (target) target.row.dataset.drop = target.after ? 'after' : 'before'
  }
  const end = () => {
    controller.abort()
    if (target) delete target.row.dataset.drop
    delete dragged.dataset.dragged
  }
  const onMove = ({ clientY }: PointerEvent) => {
    pointerY = clientY
    updateTarget()
  }
  const onUp = () => {
    end()
    if (target) onDrop(target)
  }
  handle.setPointerCapture(pointerId)
  dragged.dataset.dragged = ''
  handle.addEventListener('pointermove', onMove, { signal })
  handle.addEventListener('pointerup', onUp, { signal })
  handle.addEventListener('pointercancel', end, { signal })
  addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal })
  scrollAtEdges(() => pointerY, updateTarget, signal)
}

/** Finds the entry at the height of the pointer, at any horizontal position. */
function findDropTarget(dragged: HTMLElement, pointerY: number): DropTarget | null {
  const { left, width } = dragged.getBoundingClientRect()
  const y = Math.min(innerHeight - 1, Math.max(0, pointerY))
  const row = document
    .elementsFromPoint(left + width / 2, y)
    .map((element) => element.closest<HTMLElement>('[data-entry]'))
    .find((each) => each !== null)
  if (!row || row === dragged) return null
  const { top, height } = row.getBoundingClientRect()
  return { row, after: y > top + height / 2 }
}

/** Scrolls while the pointer is near the top or the bottom edge, faster the closer it is. */
function scrollAtEdges(pointerY: () => number | null, onScroll: () => void, signal: AbortSignal): void {
  const step = () => {
    if (signal.aborted) return
    const y = pointerY()
    const depth =
      y === null ? 0 : y < edgeHeight ? y - edgeHeight : Math.max(0, y - (innerHeight - edgeHeight))
    if (depth !== 0) {
      scrollBy({ top: Math.max(-1, Math.min(1, depth / edgeHeight)) * maxScrollStep, behavior: 'instant' })
      onScroll()
    }
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
