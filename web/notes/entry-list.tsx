import { useEffect, useMemo } from 'preact/hooks'
import { type Category, categories } from '../../src/core/category.ts'
import { inPrintOrder } from '../editor-model/actions.ts'
import type { Item } from '../editor-model/editor-model.ts'
import { useApp, useSend, useTools } from '../state/store.ts'
import { EntryRow } from './entry-row.tsx'
import { focusEntry } from './focus-entry.ts'
import { SummaryField } from './summary-field.tsx'

/** The entries in the order in which they are printed, category by category. */
export function EntryList({ onLedger }: { onLedger: () => void }) {
  const { store } = useTools()
  const items = useApp((state) => state.line.present.items)
  const running = useApp((state) => state.draft.is === 'running')
  const sections = useMemo(
    () => categories.map((category) => ({ category, row: inPrintOrder(items, category) })),
    [items],
  )
  const order = useMemo(() => sections.flatMap(({ row }) => row.map(({ id }) => id)), [sections])
  const onKeyDown = useListKeys(order)
  const current = useApp((state) => state.current) ?? order[0] ?? null
  if (items.length === 0)
    return (
      <div class="empty">
        {running ? (
          <p>The first entries are on their way.</p>
        ) : (
          <>
            <p>No entry yet.</p>
            <div class="actions">
              <button type="button" onClick={() => store.send({ type: 'view', view: 'range' })}>
                Back to the range
              </button>
              <button
                type="button"
                onClick={() => {
                  store.send({ type: 'tab', tab: 'ledger' })
                  onLedger()
                }}
              >
                Take in commits from the ledger
              </button>
            </div>
          </>
        )}
      </div>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of all entries are heard in one place
    <div class="entry-list" onKeyDown={onKeyDown}>
      <SummaryField />
      {sections.map(({ category, row }) =>
        row.length === 0 ? null : <Section key={category} category={category} row={row} current={current} />,
      )}
    </div>
  )
}

function Section({ category, row, current }: { category: Category; row: Item[]; current: string | null }) {
  const open = useApp((state) => state.open)
  const selected = useApp((state) => state.selected)
  const chosen = useMemo(() => new Set(selected), [selected])
  return (
    <section aria-labelledby={`section-${category}`}>
      <h2 class="section-title" id={`section-${category}`}>
        {category} <span class="count">{row.length}</span>
      </h2>
      <ul class="plain-list">
        {row.map((item) => (
          <EntryRow
            key={item.id}
            item={item}
            isCurrent={item.id === current}
            isOpen={item.id === open}
            isSelected={chosen.has(item.id)}
          />
        ))}
      </ul>
    </section>
  )
}

/** The keys that work on the entry that has the keyboard. */
function useListKeys(order: string[]) {
  const { store } = useTools()
  const send = useSend()
  const open = useApp((state) => state.open)
  // After an act or a closed entry the keyboard goes to where it belongs.
  useEffect(() => {
    const { current } = store.get()
    const lost = document.activeElement === document.body || document.activeElement === null
    if (open === null && lost && current !== null) focusEntry(current)
  }, [open, order])
  return (event: KeyboardEvent) => {
    const row = event.target instanceof Element ? event.target.closest('[data-entry]') : null
    const isMain = event.target instanceof Element && event.target.matches('.entry-text')
    const id = row?.getAttribute('data-entry')
    if (!id || !isMain) return
    const at = order.indexOf(id)
    const item = store.get().line.present.items.find((each) => each.id === id)
    if (!item) return
    const go = (to: string | undefined) => {
      if (to === undefined) return
      send({ type: 'current', id: to })
      focusEntry(to)
    }
    const doneBy: Record<string, () => void> = {
      ArrowDown: () =>
        event.altKey
          ? send({ type: 'act', act: { do: 'move', id, by: 1 }, said: 'Moved down.' })
          : go(order[at + 1]),
      ArrowUp: () =>
        event.altKey
          ? send({ type: 'act', act: { do: 'move', id, by: -1 }, said: 'Moved up.' })
          : go(order[at - 1]),
      Home: () => go(order[0]),
      End: () => go(order.at(-1)),
      ' ': () => send({ type: 'toggle', id, selected: !store.get().selected.includes(id) }),
      b: () =>
        send({
          type: 'act',
          act: { do: 'mark-breaking', ids: [id], breaking: !item.breaking },
          said: item.breaking ? 'Not breaking.' : 'Marked as breaking.',
        }),
      l: () =>
        send({
          type: 'act',
          act: { do: 'lock', ids: [id], locked: !item.locked },
          said: item.locked ? 'Unlocked.' : 'Locked.',
        }),
      Delete: () => {
        const next = order[at + 1] ?? order[at - 1]
        send({ type: 'act', act: { do: 'leave-out', ids: [id] }, said: 'Left out.' })
        go(next)
      },
    }
    const work = event.ctrlKey || event.metaKey ? undefined : doneBy[event.key]
    if (!work) return
    event.preventDefault()
    work()
  }
}
