import { useMemo, useState } from 'preact/hooks'
import { type Fate, fatesOf } from '../editor-model/ledger.ts'
import { LongList } from '../parts/long-list.tsx'
import { count, shortSha } from '../parts/words.ts'
import { useApp, useSend } from '../state/store.ts'

const kinds = {
  all: 'All',
  told: 'Told',
  omitted: 'Left out for a reason',
  left: 'Left out by hand',
  waiting: 'Not drafted',
}
type Kind = keyof typeof kinds

/** Where each commit of the range went, with the way there and the way in. */
export function LedgerView({ onJump }: { onJump: () => void }) {
  const range = useApp((state) => state.range)
  const editor = useApp((state) => state.line.present)
  const [kind, setKind] = useState<Kind>('all')
  const [words, setWords] = useState('')
  const fates = useMemo(() => (range.is === 'known' ? fatesOf(editor, range.index) : []), [range, editor])
  const rows = useMemo(() => {
    const wanted = words.trim().toLowerCase()
    return fates.filter(
      (fate) =>
        (kind === 'all' || fate.kind === kind) &&
        (wanted === '' || `${fate.sha} ${fate.subject} ${fate.why}`.toLowerCase().includes(wanted)),
    )
  }, [fates, kind, words])
  return (
    <div class="ledger">
      <div class="ledger-filter">
        <label class="inline-field">
          <span>Show</span>
          <select value={kind} onChange={(event) => setKind(event.currentTarget.value as Kind)}>
            {Object.entries(kinds).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label class="inline-field">
          <span>Search</span>
          <input type="search" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        </label>
        <span class="quiet" role="status">
          {count(rows.length, 'commit')}
        </span>
      </div>
      {rows.length === 0 ? (
        <p class="empty">No commit fits.</p>
      ) : (
        <LongList
          label="Commits and where they went"
          rows={rows}
          rowHeight={64}
          keyOf={({ sha }) => sha}
          draw={(fate) => <FateRow fate={fate} onJump={onJump} />}
        />
      )}
    </div>
  )
}

function FateRow({ fate, onJump }: { fate: Fate; onJump: () => void }) {
  const send = useSend()
  const { sha, subject, kind, itemId, why } = fate
  const ways = {
    told: {
      title: 'Go to the entry',
      go: () => {
        onJump()
        send({ type: 'open', id: itemId })
      },
    },
    left: {
      title: 'Take back',
      go: () => send({ type: 'act', act: { do: 'take-back', ids: [itemId!] }, said: 'Taken back.' }),
    },
    omitted: {
      title: 'Take in',
      go: () => send({ type: 'act', act: { do: 'take-in', shas: [sha] }, said: 'Taken in.' }),
    },
    waiting: null,
  }
  const way = ways[kind]
  return (
    <div class="fate" data-kind={kind}>
      <code>{shortSha(sha)}</code>
      <div class="fate-text">
        <div class="cut" title={subject}>
          {subject}
        </div>
        <div class="cut quiet small" title={why}>
          {kind === 'told' ? `Told: ${why}` : why}
        </div>
      </div>
      {way ? (
        <button type="button" aria-label={`${way.title}: ${subject}`} onClick={way.go}>
          {way.title}
        </button>
      ) : null}
    </div>
  )
}
