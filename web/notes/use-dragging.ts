import { useSend } from '../state/store.ts'

const kind = 'application/x-notewright-entry'

/** Lets an entry be dragged by its handle and dropped on others; buttons and keys do the same. */
export function useDragging(id: string) {
  const send = useSend()
  return {
    handle: {
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer?.setData(kind, id)
        if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move'
      },
    },
    target: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer?.types.includes(kind)) return
        event.preventDefault()
        mark(event, isBelow(event) ? 'after' : 'before')
      },
      onDragLeave: (event: DragEvent) => mark(event, null),
      onDrop: (event: DragEvent) => {
        const dragged = event.dataTransfer?.getData(kind) ?? ''
        mark(event, null)
        if (dragged === '') return
        event.preventDefault()
        const act = { do: 'put' as const, id: dragged, beside: id, after: isBelow(event) }
        send({ type: 'act', act, said: 'Moved.' })
      },
    },
  }
}

function isBelow(event: DragEvent): boolean {
  const { top, height } = (event.currentTarget as Element).getBoundingClientRect()
  return event.clientY > top + height / 2
}

function mark(event: DragEvent, place: 'before' | 'after' | null): void {
  const row = event.currentTarget as HTMLElement
  if (place === null) delete row.dataset.drop
  else row.dataset.drop = place
}
