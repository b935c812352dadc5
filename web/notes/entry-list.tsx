import { useLayoutEffect, useMemo } from 'preact/hooks'
import { Button, IconButton, LinkButton } from '../components/button.tsx'
import { SearchField } from '../components/field.tsx'
import { Kbd } from '../components/kbd.tsx'
import { MenuButton } from '../components/menu.tsx'
import { Skeleton } from '../components/meter.tsx'
import { EmptyState } from '../components/notice.tsx'
import { blockNames, type EditorEntry } from '../editor-model/editor-model.ts'
import type { EntryGroup } from '../editor-model/filter-entries.ts'
import { countCommits } from '../editor-model/ledger.ts'
import { useAppState, useDispatch, useServices } from '../state/store.ts'
import { blockTitles, listStrings } from '../strings/editor.ts'
import { useCommands } from './commands-context.ts'
import { DraftStatus } from './draft-status.tsx'
import { NewEntryEditor } from './entry-editor.tsx'
import { EntryRow } from './entry-row.tsx'
import { ExcludedList } from './excluded-list.tsx'
import { focusRow, focusWaiting } from './focus-row.ts'
import { blockIcons, FreeBlocks } from './free-block.tsx'
import { LaterPart } from './later-part.tsx'
import { FilterPills } from './rail.tsx'
import { flagsOf, shownEntries } from './shown-entries.ts'
import { summariseReasons } from './summarise-reasons.ts'
import { TitleIcon } from './title-menu.tsx'
import { useListKeys } from './use-list-keys.ts'
import { WindowedRows } from './windowed-rows.tsx'

/** The entries by category, with the free blocks around them and the excluded commits below. */
export function EntryList() {
  const isSelecting = useAppState((state) => state.selected.length > 0)
  const filter = useAppState((state) => state.filter)
  const shown = useAppState(shownEntries)
  const onKeyDown = useListKeys()
  // Rows that were just rendered may be waiting for the focus.
  useLayoutEffect(focusWaiting)
  return (
    <section class="list" aria-label={listStrings.entries} data-selecting={isSelecting || undefined}>
      <ListTools />
      <FilterPills />
      <DraftStatus />
      <FilterNote />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: one handler for the keys of all entries */}
      <div class="doc" onKeyDown={onKeyDown}>
        {filter.kind === 'excluded' ? null : (
          <>
            {shown.isFiltered ? null : <FreeBlocks place="start" />}
            <Groups />
            <EmptyList />
            {shown.isFiltered ? null : <FreeBlocks place="end" />}
          </>
        )}
        {shown.isFiltered && filter.kind !== 'excluded' ? null : <ExcludedList />}
      </div>
      {isSelecting ? <LaterPart>{({ SelectionBar }) => <SelectionBar />}</LaterPart> : null}
    </section>
  )
}

function ListTools() {
  const { store } = useServices()
  const commands = useCommands()
  const query = useAppState((state) => state.query)
  const editor = useAppState((state) => state.history.present)
  return (
    <div class="list-tools">
      <SearchField
        label={listStrings.search}
        value={query}
        onInput={(text) => store.dispatch({ type: 'search', query: text })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.isComposing) return
          event.preventDefault()
          if (store.get().query !== '') store.dispatch({ type: 'search', query: '' })
          else {
            const { focused } = store.get()
            focusRow(store, focused ?? shownEntries(store.get()).order[0] ?? null)
          }
        }}
      >
        <Kbd keys="/" />
      </SearchField>
      <MenuButton
        label={listStrings.add}
        items={() => [
          { label: listStrings.addEntry, icon: 'list', keys: 'N', onChoose: () => commands.addEntry() },
          'separator',
          ...blockNames.map((name) => ({
            label: blockTitles[name],
            icon: blockIcons[name],
            disabled: editor[name] !== null,
            onChoose: () => commands.editBlock(name),
          })),
        ]}
      >
        {(props) => (
          <Button icon="plus" endIcon="chevron-down" data-focus="add" {...props}>
            {listStrings.add}
          </Button>
        )}
      </MenuButton>
    </div>
  )
}

/** Says how many entries are shown while a filter or a search is on. */
function FilterNote() {
  const dispatch = useDispatch()
  const shown = useAppState(shownEntries)
  const total = useAppState((state) => state.history.present.entries.length)
  const kind = useAppState((state) => state.filter.kind)
  if (!shown.isFiltered) return null
  const clear = () => {
    dispatch({ type: 'filter', filter: { kind: 'all' } })
    dispatch({ type: 'search', query: '' })
  }
  return (
    <p class="filter-note">
      <span role="status">{kind === 'excluded' ? '' : listStrings.shown(shown.order.length, total)}</span>
      <LinkButton onClick={clear}>{listStrings.clearFilter}</LinkButton>
    </p>
  )
}

function Groups() {
  const { groups, order } = useAppState(shownEntries)
  const editing = useAppState((state) => state.editing)
  const focused = useAppState((state) => state.focused)
  const current = focused !== null && order.includes(focused) ? focused : (order[0] ?? null)
  const newTitle = editing?.kind === 'new' ? editing.title : null
  const all = useMemo(
    () =>
      newTitle === null || groups.some(({ title }) => title === newTitle)
        ? groups
        : [...groups, { title: newTitle, entries: [] }],
    [groups, newTitle],
  )
  return (
    <>
      {all.map((group) => (
        <Group key={group.title} group={group} current={current} hasNew={group.title === newTitle} />
      ))}
    </>
  )
}

function Group({ group, current, hasNew }: { group: EntryGroup; current: string | null; hasNew: boolean }) {
  const commands = useCommands()
  const { title, entries } = group
  const editing = useAppState((state) => state.editing)
  const selected = useAppState((state) => state.selected)
  const evidence = useAppState((state) => state.evidence)
  const flags = useAppState(flagsOf)
  const chosen = useMemo(() => new Set(selected), [selected])
  const edited = editing?.kind === 'entry' ? editing.id : null
  const pinned = useMemo(
    () => new Set([current, edited, evidence].filter((id) => id !== null)),
    [current, edited, evidence],
  )
  const id = `group-${title.replace(/\W+/g, '-')}`
  return (
    <section class="group" aria-labelledby={id}>
      <div class="group-head">
        <h2 id={id}>
          <TitleIcon title={title} />
          {title} <span class="num">{entries.length}</span>
        </h2>
        <IconButton
          icon="plus"
          size="sm"
          label={listStrings.addEntryTo(title)}
          onClick={() => commands.addEntry(title)}
        />
      </div>
      <WindowedRows
        rows={entries}
        keyOf={keyOfEntry}
        pinned={pinned}
        renderRow={(entry, position) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            isCurrent={entry.id === current}
            isEditing={entry.id === edited}
            isSelected={chosen.has(entry.id)}
            hasEvidence={entry.id === evidence}
            flags={flags.get(entry.id)}
            position={position}
            setSize={entries.length}
          />
        )}
      >
        {hasNew ? <NewEntryEditor key="new" title={title} /> : null}
      </WindowedRows>
    </section>
  )
}

function keyOfEntry({ id }: EditorEntry): string {
  return id
}

/** What the list shows when there is nothing in it. */
function EmptyList() {
  const { store } = useServices()
  const commands = useCommands()
  const { order, isFiltered } = useAppState(shownEntries)
  const filter = useAppState((state) => state.filter)
  const query = useAppState((state) => state.query)
  const draft = useAppState((state) => state.draft)
  const isAdding = useAppState((state) => state.editing?.kind === 'new')
  const editor = useAppState((state) => state.history.present)
  const range = useAppState((state) => state.range)
  if (draft.status === 'running') {
    const missing = draft.total === null ? 6 : Math.max(0, Math.min(12, draft.total - order.length))
    return isFiltered ? null : <Skeletons count={missing} />
  }
  if (order.length > 0 || isAdding || range.status !== 'loaded') return null
  if (isFiltered)
    return filter.kind === 'attention' && query === '' ? (
      <EmptyState icon="circle-check" title={listStrings.nothingToReview} />
    ) : (
      <EmptyState icon="search" title={listStrings.noMatch}>
        {listStrings.noMatchHint}
      </EmptyState>
    )
  const { total, pending } = countCommits(editor, range.index)
  return (
    <EmptyState
      icon="notebook-pen"
      title={listStrings.noEntries}
      actions={
        <>
          <Button
            kind="ink"
            icon="eye-off"
            onClick={() => store.dispatch({ type: 'filter', filter: { kind: 'excluded' } })}
          >
            {listStrings.reviewExcluded}
          </Button>
          <Button icon="plus" onClick={() => commands.addEntry()}>
            {listStrings.addFirst}
          </Button>
          <Button onClick={() => store.dispatch({ type: 'show-view', view: 'range' })}>
            {listStrings.changeRange}
          </Button>
        </>
      }
    >
      {pending > 0
        ? listStrings.notDrafted
        : listStrings.allExcluded(total, summariseReasons(editor.omitted))}
    </EmptyState>
  )
}

const widths = ['62%', '48%', '74%', '56%']

/** Grey rows in place of entries that are still being written. */
function Skeletons({ count }: { count: number }) {
  return (
    <div class="skeleton-rows" aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <span key={at} class="skeleton-row">
          <Skeleton width={widths[at % widths.length]!} height="12px" />
          <Skeleton width="36px" height="12px" />
        </span>
      ))}
    </div>
  )
}
