import { Fragment } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { Chip } from '../components/chip.tsx'
import { shortSha } from '../components/format.ts'
import { Icon } from '../components/icon.tsx'
import { toPlainText } from '../editor-model/inline-markdown.ts'
import { useAppState } from '../state/store.ts'
import { listStrings } from '../strings/editor.ts'
import { reasonNames } from '../strings/words.ts'
import { useCommands } from './commands-context.ts'
import { focusSelector } from './focus-row.ts'
import { summariseReasons } from './summarise-reasons.ts'

/** A commit or an entry that can come back into the notes. */
interface ExcludedItem {
  key: string
  sha: string
  subject: string
  reason: string
  detail: string
  target: { sha: string } | { entryId: string }
}

const manyItems = 30
const firstShown = 200

/** The excluded commits, folded until the user asks for them, each with one click to include it. */
export function ExcludedList() {
  const editor = useAppState((state) => state.history.present)
  const isFilter = useAppState((state) => state.filter.kind === 'excluded')
  const query = useAppState((state) => (state.filter.kind === 'excluded' ? state.query : ''))
  const [isUnfolded, setUnfolded] = useState(false)
  const [limit, setLimit] = useState(firstShown)
  const isOpen = isFilter || isUnfolded
  const items = useMemo(() => {
    const wanted = query.trim().toLowerCase()
    const byUser: ExcludedItem[] = editor.excluded.map((entry) => ({
      key: entry.id,
      sha: entry.commits.at(-1) ?? '',
      subject: toPlainText(entry),
      reason: listStrings.excludedByYou,
      detail: listStrings.excludedByYou,
      target: { entryId: entry.id },
    }))
    const byServer: ExcludedItem[] = editor.omitted.map(({ sha, subject, reason, detail }) => ({
      key: sha,
      ...{ sha, subject, detail },
      reason: reasonNames[reason],
      target: { sha },
    }))
    const all = [...byUser, ...byServer]
    const sorted =
      all.length > manyItems ? all.toSorted((one, other) => one.reason.localeCompare(other.reason)) : all
    return wanted === ''
      ? sorted
      : sorted.filter(({ sha, subject, reason }) =>
          `${sha} ${subject} ${reason}`.toLowerCase().includes(wanted),
        )
  }, [editor.excluded, editor.omitted, query])
  const total = editor.excluded.length + editor.omitted.length
  if (total === 0) return isFilter ? <p class="hint excluded-none">{listStrings.nothingExcluded}</p> : null
  return (
    <section class="excluded" aria-labelledby="excluded-title">
      <h2 class="excluded-head">
        <button
          type="button"
          id="excluded-title"
          class="fold"
          aria-expanded={isOpen}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          <Icon name="chevron-right" size={14} />
          <Icon name="eye-off" />
          {listStrings.excludedCommits} <span class="num">{total}</span>
        </button>
        {isOpen ? null : <span class="hint excluded-sum">{summariseReasons(editor.omitted, ' · ')}</span>}
      </h2>
      {isOpen ? (
        <ul>
          {items.slice(0, limit).map((item, index) => (
            <Fragment key={item.key}>
              {total > manyItems && item.reason !== items[index - 1]?.reason ? (
                <li class="excluded-group">
                  {item.reason}{' '}
                  <span class="num">{items.filter(({ reason }) => reason === item.reason).length}</span>
                </li>
              ) : null}
              <ExcludedRow item={item} />
            </Fragment>
          ))}
        </ul>
      ) : null}
      {isOpen && items.length > limit ? (
        <Button kind="quiet" size="sm" onClick={() => setLimit(limit + 1000)}>
          {listStrings.showMore(items.length - limit)}
        </Button>
      ) : null}
    </section>
  )
}

function ExcludedRow({ item }: { item: ExcludedItem }) {
  const commands = useCommands()
  const include = (button: HTMLElement) => {
    const all = [...(button.closest('ul')?.querySelectorAll<HTMLElement>('[data-include]') ?? [])]
    const at = all.indexOf(button)
    const next = (all[at + 1] ?? all[at - 1])?.dataset.include
    commands.include(item.target)
    focusSelector(next ? `[data-include="${CSS.escape(next)}"]` : '#excluded-title')
  }
  return (
    <li class="excluded-row">
      <code class="sha">{shortSha(item.sha)}</code>
      <span class="cut" title={item.subject}>
        {item.subject}
      </span>
      <span title={item.detail}>
        <Chip>{item.reason}</Chip>
      </span>
      <Button
        size="xs"
        icon="plus"
        data-include={item.key}
        aria-label={listStrings.includeName(item.subject)}
        onClick={({ currentTarget }) => include(currentTarget as HTMLElement)}
      >
        {listStrings.include}
      </Button>
    </li>
  )
}
