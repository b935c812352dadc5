import { useCommands } from './commands-context.ts'

type DropTarget = { row: HTMLElement; after: boolean } | { title: HTMLElement }

const edgeHeight = 72
const maxScrollStep = 18

/** Returns the handler that starts dragging an entry by its grip, with mouse, pen or finger. */
export function useDragging(id: string): (event: PointerEvent) => void {
  const commands = useCommands()
  return (event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary) return
    event.preventDefault()
    trackPointer(event, (target) =>
      commands.drop(
        id,
        'row' in target
          ? { beside: target.row.dataset.entry!, after: target.after }
          : { title: target.title.dataset.dropTitle! },
      ),
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
  const scroller = findScroller(dragged)
  const controller = new AbortController()
  const { signal } = controller
  let pointer: { x: number; y: number } | null = null
  let target: DropTarget | null = null
  const clear = () => {
    if (!target) return
    if ('row' in target) delete target.row.dataset.drop
    else delete target.title.dataset.dropOver
  }
  const updateTarget = () => {
    if (pointer === null) return
    clear()
    target = findDropTarget(dragged, pointer)
    if (!target) return
    if ('row' in target) target.row.dataset.drop = target.after ? 'after' : 'before'
    else target.title.dataset.dropOver = ''
  }
  const end = () => {
    controller.abort()
    clear()
    delete dragged.dataset.dragged
    delete document.documentElement.dataset.dragging
  }
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    pointer = { x: clientX, y: clientY }
    updateTarget()
  }
  const onUp = () => {
    end()
    if (target) onDrop(target)
  }
  handle.setPointerCapture(pointerId)
  dragged.dataset.dragged = ''
  document.documentElement.dataset.dragging = ''
  handle.addEventListener('pointermove', onMove, { signal })
  handle.addEventListener('pointerup', onUp, { signal })
  handle.addEventListener('pointercancel', end, { signal })
  addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal, capture: true })
  scrollAtEdges(scroller, () => pointer?.y ?? null, updateTarget, signal)
}

/** The element that scrolls the list: the list itself, or the page on a narrow screen. */
function findScroller(row: HTMLElement): Element {
  const list = row.closest('.list')
  return list && getComputedStyle(list).overflowY === 'auto' ? list : document.scrollingElement!
}

/** Finds a category of the rail under the pointer, or the entry at its height, at any horizontal position. */
function findDropTarget(dragged: HTMLElement, pointer: { x: number; y: number }): DropTarget | null {
  const title = document.elementFromPoint(pointer.x, pointer.y)?.closest<HTMLElement>('[data-drop-title]')
  if (title) return { title }
  const { left, width } = dragged.getBoundingClientRect()
  const y = Math.min(innerHeight - 1, Math.max(0, pointer.y))
  const row = document
    .elementsFromPoint(left + width / 2, y)
    .map((element) => element.closest<HTMLElement>('[data-entry]'))
    .find((each) => each !== null)
  if (!row || row === dragged) return null
  const { top, height } = row.getBoundingClientRect()
  return { row, after: y > top + height / 2 }
}

/** Scrolls while the pointer is near the top or the bottom edge, faster the closer it is. */
function scrollAtEdges(
  scroller: Element,
  pointerY: () => number | null,
  onScroll: () => void,
  signal: AbortSignal,
): void {
  const box = scroller === document.scrollingElement ? null : scroller.getBoundingClientRect()
  const top = box?.top ?? 0
  const bottom = box?.bottom ?? innerHeight
  const step = () => {
    if (signal.aborted) return
    const y = pointerY()
    const depth =
      y === null ? 0 : y < top + edgeHeight ? y - top - edgeHeight : Math.max(0, y - (bottom - edgeHeight))
    if (depth !== 0) {
      const by = Math.max(-1, Math.min(1, depth / edgeHeight)) * maxScrollStep
      scroller.scrollBy({ top: by, behavior: 'instant' })
      onScroll()
    }
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
