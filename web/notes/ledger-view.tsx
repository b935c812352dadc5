import { useMemo, useState } from 'preact/hooks'
import { formatCount, shortSha } from '../components/format.ts'
import { LongList } from '../components/long-list.tsx'
import { RuleReason } from '../configuration/rule-reason.tsx'
import { type CommitOutcome, listOutcomes } from '../editor-model/ledger.ts'
import { useAppState, useDispatch } from '../state/store.ts'

const filters = {
  all: 'All',
  included: 'Included',
  omitted: 'Excluded automatically',
  excluded: 'Excluded by you',
  pending: 'Not drafted',
}
type LedgerFilter = keyof typeof filters

/** Lists all commits of the range with their outcome, and lets the user include or restore them. */
export function LedgerView({ onJump }: { onJump: () => void }) {
  const range = useAppState((state) => state.range)
  const editor = useAppState((state) => state.history.present)
  const [filter, setFilter] = useState<LedgerFilter>('all')
  const [query, setQuery] = useState('')
  const outcomes = useMemo(
    () => (range.status === 'loaded' ? listOutcomes(editor, range.index) : []),
    [range, editor],
  )
  const rows = useMemo(() => {
    const wanted = query.trim().toLowerCase()
    return outcomes.filter(
      ({ sha, subject, kind, reason }) =>
        (filter === 'all' || kind === filter) &&
        (wanted === '' || `${sha} ${subject} ${reason}`.toLowerCase().includes(wanted)),
    )
  }, [outcomes, filter, query])
  return (
    <div class="ledger">
      <div class="ledger-filter">
        <label class="inline-field">
          <span>Show</span>
          <select value={filter} onChange={(event) => setFilter(event.currentTarget.value as LedgerFilter)}>
            {Object.entries(filters).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label class="inline-field">
          <span>Search</span>
          <input type="search" value={query} onInput={(event) => setQuery(event.currentTarget.value)} />
        </label>
        <span class="quiet" role="status">
          {formatCount(rows.length, 'commit')}
        </span>
      </div>
      {rows.length === 0 ? (
        <p class="empty">No matching commits.</p>
      ) : (
        <LongList
          label="All commits"
          rows={rows}
          rowHeight={64}
          keyOf={({ sha }) => sha}
          renderRow={(outcome) => <OutcomeRow outcome={outcome} onJump={onJump} />}
        />
      )}
    </div>
  )
}

function OutcomeRow({ outcome, onJump }: { outcome: CommitOutcome; onJump: () => void }) {
  const dispatch = useDispatch()
  const { sha, subject, kind, entryId, reason } = outcome
  const buttons = {
    included: {
      title: 'Go to entry',
      onClick: () => {
        onJump()
        dispatch({ type: 'open-entry', id: entryId })
      },
    },
    excluded: {
      title: 'Restore',
      onClick: () =>
        dispatch({ type: 'edit', action: { type: 'restore', ids: [entryId!] }, announce: 'Restored.' }),
    },
    omitted: {
      title: 'Include',
      onClick: () =>
        dispatch({ type: 'edit', action: { type: 'include-commits', shas: [sha] }, announce: 'Included.' }),
    },
    pending: null,
  }
  const button = buttons[kind]
  return (
    <div class="outcome-row" data-kind={kind}>
      <code>{shortSha(sha)}</code>
      <div class="outcome-text">
        <div class="cut" title={subject}>
          {subject}
        </div>
        <div class="cut quiet small" title={reason}>
          {kind === 'included' ? `Included in: ${reason}` : <RuleReason detail={reason} />}
        </div>
      </div>
      {button ? (
        <button type="button" aria-label={`${button.title}: ${subject}`} onClick={button.onClick}>
          {button.title}
        </button>
      ) : null}
    </div>
  )
}
