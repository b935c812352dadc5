import { useSend } from '../state/store.ts'

interface Place {
  row: HTMLElement
  after: boolean
}

const edge = 72
const mostSpeed = 18

/** Lets an entry be dragged by its handle, with mouse, pen or finger; buttons and keys do the same. */
export function useDragging(id: string) {
  const send = useSend()
  return (event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary) return
    event.preventDefault()
    follow(event, ({ row, after }) =>
      send({ type: 'act', act: { do: 'put', id, beside: row.dataset.entry!, after }, said: 'Moved.' }),
    )
  }
}

/** Follows the pointer until it is let go; Escape, or a gesture of the browser's own, ends it without a drop. */
function follow({ currentTarget, pointerId }: PointerEvent, onDrop: (place: Place) => void): void {
  const handle = currentTarget as HTMLElement
  const dragged = handle.closest<HTMLElement>('[data-entry]')!
  const work = new AbortController()
  const { signal } = work
  let pointerY: number | null = null
  let place: Place | null = null
  const look = () => {
    if (pointerY === null) return
    if (place) delete place.row.dataset.drop
    place = placeAt(dragged, pointerY)
    if (place) place.row.dataset.drop = place.after ? 'after' : 'before'
  }
  const end = () => {
    work.abort()
    if (place) delete place.row.dataset.drop
    delete dragged.dataset.dragged
  }
  const onMove = ({ clientY }: PointerEvent) => {
    pointerY = clientY
    look()
  }
  const onUp = () => {
    end()
    if (place) onDrop(place)
  }
  handle.setPointerCapture(pointerId)
  dragged.dataset.dragged = ''
  handle.addEventListener('pointermove', onMove, { signal })
  handle.addEventListener('pointerup', onUp, { signal })
  handle.addEventListener('pointercancel', end, { signal })
  addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal })
  scrollAtEdges(() => pointerY, look, signal)
}

/** The entry beside which one lets go at this height, wherever the pointer is sideways. */
function placeAt(dragged: HTMLElement, pointerY: number): Place | null {
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

/** Scrolls while the pointer is near the upper or the lower edge, the faster the nearer. */
function scrollAtEdges(pointerY: () => number | null, onScroll: () => void, signal: AbortSignal): void {
  const step = () => {
    if (signal.aborted) return
    const y = pointerY()
    const depth = y === null ? 0 : y < edge ? y - edge : Math.max(0, y - (innerHeight - edge))
    if (depth !== 0) {
      scrollBy({ top: Math.max(-1, Math.min(1, depth / edge)) * mostSpeed, behavior: 'instant' })
      onScroll()
    }
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
