import { useMemo } from 'preact/hooks'
import { shortSha } from '../components/format.ts'
import { InlineText } from '../components/inline-text.tsx'
import { type EditorEntry, isEdited } from '../editor-model/editor-model.ts'
import { pullRequestsOf } from '../editor-model/evidence.ts'
import { useAppState, useDispatch } from '../state/store.ts'
import { DraftConflict } from './draft-conflict.tsx'
import { EntryPanel } from './entry-panel.tsx'
import { useDragging } from './use-dragging.ts'

interface EntryRowProps {
  entry: EditorEntry
  isFocused: boolean
  isOpen: boolean
  isSelected: boolean
}

/** One entry of the list; renders again only when its props change. */
export function EntryRow({ entry, isFocused, isOpen, isSelected }: EntryRowProps) {
  return useMemo(
    () => <Row entry={entry} isFocused={isFocused} isOpen={isOpen} isSelected={isSelected} />,
    [entry, isFocused, isOpen, isSelected],
  )
}

function Row({ entry, isFocused, isOpen, isSelected }: EntryRowProps) {
  const dispatch = useDispatch()
  const onDrag = useDragging(entry.id)
  return (
    <li
      class="entry"
      data-entry={entry.id}
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
    >
      <div class="entry-line">
        <input
          type="checkbox"
          aria-label={`Select: ${entry.text}`}
          tabIndex={isFocused ? 0 : -1}
          checked={isSelected}
          onChange={(event) =>
            dispatch({ type: 'toggle', id: entry.id, selected: event.currentTarget.checked })
          }
        />
        <button
          type="button"
          class="entry-text"
          tabIndex={isFocused ? 0 : -1}
          aria-expanded={isOpen}
          onFocus={() => dispatch({ type: 'focus', id: entry.id })}
          onClick={() => dispatch({ type: 'open-entry', id: isOpen ? null : entry.id })}
        >
          {entry.breaking ? <b class="breaking">Breaking: </b> : null}
          <InlineText text={entry.text} />
          <EntryDetails entry={entry} />
        </button>
        <span class="handle" title="Drag to move" aria-hidden="true" onPointerDown={onDrag} />
      </div>
      {entry.offer ? <DraftConflict entry={entry} /> : null}
      {isOpen ? <EntryPanel entry={entry} /> : null}
    </li>
  )
}

const writers = { model: 'AI', rules: 'rules', person: 'you', agent: 'an agent' }

function EntryDetails({ entry }: { entry: EditorEntry }) {
  const index = useAppState((state) => (state.range.status === 'loaded' ? state.range.index : null))
  const numbers = index ? pullRequestsOf(entry, index) : []
  const reference =
    numbers.length > 0
      ? numbers.map((number) => `#${number}`).join(', ')
      : shortSha(entry.commits.at(-1) ?? '')
  return (
    <span class="meta">
      {reference}
      {entry.commits.length > 1 ? ` · ${entry.commits.length} commits` : ''} · by {writers[entry.writtenBy]}
      {entry.writtenBy !== 'person' && isEdited(entry) && !entry.locked ? ', edited by you' : ''}
      {entry.locked ? ' · locked' : ''}
    </span>
  )
}
