import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

interface WindowedRowsProps<Row> {
  rows: Row[]
  keyOf: (row: Row) => string
  /** The keys of rows that stay rendered, such as the one that has the focus. */
  pinned: ReadonlySet<string>
  renderRow: (row: Row, position: number) => ComponentChildren
  children?: ComponentChildren
}

const estimatedHeight = 36
const overscan = 800
/** Shorter lists are rendered as a whole. */
const minRows = 120

/** The measured heights of rows, by key. */
const heights = new Map<string, number>()

/** A list that renders only the rows near the visible part of the page; rows can have any height. */
export function WindowedRows<Row>({ rows, keyOf, pinned, renderRow, children }: WindowedRowsProps<Row>) {
  const list = useRef<HTMLUListElement>(null)
  const isWindowed = rows.length >= minRows
  const [range, setRange] = useState({ first: 0, last: minRows })
  const current = useRef(rows)
  current.current = rows
  useEffect(() => {
    if (!isWindowed) return
    let frame = 0
    const update = () => {
      frame = 0
      const next = findRange(list.current!, current.current, keyOf)
      setRange((old) => (old.first === next.first && old.last === next.last ? old : next))
    }
    const schedule = () => {
      frame ||= requestAnimationFrame(update)
    }
    update()
    document.addEventListener('scroll', schedule, { capture: true, passive: true })
    addEventListener('resize', schedule)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', schedule, { capture: true })
      removeEventListener('resize', schedule)
    }
  }, [isWindowed])
  useLayoutEffect(() => {
    if (!isWindowed) return
    for (const row of list.current!.querySelectorAll<HTMLElement>(':scope > [data-entry]'))
      heights.set(row.dataset.entry!, row.offsetHeight)
  })
  if (!isWindowed)
    return (
      <ul ref={list} class="rows">
        {rows.map((row, at) => renderRow(row, at + 1))}
        {children}
      </ul>
    )
  const content: ComponentChildren[] = []
  let skipped = 0
  const addSpace = (key: string) => {
    if (skipped > 0)
      content.push(<li key={`space-${key}`} role="presentation" style={{ height: `${skipped}px` }} />)
    skipped = 0
  }
  rows.forEach((row, at) => {
    const key = keyOf(row)
    if ((at < range.first || at >= range.last) && !pinned.has(key))
      skipped += heights.get(key) ?? estimatedHeight
    else {
      addSpace(key)
      content.push(renderRow(row, at + 1))
    }
  })
  addSpace('end')
  return (
    <ul ref={list} class="rows">
      {content}
      {children}
    </ul>
  )
}

/** Finds the rows near the visible part of the page. */
function findRange<Row>(
  list: HTMLElement,
  rows: Row[],
  keyOf: (row: Row) => string,
): { first: number; last: number } {
  let { top } = list.getBoundingClientRect()
  let first = -1
  let last = rows.length
  for (let at = 0; at < rows.length; at += 1) {
    const height = heights.get(keyOf(rows[at]!)) ?? estimatedHeight
    if (first === -1 && top + height > -overscan) first = at
    if (top > innerHeight + overscan) {
      last = at
      break
    }
    top += height
  }
  // Steps of ten rows, so that not every scroll event renders.
  return {
    first: Math.max(0, Math.floor((first === -1 ? rows.length : first) / 10) * 10),
    last: Math.ceil(last / 10) * 10,
  }
}
