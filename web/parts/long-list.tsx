import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

interface LongListProps<Row> {
  label: string
  rows: Row[]
  rowHeight: number
  keyOf: (row: Row) => string
  draw: (row: Row) => ComponentChildren
}

const spare = 12

/** A list of any length of which only what can be seen is drawn; all rows are equally high. */
export function LongList<Row>({ label, rows, rowHeight, keyOf, draw }: LongListProps<Row>) {
  const box = useRef<HTMLElement>(null)
  const room = useRef<HTMLUListElement>(null)
  const [seen, setSeen] = useState({ top: 0, height: 600 })
  useEffect(() => {
    const element = box.current!
    const look = () => setSeen({ top: element.scrollTop, height: element.clientHeight })
    const size = new ResizeObserver(look)
    size.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      size.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  const first = Math.max(0, Math.floor(seen.top / rowHeight) - spare)
  const last = Math.min(rows.length, Math.ceil((seen.top + seen.height) / rowHeight) + spare)
  useEffect(() => {
    const list = room.current!
    list.style.height = `${rows.length * rowHeight}px`
    list.style.paddingTop = `${first * rowHeight}px`
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={box} class="long-list" tabIndex={0} aria-label={label}>
      <ul ref={room}>
        {rows.slice(first, last).map((row, index) => (
          <li key={keyOf(row)} aria-setsize={rows.length} aria-posinset={first + index + 1}>
            {draw(row)}
          </li>
        ))}
      </ul>
    </section>
  )
}
