import { useMemo, useState } from 'preact/hooks'
import type { OmissionReason } from '../../src/core/change.ts'
import { Button, IconButton } from '../components/button.tsx'
import { SearchField, Select } from '../components/field.tsx'
import { shortSha } from '../components/format.ts'
import { LongList } from '../components/long-list.tsx'
import { RuleReason } from '../configuration/rule-reason.tsx'
import { currentConfig } from '../configuration/use-format.ts'
import { toPlainText } from '../editor-model/inline-markdown.ts'
import { type CommitOutcome, listOutcomes } from '../editor-model/ledger.ts'
import { titleOf } from '../editor-model/titles.ts'
import { useAppState } from '../state/store.ts'
import { listStrings, outputStrings } from '../strings/editor.ts'
import { reasonNames } from '../strings/words.ts'
import { useCommands } from './commands-context.ts'

const filters = {
  all: outputStrings.showAll,
  included: outputStrings.inNotes,
  omitted: outputStrings.excluded,
  excluded: outputStrings.excludedByYou,
  pending: outputStrings.toDraft,
}
type CommitFilter = keyof typeof filters

/** Lists all commits of the range with their place, and lets the user include them. */
export function CommitsView() {
  const range = useAppState((state) => state.range)
  const editor = useAppState((state) => state.history.present)
  const [filter, setFilter] = useState<CommitFilter>('all')
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
  const options = (Object.keys(filters) as CommitFilter[])
    .map((name) => ({
      name,
      count: name === 'all' ? outcomes.length : outcomes.filter(({ kind }) => kind === name).length,
    }))
    .filter(({ name, count }) => name === 'all' || name === filter || count > 0)
    .map(({ name, count }) => ({ value: name, label: `${filters[name]} ${count.toLocaleString('en')}` }))
  return (
    <div class="commits">
      <div class="commit-tools">
        <SearchField size="sm" label={outputStrings.searchCommits} value={query} onInput={setQuery} />
        <Select
          look="quiet"
          label={outputStrings.showCommits}
          value={filter}
          options={options}
          onChange={setFilter}
        />
      </div>
      {rows.length === 0 ? (
        <p class="hint" role="status">
          {outputStrings.noCommits}
        </p>
      ) : (
        <LongList
          label={outputStrings.commits}
          rows={rows}
          rowHeight={49}
          keyOf={({ sha }) => sha}
          renderRow={(outcome) => <CommitRow outcome={outcome} />}
        />
      )}
    </div>
  )
}

function CommitRow({ outcome }: { outcome: CommitOutcome }) {
  const commands = useCommands()
  const { sha, subject, kind, entryId } = outcome
  return (
    <div class="commit-row" data-kind={kind}>
      <span class="commit-dot" aria-hidden="true" />
      <span class="commit-text">
        <span class="cut" title={subject}>
          {subject}
        </span>
        <span class="cut hint">
          <CommitPlace outcome={outcome} />
        </span>
      </span>
      <code class="sha">{shortSha(sha)}</code>
      {kind === 'included' ? (
        <IconButton
          icon="arrow-right"
          size="sm"
          label={outputStrings.goToEntry(subject)}
          onClick={() => commands.goToEntry(entryId!)}
        />
      ) : kind === 'pending' ? null : (
        <Button
          size="xs"
          aria-label={listStrings.includeName(subject)}
          onClick={() => commands.include(kind === 'omitted' ? { sha } : { entryId: entryId! })}
        >
          {listStrings.include}
        </Button>
      )}
    </div>
  )
}

/** Where a commit went: its category and entry, or the reason why it is excluded. */
function CommitPlace({ outcome: { kind, entryId, omission } }: { outcome: CommitOutcome }) {
  const config = useAppState(currentConfig)
  const entry = useAppState((state) =>
    kind === 'included' ? state.history.present.entries.find(({ id }) => id === entryId) : undefined,
  )
  if (entry) return <>{`${titleOf(entry, config)} · ${toPlainText(entry)}`}</>
  if (kind === 'excluded') return <>{outputStrings.excludedByYou}</>
  if (!omission) return <>{outputStrings.toDraft}</>
  return (
    <>
      {reasonNames[omission.reason as OmissionReason]} · <RuleReason detail={omission.detail} />
    </>
  )
}
