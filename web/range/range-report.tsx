import type { ChangesAnswer } from '../../src/core/answer.ts'
import type { AnsweredRange, Relation } from '../../src/core/range.ts'
import type { Warning } from '../../src/core/warnings.ts'
import type { EvidenceIndex } from '../editor-model/evidence.ts'
import { draftNotes } from '../effects/draft.ts'
import { loadRange, stopRange } from '../effects/load-range.ts'
import { LongList } from '../parts/long-list.tsx'
import { TroubleNote } from '../parts/trouble-note.tsx'
import { WaitNote } from '../parts/wait-note.tsx'
import { asCost, asMoment, count, shortSha } from '../parts/words.ts'
import type { Wait } from '../state/app-state.ts'
import { useApp, useTools } from '../state/store.ts'

/** What the chosen range holds, before anybody words it. */
export function RangeReport() {
  const tools = useTools()
  const range = useApp((state) => state.range)
  const repo = useApp((state) => state.choice.repo)
  const again = (
    <button type="button" onClick={() => void loadRange(tools)}>
      Read the range
    </button>
  )
  if (range.is === 'unasked')
    return repo === '' ? <p class="empty">Choose a repository, and what happened in it shows here.</p> : null
  if (range.is === 'loading') return <Loading wait={range.wait} />
  if (range.is === 'failed') return <TroubleNote trouble={range.trouble}>{again}</TroubleNote>
  if (range.is === 'stopped')
    return (
      <div class="empty">
        <p>Stopped before the range was read.</p>
        <div class="actions">{again}</div>
      </div>
    )
  const { answer } = range.index
  return (
    <>
      <h2 class="report-title">
        {count(answer.commitCount, 'commit')}
        <span class="quiet">
          {' '}
          {(answer.commitCount - answer.omitted.length).toLocaleString('en')} in{' '}
          {count(answer.changes.length, 'change')} to tell, {answer.omitted.length.toLocaleString('en')} left
          out
        </span>
      </h2>
      <RangeEnds range={answer.range} />
      {answer.warnings.map((warning) => (
        <RangeWarning key={warning.code + warning.detail} warning={warning} />
      ))}
      <Plan answer={answer} />
      <DraftButtons />
      <Reasons answer={answer} />
      <Commits index={range.index} />
    </>
  )
}

function Loading({ wait }: { wait: Wait | null }) {
  const { store } = useTools()
  const stop = () => stopRange(store)
  if (wait) return <WaitNote wait={wait} onStop={stop} />
  return (
    <div class="empty">
      <p role="status">Reading the history…</p>
      <div class="actions">
        <button type="button" onClick={stop}>
          Cancel
        </button>
      </div>
    </div>
  )
}

const relations: Record<Relation, string> = {
  ancestor: 'The start is part of the history of the end.',
  diverged: 'The two have parted: only what the end has and the start lacks is told.',
  reversed: 'The start is newer than the end.',
  root: 'From the very first commit on.',
}

function RangeEnds({ range }: { range: AnsweredRange }) {
  return (
    <p>
      <b>{range.fromRef}</b> <code>{range.fromSha === null ? 'root' : shortSha(range.fromSha)}</code> to{' '}
      <b>{range.toRef}</b> <code>{shortSha(range.toSha)}</code>. {relations[range.relation]}
      {range.compareUrl ? (
        <>
          {' '}
          <a href={range.compareUrl} target="_blank" rel="noopener noreferrer">
            Compare on the host
          </a>
        </>
      ) : null}
    </p>
  )
}

function RangeWarning({ warning }: { warning: Warning }) {
  const tools = useTools()
  const { instead } = warning
  const mend = () => {
    tools.store.send({ type: 'choose', choice: { ...instead } as { fromRef: string; toRef: string } })
    void loadRange(tools)
  }
  const words = [
    instead?.fromRef === undefined ? '' : `from ${instead.fromRef}`,
    instead?.toRef === undefined ? '' : `to ${instead.toRef}`,
  ]
  return (
    <div class="note note-warn">
      <p>{warning.detail}</p>
      {instead ? (
        <div class="actions">
          <button type="button" onClick={mend}>
            Use {words.filter((word) => word !== '').join(' ')}
          </button>
        </div>
      ) : null}
    </div>
  )
}

function Plan({ answer: { plan, changes } }: { answer: ChangesAnswer }) {
  const choice = useApp((state) => state.choice)
  const key = useApp((state) => state.session?.modelKey ?? '')
  if (choice.writer === 'rules' || changes.length === 0)
    return (
      <p class="quiet">The rules word the entries: nothing is sent to any model, and it costs nothing.</p>
    )
  const cost = plan.cost === null ? '' : `, ${asCost(plan.cost)}`
  return (
    <p class="quiet">
      {key === ''
        ? 'You gave no key for a model: unless this service has one of its own, the rules word the entries. A model would take '
        : `${plan.model} would take `}
      {count(plan.calls, 'call')}, about {plan.inputTokens.toLocaleString('en')} tokens in and{' '}
      {plan.outputTokens.toLocaleString('en')} out{cost}.
    </p>
  )
}

function DraftButtons() {
  const { store } = useTools()
  const found = useApp((state) => state.found)
  const online = useApp((state) => state.online)
  const started = useApp((state) => state.line.present.items.length > 0)
  const open = () => store.send({ type: 'view', view: 'notes' })
  const draft = () => {
    open()
    void draftNotes(store)
  }
  return (
    <div class="actions">
      {started ? (
        <button type="button" class="main" onClick={open}>
          {found === null ? 'Back to the draft' : `Open the draft of ${asMoment(found)}`}
        </button>
      ) : null}
      <button type="button" class={started ? '' : 'main'} disabled={!online} onClick={draft}>
        {started ? 'Draft again, keep what I edited' : 'Draft the notes'}
      </button>
    </div>
  )
}

function Reasons({ answer: { omitted } }: { answer: ChangesAnswer }) {
  const reasons = new Map<string, number>()
  for (const { reason } of omitted) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  if (reasons.size === 0) return null
  return (
    <p class="reasons">
      Left out:{' '}
      {[...reasons]
        .sort((a, b) => b[1] - a[1])
        .map(([reason, number]) => `${number.toLocaleString('en')} ${reason}`)
        .join(', ')}
    </p>
  )
}

function Commits({ index }: { index: EvidenceIndex }) {
  const rows = [...index.commits.values()]
  if (rows.length === 0) return <p class="empty">Nothing happened between these two.</p>
  return (
    <div class="commits">
      <h3>Every commit and its fate</h3>
      <LongList
        label="Every commit and its fate"
        rows={rows}
        rowHeight={36}
        keyOf={({ sha }) => sha}
        draw={({ sha, subject, change, omission }) => (
          <div class="ledger-row">
            <code>{shortSha(sha)}</code>
            <span class="ledger-text" title={subject}>
              {subject}
            </span>
            <span class="quiet ledger-fate" title={omission?.detail}>
              {change ? change.category : omission?.reason}
              {change?.breaking ? ', breaking' : ''}
            </span>
          </div>
        )}
      />
    </div>
  )
}
