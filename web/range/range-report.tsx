import type { ChangesAnswer } from '../../src/core/answer.ts'
import type { AnsweredRange, Relation } from '../../src/core/range.ts'
import type { Warning } from '../../src/core/warnings.ts'
import { ErrorNote } from '../components/error-note.tsx'
import { formatCost, formatCount, formatTime, shortSha } from '../components/format.ts'
import { LongList } from '../components/long-list.tsx'
import { WaitNote } from '../components/wait-note.tsx'
import type { EvidenceIndex } from '../editor-model/evidence.ts'
import { draftNotes } from '../effects/draft.ts'
import { loadRange, stopRange } from '../effects/load-range.ts'
import type { RetryWait } from '../state/app-state.ts'
import { useAppState, useServices } from '../state/store.ts'

/** Shows the commits of the chosen range before they are drafted. */
export function RangeReport() {
  const services = useServices()
  const range = useAppState((state) => state.range)
  const repo = useAppState((state) => state.options.repo)
  const loadButton = (
    <button type="button" onClick={() => void loadRange(services)}>
      Load the range
    </button>
  )
  if (range.status === 'idle')
    return repo === '' ? <p class="empty">Choose a repository to see its commits.</p> : null
  if (range.status === 'loading') return <RangeLoading wait={range.wait} />
  if (range.status === 'failed') return <ErrorNote error={range.error}>{loadButton}</ErrorNote>
  if (range.status === 'stopped')
    return (
      <div class="empty">
        <p>Stopped before the range was loaded.</p>
        <div class="actions">{loadButton}</div>
      </div>
    )
  const { answer } = range.index
  return (
    <>
      <h2 class="report-title">
        {formatCount(answer.commitCount, 'commit')}
        <span class="quiet">
          {' '}
          {(answer.commitCount - answer.omitted.length).toLocaleString('en')} included in{' '}
          {formatCount(answer.changes.length, 'change')}, {answer.omitted.length.toLocaleString('en')}{' '}
          excluded
        </span>
      </h2>
      <RangeEnds range={answer.range} />
      {answer.warnings.map((warning) => (
        <RangeWarning key={warning.code + warning.detail} warning={warning} />
      ))}
      <WritingPlan answer={answer} />
      <DraftButtons />
      <ExclusionReasons answer={answer} />
      <CommitList index={range.index} />
    </>
  )
}

function RangeLoading({ wait }: { wait: RetryWait | null }) {
  const { store } = useServices()
  const stop = () => stopRange(store)
  if (wait) return <WaitNote wait={wait} onStop={stop} />
  return (
    <div class="empty">
      <p role="status">Loading the commits…</p>
      <div class="actions">
        <button type="button" onClick={stop}>
          Cancel
        </button>
      </div>
    </div>
  )
}

const relations: Record<Relation, string> = {
  ancestor: 'The start is an ancestor of the end.',
  diverged: 'The start and the end have diverged. Only commits that are missing from the start are included.',
  reversed: 'The start is newer than the end.',
  root: 'The range starts at the first commit.',
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
  const services = useServices()
  const { instead } = warning
  const useSuggestion = () => {
    services.store.dispatch({
      type: 'set-options',
      options: { ...instead } as { fromRef: string; toRef: string },
    })
    void loadRange(services)
  }
  const suggestion = [
    instead?.fromRef === undefined ? '' : `from ${instead.fromRef}`,
    instead?.toRef === undefined ? '' : `to ${instead.toRef}`,
  ]
  return (
    <div class="note note-warn">
      <p>{warning.detail}</p>
      {instead ? (
        <div class="actions">
          <button type="button" onClick={useSuggestion}>
            Use {suggestion.filter((each) => each !== '').join(' ')}
          </button>
        </div>
      ) : null}
    </div>
  )
}

function WritingPlan({ answer: { plan, changes } }: { answer: ChangesAnswer }) {
  const options = useAppState((state) => state.options)
  const key = useAppState((state) => state.session?.modelKey ?? '')
  if (options.writer === 'rules' || changes.length === 0)
    return (
      <p class="quiet">The rules write the entries. Nothing is sent to an AI model, and there is no cost.</p>
    )
  const cost = plan.cost === null ? '' : `, ${formatCost(plan.cost)}`
  return (
    <p class="quiet">
      {key === ''
        ? 'You have not entered an AI key. Unless this server has its own, the rules write the entries. With AI: '
        : `${plan.model}: `}
      {formatCount(plan.calls, 'call')}, about {plan.inputTokens.toLocaleString('en')} input and{' '}
      {plan.outputTokens.toLocaleString('en')} output tokens{cost}.
    </p>
  )
}

function DraftButtons() {
  const { store } = useServices()
  const savedDraftAt = useAppState((state) => state.savedDraftAt)
  const online = useAppState((state) => state.online)
  const hasDraft = useAppState((state) => state.history.present.entries.length > 0)
  const open = () => store.dispatch({ type: 'show-view', view: 'notes' })
  const draft = () => {
    open()
    void draftNotes(store)
  }
  return (
    <div class="actions">
      {hasDraft ? (
        <button type="button" class="main" onClick={open}>
          {savedDraftAt === null ? 'Back to the draft' : `Open the draft of ${formatTime(savedDraftAt)}`}
        </button>
      ) : null}
      <button type="button" class={hasDraft ? '' : 'main'} disabled={!online} onClick={draft}>
        {hasDraft ? 'Draft again and keep my edits' : 'Draft the notes'}
      </button>
    </div>
  )
}

function ExclusionReasons({ answer: { omitted } }: { answer: ChangesAnswer }) {
  const reasons = new Map<string, number>()
  for (const { reason } of omitted) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  if (reasons.size === 0) return null
  return (
    <p class="reasons">
      Excluded:{' '}
      {[...reasons]
        .sort((a, b) => b[1] - a[1])
        .map(([reason, number]) => `${number.toLocaleString('en')} ${reason}`)
        .join(', ')}
    </p>
  )
}

function CommitList({ index }: { index: EvidenceIndex }) {
  const rows = [...index.commits.values()]
  if (rows.length === 0) return <p class="empty">There are no commits in this range.</p>
  return (
    <div class="commits">
      <h3>All commits</h3>
      <LongList
        label="All commits"
        rows={rows}
        rowHeight={36}
        keyOf={({ sha }) => sha}
        renderRow={({ sha, subject, change, omission }) => (
          <div class="ledger-row">
            <code>{shortSha(sha)}</code>
            <span class="ledger-text" title={subject}>
              {subject}
            </span>
            <span class="quiet ledger-outcome" title={omission?.detail}>
              {change ? (change.section ?? change.category) : omission?.reason}
              {change?.breaking ? ', breaking' : ''}
            </span>
          </div>
        )}
      />
    </div>
  )
}
