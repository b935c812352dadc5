import { useEffect, useMemo } from 'preact/hooks'
import { currentConfig } from '../configuration/use-format.ts'
import { entriesUnder } from '../editor-model/actions.ts'
import type { EditorEntry } from '../editor-model/editor-model.ts'
import { listTitles } from '../editor-model/titles.ts'
import { useAppState, useDispatch, useServices } from '../state/store.ts'
import { EntryRow } from './entry-row.tsx'
import { focusEntry } from './focus-entry.ts'

/** Lists the entries by category, in the order in which they are rendered. */
export function EntryList({ onShowLedger }: { onShowLedger: () => void }) {
  const { store } = useServices()
  const entries = useAppState((state) => state.history.present.entries)
  const running = useAppState((state) => state.draft.status === 'running')
  const config = useAppState(currentConfig)
  const groups = useMemo(
    () => listTitles(config).map((title) => ({ title, members: entriesUnder(entries, title, config) })),
    [entries, config],
  )
  const order = useMemo(() => groups.flatMap(({ members }) => members.map(({ id }) => id)), [groups])
  const onKeyDown = useListKeys(order)
  const focused = useAppState((state) => state.focused) ?? order[0] ?? null
  if (entries.length === 0)
    return (
      <div class="empty">
        {running ? (
          <p>Waiting for the first entries…</p>
        ) : (
          <>
            <p>No entries yet.</p>
            <div class="actions">
              <button type="button" onClick={() => store.dispatch({ type: 'show-view', view: 'range' })}>
                Back to the range
              </button>
              <button
                type="button"
                onClick={() => {
                  store.dispatch({ type: 'tab', tab: 'ledger' })
                  onShowLedger()
                }}
              >
                Include commits from the list
              </button>
            </div>
          </>
        )}
      </div>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: one handler for the keys of all entries
    <div class="entry-list" onKeyDown={onKeyDown}>
      <SummaryField />
      {groups.map(({ title, members }, index) =>
        members.length === 0 ? null : (
          <CategorySection
            key={title}
            id={`section-${index}`}
            title={title}
            entries={members}
            focused={focused}
          />
        ),
      )}
    </div>
  )
}

interface CategorySectionProps {
  id: string
  title: string
  entries: EditorEntry[]
  focused: string | null
}

function CategorySection({ id, title, entries, focused }: CategorySectionProps) {
  const open = useAppState((state) => state.open)
  const selected = useAppState((state) => state.selected)
  const chosen = useMemo(() => new Set(selected), [selected])
  return (
    <section aria-labelledby={id}>
      <h2 class="section-title" id={id}>
        {title} <span class="count">{entries.length}</span>
      </h2>
      <ul class="plain-list">
        {entries.map((entry) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            isFocused={entry.id === focused}
            isOpen={entry.id === open}
            isSelected={chosen.has(entry.id)}
          />
        ))}
      </ul>
    </section>
  )
}

/** Edits the summary at the start of the notes. */
function SummaryField() {
  const dispatch = useDispatch()
  const summary = useAppState((state) => state.history.present.introduction)
  return (
    <details class="summary-field" open={summary !== null}>
      <summary>Summary</summary>
      <div class="field">
        <label for="summary-text">One or two sentences at the start of the notes</label>
        <textarea
          id="summary-text"
          rows={2}
          maxLength={2000}
          value={summary ?? ''}
          onChange={(event) => {
            const text = event.currentTarget.value.replace(/\s+/g, ' ').trim()
            dispatch({ type: 'edit', action: { type: 'set-block', name: 'introduction', text } })
          }}
        />
      </div>
    </details>
  )
}

/** Returns the handler of the keyboard shortcuts for the focused entry. */
function useListKeys(order: string[]): (event: KeyboardEvent) => void {
  const { store } = useServices()
  const dispatch = useDispatch()
  const open = useAppState((state) => state.open)
  // Restores the focus after an action, or when an entry is closed.
  useEffect(() => {
    const { focused } = store.get()
    const lost = document.activeElement === document.body || document.activeElement === null
    if (open === null && lost && focused !== null) focusEntry(focused)
  }, [open, order])
  return (event: KeyboardEvent) => {
    const row = event.target instanceof Element ? event.target.closest('[data-entry]') : null
    const isEntryButton = event.target instanceof Element && event.target.matches('.entry-text')
    const id = row?.getAttribute('data-entry')
    if (!id || !isEntryButton) return
    const at = order.indexOf(id)
    const entry = store.get().history.present.entries.find((each) => each.id === id)
    if (!entry) return
    const focusOn = (to: string | undefined) => {
      if (to === undefined) return
      dispatch({ type: 'focus', id: to })
      focusEntry(to)
    }
    const handlers: Record<string, () => void> = {
      ArrowDown: () =>
        event.altKey
          ? dispatch({ type: 'edit', action: { type: 'move', id, by: 1 }, announce: 'Moved down.' })
          : focusOn(order[at + 1]),
      ArrowUp: () =>
        event.altKey
          ? dispatch({ type: 'edit', action: { type: 'move', id, by: -1 }, announce: 'Moved up.' })
          : focusOn(order[at - 1]),
      Home: () => focusOn(order[0]),
      End: () => focusOn(order.at(-1)),
      ' ': () => dispatch({ type: 'toggle', id, selected: !store.get().selected.includes(id) }),
      b: () =>
        dispatch({
          type: 'edit',
          action: { type: 'set-breaking', ids: [id], breaking: !entry.breaking },
          announce: entry.breaking ? 'Marked as not breaking.' : 'Marked as breaking.',
        }),
      l: () =>
        dispatch({
          type: 'edit',
          action: { type: 'set-locked', ids: [id], locked: !entry.locked },
          announce: entry.locked ? 'Unlocked.' : 'Locked.',
        }),
      Delete: () => {
        const next = order[at + 1] ?? order[at - 1]
        dispatch({ type: 'edit', action: { type: 'exclude', ids: [id] }, announce: 'Excluded.' })
        focusOn(next)
      },
    }
    const handle = event.ctrlKey || event.metaKey ? undefined : handlers[event.key]
    if (!handle) return
    event.preventDefault()
    handle()
  }
}
