import { Icon } from '../components/icon.tsx'
import type { IconName } from '../components/icon-names.ts'
import { Meter, Swatch } from '../components/meter.tsx'
import { currentConfig } from '../configuration/use-format.ts'
import { type EntryFilter, isSameFilter, matchesFilter } from '../editor-model/filter-entries.ts'
import { countCommits } from '../editor-model/ledger.ts'
import { listTitles } from '../editor-model/titles.ts'
import type { AppState } from '../state/app-state.ts'
import { useAppState, useDispatch } from '../state/store.ts'
import { railStrings } from '../strings/editor.ts'
import { allGroups, attentionOf } from './shown-entries.ts'
import { TitleIcon } from './title-menu.tsx'

type ReviewKind = 'attention' | 'breaking' | 'ai' | 'edited' | 'excluded'

const reviewIcons: Record<ReviewKind, IconName> = {
  attention: 'triangle-alert',
  breaking: 'zap',
  ai: 'sparkles',
  edited: 'pencil',
  excluded: 'eye-off',
}

interface FilterItem {
  filter: EntryFilter
  name: string
  count: number
  /** Whether the category is shown only while an entry is dragged. */
  isEmpty?: boolean
}

let lastItems: { key: unknown[]; all: FilterItem; titles: FilterItem[]; review: FilterItem[] } | null = null

/** Returns the filters with the number of entries that each shows. */
function filterItems(state: AppState) {
  const groups = allGroups(state)
  const attention = attentionOf(state)
  const { entries, excluded, omitted } = state.history.present
  const config = currentConfig(state)
  const key = [groups, attention, entries, excluded, omitted, config]
  if (lastItems?.key.every((each, at) => each === key[at])) return lastItems
  const count = (filter: EntryFilter) =>
    entries.filter((entry) => matchesFilter(entry, filter, { config, attention })).length
  const review = (['attention', 'breaking', 'ai', 'edited', 'excluded'] as const).map((kind) => ({
    filter: { kind },
    name: railStrings[kind],
    count: kind === 'excluded' ? excluded.length + omitted.length : count({ kind }),
  }))
  lastItems = {
    key,
    all: { filter: { kind: 'all' }, name: railStrings.all, count: entries.length },
    titles: listTitles(config).map((title) => {
      const size = groups.find((group) => group.title === title)?.entries.length ?? 0
      return { filter: { kind: 'title', title }, name: title, count: size, isEmpty: size === 0 }
    }),
    review,
  }
  return lastItems
}

function FilterIcon({ filter }: { filter: EntryFilter }) {
  if (filter.kind === 'title') return <TitleIcon title={filter.title} />
  return <Icon name={filter.kind === 'all' ? 'list' : reviewIcons[filter.kind]} />
}

/** The filters beside the list, and the sum of all commits at the foot. */
export function Rail() {
  const { all, titles, review } = useAppState(filterItems)
  return (
    <nav class="rail" aria-label={railStrings.nav}>
      <ul>
        <RailItem item={all} />
      </ul>
      <div class={titles.every(({ isEmpty }) => isEmpty) ? 'rail-titles rail-titles-none' : 'rail-titles'}>
        <h2>{railStrings.categories}</h2>
        <ul>
          {titles.map((item) => (
            <RailItem key={item.name} item={item} />
          ))}
        </ul>
      </div>
      <h2>{railStrings.review}</h2>
      <ul>
        {review.map((item) => (
          <RailItem key={item.name} item={item} />
        ))}
      </ul>
      <span class="grow" />
      <LedgerCard />
    </nav>
  )
}

function RailItem({ item }: { item: FilterItem }) {
  const dispatch = useDispatch()
  const current = useAppState((state) => state.filter)
  const { filter, name, count, isEmpty } = item
  return (
    <li class={isEmpty ? 'rail-empty' : undefined}>
      <button
        type="button"
        class="rail-item"
        data-kind={filter.kind}
        data-drop-title={filter.kind === 'title' ? filter.title : undefined}
        aria-pressed={isSameFilter(filter, current)}
        onClick={() => dispatch({ type: 'filter', filter })}
      >
        <FilterIcon filter={filter} />
        <span class="grow cut">{name}</span> <span class="num">{count.toLocaleString('en')}</span>
      </button>
    </li>
  )
}

/** The same filters as a row of pills, where there is no room for the rail. */
export function FilterPills() {
  const dispatch = useDispatch()
  const current = useAppState((state) => state.filter)
  const { all, titles, review } = useAppState(filterItems)
  const [attention, ...others] = review
  const items = [
    { ...all, name: railStrings.allShort },
    attention!,
    ...titles.filter(({ isEmpty }) => !isEmpty),
    ...others,
  ]
  return (
    <fieldset class="filter-pills" aria-label={railStrings.nav}>
      {items.map(({ filter, name, count }) => (
        <button
          key={name}
          type="button"
          class="pill"
          data-kind={filter.kind}
          data-drop-title={filter.kind === 'title' ? filter.title : undefined}
          aria-pressed={isSameFilter(filter, current)}
          onClick={() => dispatch({ type: 'filter', filter })}
        >
          {filter.kind === 'all' ? null : <FilterIcon filter={filter} />}
          {name} <span class="num">{count.toLocaleString('en')}</span>
        </button>
      ))}
    </fieldset>
  )
}

/** How many commits are in the notes, excluded, and still to draft; a click lists them. */
function LedgerCard() {
  const dispatch = useDispatch()
  const range = useAppState((state) => state.range)
  const editor = useAppState((state) => state.history.present)
  if (range.status !== 'loaded') return null
  const { total, included, excluded, omitted, pending } = countCommits(editor, range.index)
  const out = excluded + omitted
  const name =
    pending > 0 ? railStrings.pendingName(total, pending) : railStrings.ledgerName(total, included, out)
  return (
    <button
      type="button"
      class="ledger-card"
      aria-label={name}
      onClick={() => dispatch({ type: 'tab', tab: 'commits' })}
    >
      <span class="ledger-line">
        <Icon name={pending > 0 ? 'clock' : 'circle-check'} size={14} />
        <b>{railStrings.commits(total)}</b> {pending > 0 ? '' : railStrings.accountedFor}
      </span>
      <Meter
        segments={[
          { color: 'in', size: included },
          { color: 'wait', size: pending },
          { color: 'out', size: out },
        ]}
      />
      <span class="ledger-line">
        <Swatch color="in" />
        {railStrings.inNotes(included)}
        {pending > 0 ? (
          <>
            <Swatch color="wait" />
            {railStrings.toDraftOf(pending)}
          </>
        ) : (
          <>
            <Swatch color="out" />
            {railStrings.excludedCount(out)}
          </>
        )}
      </span>
    </button>
  )
}
