import { useMemo, useState } from 'preact/hooks'
import { IconButton } from '../components/button.tsx'
import { Chip } from '../components/chip.tsx'
import { shortSha } from '../components/format.ts'
import { Icon } from '../components/icon.tsx'
import { EntryText } from '../components/inline-markdown.tsx'
import { MenuButton } from '../components/menu.tsx'
import { type EditorEntry, isChangedByUser, isFree } from '../editor-model/editor-model.ts'
import { pullRequestsOf } from '../editor-model/evidence.ts'
import { toPlainText } from '../editor-model/inline-markdown.ts'
import { useAppState, useServices } from '../state/store.ts'
import { entryStrings, writerNames } from '../strings/editor.ts'
import { useCommands } from './commands-context.ts'
import { DraftConflict } from './draft-conflict.tsx'
import { EntryEditor, MetaIcon } from './entry-editor.tsx'
import { EntryFlagList } from './entry-flags.tsx'
import { entryMenu } from './entry-menu.tsx'
import type { EntryFlags } from './shown-entries.ts'
import { useDragging } from './use-dragging.ts'
import { useIsPhone } from './use-is-phone.ts'

interface EntryRowProps {
  entry: EditorEntry
  /** Whether the keyboard reaches the list here. */
  isCurrent: boolean
  isEditing: boolean
  isSelected: boolean
  hasEvidence: boolean
  flags: EntryFlags | undefined
  position: number
  setSize: number
}

/** One entry of the list; renders again only when its props change. */
export function EntryRow(props: EntryRowProps) {
  return useMemo(() => <Row {...props} />, Object.values(props))
}

function Row({
  entry,
  isCurrent,
  isEditing,
  isSelected,
  hasEvidence,
  flags,
  position,
  setSize,
}: EntryRowProps) {
  const { store } = useServices()
  const commands = useCommands()
  const isPhone = useIsPhone()
  const [isHovered, setHovered] = useState(false)
  const onDrag = useDragging(entry.id)
  const text = toPlainText(entry)
  const hasButtons = isPhone || isHovered || isCurrent
  return (
    <li
      class={isEditing ? 'row row-editing' : 'row'}
      data-entry={entry.id}
      data-current={hasEvidence || undefined}
      aria-posinset={position}
      aria-setsize={setSize}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <span class="row-grip" title={entryStrings.drag} aria-hidden="true" onPointerDown={onDrag}>
        <Icon name="grip-vertical" />
      </span>
      <input
        type="checkbox"
        class="checkbox row-check"
        aria-label={entryStrings.select(text)}
        tabIndex={isCurrent ? 0 : -1}
        checked={isSelected}
        onFocus={() => store.dispatch({ type: 'focus', id: entry.id })}
        onClick={(event) => {
          if (!event.shiftKey) return
          event.preventDefault()
          commands.select(entry.id, { extend: true })
        }}
        onChange={(event) =>
          store.dispatch({ type: 'toggle', id: entry.id, selected: event.currentTarget.checked })
        }
      />
      <div class="row-body">
        {isEditing ? (
          <EntryEditor entry={entry} />
        ) : (
          <button
            type="button"
            class="row-text"
            tabIndex={isCurrent ? 0 : -1}
            aria-description={describe(entry)}
            onFocus={() => store.dispatch({ type: 'focus', id: entry.id })}
            onClick={(event) => {
              if (event.shiftKey) commands.select(entry.id, { extend: true })
              else commands.edit(entry.id)
            }}
          >
            <span class="sr-only">{entryStrings.editPrefix}</span>
            {entry.breaking ? (
              <span aria-hidden="true">
                <Chip color="danger">{entryStrings.breaking}</Chip>{' '}
              </span>
            ) : null}
            <EntryText entry={entry} />
          </button>
        )}
        {flags ? <EntryFlagList entry={entry} flags={flags} /> : null}
        {entry.offer ? <DraftConflict entry={entry} /> : null}
      </div>
      {isEditing ? null : <RowMeta entry={entry} />}
      {hasButtons && !isEditing ? <RowButtons entry={entry} isCurrent={isCurrent} isPhone={isPhone} /> : null}
    </li>
  )
}

function describe({ breaking, locked }: EditorEntry): string | undefined {
  const words = [...(breaking ? [entryStrings.breaking] : []), ...(locked ? [entryStrings.locked] : [])]
  return words.length === 0 ? undefined : words.join(', ')
}

function RowButtons({
  entry,
  isCurrent,
  isPhone,
}: {
  entry: EditorEntry
  isCurrent: boolean
  isPhone: boolean
}) {
  const { store } = useServices()
  const commands = useCommands()
  const text = toPlainText(entry)
  const tabIndex = isCurrent ? 0 : -1
  return (
    <span class="row-acts">
      {isPhone ? null : (
        <>
          <IconButton
            icon="file-search"
            label={entryStrings.evidence(text)}
            tip={entryStrings.showEvidence}
            keys="E"
            tabIndex={tabIndex}
            onClick={() => commands.showEvidence(entry.id)}
          />
          <IconButton
            icon="eye-off"
            label={entryStrings.exclude(text)}
            tip={entryStrings.excludeItem}
            keys="⌫"
            tabIndex={tabIndex}
            onClick={() => commands.exclude([entry.id])}
          />
        </>
      )}
      <MenuButton label={entryStrings.menu} items={() => entryMenu(entry, store, commands)}>
        {(props) => (
          <IconButton
            icon="ellipsis"
            label={entryStrings.more(text)}
            tip={entryStrings.menu}
            tabIndex={tabIndex}
            {...props}
          />
        )}
      </MenuButton>
    </span>
  )
}

const writerIcons = {
  model: 'sparkles',
  rules: 'git-commit-horizontal',
  person: 'pencil',
  agent: 'sparkles',
} as const

function RowMeta({ entry }: { entry: EditorEntry }) {
  const index = useAppState((state) => (state.range.status === 'loaded' ? state.range.index : null))
  const numbers = index ? pullRequestsOf(entry, index) : []
  const reference =
    numbers.length > 0
      ? `#${numbers[0]}${numbers.length > 1 ? ` +${numbers.length - 1}` : ''}`
      : shortSha(entry.commits.at(-1) ?? '')
  const isChanged = entry.writtenBy !== 'person' && isChangedByUser(entry)
  return (
    <span class="row-meta">
      {entry.locked ? <MetaIcon icon="lock" label={entryStrings.locked} /> : null}
      {entry.commits.length > 1 ? (
        <span class="meta" title={entryStrings.commits(entry.commits.length)}>
          <Icon name="git-commit-horizontal" size={14} />
          {entry.commits.length}
          <span class="sr-only"> {entryStrings.commits(entry.commits.length)}</span>
        </span>
      ) : null}
      {isFree(entry) ? (
        <span class="meta">{entryStrings.added}</span>
      ) : (
        <>
          <span class="meta ref">{reference}</span>
          <MetaIcon
            icon={isChanged ? 'pencil' : writerIcons[entry.writtenBy]}
            label={isChanged ? entryStrings.edited : writerNames[entry.writtenBy]}
          />
        </>
      )}
    </span>
  )
}
