import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

interface LongListProps<Row> {
  label: string
  rows: Row[]
  rowHeight: number
  keyOf: (row: Row) => string
  renderRow: (row: Row) => ComponentChildren
}

const overscan = 12

/** A virtual list: renders only the visible rows, which all have the same height. */
export function LongList<Row>({ label, rows, rowHeight, keyOf, renderRow }: LongListProps<Row>) {
  const container = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [viewport, setViewport] = useState({ top: 0, height: 600 })
  useEffect(() => {
    const element = container.current!
    const update = () => setViewport({ top: element.scrollTop, height: element.clientHeight })
    const observer = new ResizeObserver(update)
    observer.observe(element)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [])
  const first = Math.max(0, Math.floor(viewport.top / rowHeight) - overscan)
  const last = Math.min(rows.length, Math.ceil((viewport.top + viewport.height) / rowHeight) + overscan)
  useEffect(() => {
    const { style } = list.current!
    style.height = `${rows.length * rowHeight}px`
    style.paddingTop = `${first * rowHeight}px`
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
    <section ref={container} class="long-list" tabIndex={0} aria-label={label}>
      <ul ref={list}>
        {rows.slice(first, last).map((row, index) => (
          <li key={keyOf(row)} aria-setsize={rows.length} aria-posinset={first + index + 1}>
            {renderRow(row)}
          </li>
        ))}
      </ul>
    </section>
  )
}
