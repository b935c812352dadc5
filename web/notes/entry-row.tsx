import { useMemo } from 'preact/hooks'
import type { Item } from '../editor-model/editor-model.ts'
import { isTouched } from '../editor-model/editor-model.ts'
import { pullRequestsOf } from '../editor-model/evidence.ts'
import { InlineText } from '../parts/inline-text.tsx'
import { shortSha } from '../parts/words.ts'
import { useApp, useSend } from '../state/store.ts'
import { Comparison } from './comparison.tsx'
import { EntryPanel } from './entry-panel.tsx'
import { useDragging } from './use-dragging.ts'

interface RowProps {
  item: Item
  isCurrent: boolean
  isOpen: boolean
  isSelected: boolean
}

/** One entry; drawn again only when something about it changes. */
export function EntryRow({ item, isCurrent, isOpen, isSelected }: RowProps) {
  return useMemo(
    () => <Row item={item} isCurrent={isCurrent} isOpen={isOpen} isSelected={isSelected} />,
    [item, isCurrent, isOpen, isSelected],
  )
}

function Row({ item, isCurrent, isOpen, isSelected }: RowProps) {
  const send = useSend()
  const onDrag = useDragging(item.id)
  return (
    <li
      class="entry"
      data-entry={item.id}
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
    >
      <div class="entry-line">
        <input
          type="checkbox"
          aria-label={`Select: ${item.text}`}
          tabIndex={isCurrent ? 0 : -1}
          checked={isSelected}
          onChange={(event) => send({ type: 'toggle', id: item.id, selected: event.currentTarget.checked })}
        />
        <button
          type="button"
          class="entry-text"
          tabIndex={isCurrent ? 0 : -1}
          aria-expanded={isOpen}
          onFocus={() => send({ type: 'current', id: item.id })}
          onClick={() => send({ type: 'open', id: isOpen ? null : item.id })}
        >
          {item.breaking ? <b class="breaking">Breaking: </b> : null}
          <InlineText text={item.text} />
          <Meta item={item} />
        </button>
        <span class="handle" title="Drag to another place" aria-hidden="true" onPointerDown={onDrag} />
      </div>
      {item.offer ? <Comparison item={item} /> : null}
      {isOpen ? <EntryPanel item={item} /> : null}
    </li>
  )
}

const writers = { model: 'model', rules: 'rules', person: 'you', agent: 'an agent' }

function Meta({ item }: { item: Item }) {
  const index = useApp((state) => (state.range.is === 'known' ? state.range.index : null))
  const numbers = index ? pullRequestsOf(item, index) : []
  const source =
    numbers.length > 0 ? numbers.map((number) => `#${number}`).join(', ') : shortSha(item.commits.at(-1)!)
  return (
    <span class="meta">
      {source}
      {item.commits.length > 1 ? ` · ${item.commits.length} commits` : ''} · by {writers[item.writtenBy]}
      {item.writtenBy !== 'person' && isTouched(item) && !item.locked ? ', changed by you' : ''}
      {item.locked ? ' · locked' : ''}
    </span>
  )
}
