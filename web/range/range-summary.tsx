import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ChangesAnswer } from '../../src/core/answer.ts'
import { type Category, categories } from '../../src/core/category.ts'
import { Button, ExternalLink, LinkButton } from '../components/button.tsx'
import { Segmented } from '../components/field.tsx'
import { formatCount, formatDay, formatTime } from '../components/format.ts'
import { Icon } from '../components/icon.tsx'
import { Meter, type MeterColor, Skeleton, Swatch } from '../components/meter.tsx'
import { Notice } from '../components/notice.tsx'
import { useLazyModule } from '../components/use-lazy-module.ts'
import { WaitNote } from '../components/wait-note.tsx'
import type { EvidenceIndex } from '../editor-model/evidence.ts'
import { draftNotes } from '../effects/draft.ts'
import { finishLoading, loadRange, loadRangeSoon, stopRange } from '../effects/load-range.ts'
import type { DraftOptions } from '../state/app-state.ts'
import { useAppState, useServices } from '../state/store.ts'
import { pageStrings } from '../strings/page.ts'
import { startStrings as strings } from '../strings/start.ts'
import type { Releases } from './use-releases.ts'
import { WritingOptions } from './writing-options.tsx'

/** What the chosen range contains, how it will be written, and the button that drafts it. */
export function RangeSummary({ releases }: { releases: Releases }) {
  const range = useAppState((state) => state.range)
  const repo = useAppState((state) => state.options.repo)
  const shown = useLastIndex()
  const notices = useLazyModule(() => import('./range-warnings.tsx'), repo !== '')
  if (repo === '')
    return (
      <Box>
        <p class="summary-empty">{strings.chooseRepository}</p>
      </Box>
    )
  if (range.status === 'failed') return <Failed />
  if (range.status === 'stopped') return <Stopped />
  if (range.status === 'loading' && range.wait) return <Waiting />
  if (shown === null || notices.status === 'loading') return <Loading />
  const isOld = range.status !== 'loaded'
  const { answer } = shown
  return (
    <Box busy={isOld}>
      <div class={isOld ? 'summary-part dimmed' : 'summary-part'}>
        {answer.commitCount === 0 ? (
          <EmptyRange answer={answer} releases={releases} />
        ) : (
          <Figures index={shown} releases={releases} />
        )}
        {notices.status === 'ready' ? (
          <notices.module.RangeWarnings answer={answer} releases={releases} />
        ) : null}
      </div>
      {answer.commitCount === 0 ? null : (
        <>
          <Wording answer={answer} />
          <WritingOptions />
          <DraftButtons isReady={!isOld} />
        </>
      )}
      {/* It arrives late, and the buttons must not move under the pointer. */}
      {notices.status === 'ready' ? <notices.module.ReadOnlyNote /> : null}
      {isOld ? <StopLine /> : null}
    </Box>
  )
}

/** The last loaded range of the repository; it stays until the next one is there. */
function useLastIndex(): EvidenceIndex | null {
  const range = useAppState((state) => state.range)
  const repo = useAppState((state) => state.options.repo)
  const last = useRef<{ repo: string; index: EvidenceIndex } | null>(null)
  if (range.status === 'loaded') last.current = { repo, index: range.index }
  return last.current?.repo === repo ? last.current.index : null
}

function Box({ busy = false, children }: { busy?: boolean; children: ComponentChildren }) {
  return (
    <section class="summary" aria-label={strings.summary} aria-busy={busy}>
      {children}
    </section>
  )
}

function Loading() {
  return (
    <Box busy>
      <Skeleton width="40%" height="1.5rem" />
      <Skeleton height="0.625rem" />
      <Skeleton width="70%" />
      <Skeleton height="5.5rem" />
      <Skeleton height="2.25rem" />
      <StopLine />
    </Box>
  )
}

function StopLine() {
  const { store } = useServices()
  return (
    <p class="summary-stop hint">
      <span role="status">{strings.readingCommits}</span>{' '}
      <LinkButton onClick={() => stopRange(store)}>{pageStrings.stop}</LinkButton>
    </p>
  )
}

function Waiting() {
  const { store } = useServices()
  const wait = useAppState(({ range }) => (range.status === 'loading' ? range.wait : null))
  return <Box>{wait ? <WaitNote wait={wait} onStop={() => stopRange(store)} /> : null}</Box>
}

function Failed() {
  const services = useServices()
  const error = useAppState(({ range }) => (range.status === 'failed' ? range.error : null))
  if (!error) return null
  return (
    <Box>
      <Notice
        kind="bad"
        role="alert"
        title={error.title}
        actions={
          <Button size="sm" icon="refresh-cw" onClick={() => void loadRange(services)}>
            {pageStrings.tryAgain}
          </Button>
        }
      >
        {error.detail}
      </Notice>
    </Box>
  )
}

function Stopped() {
  const services = useServices()
  return (
    <Box>
      <Notice
        title={strings.stopped}
        actions={
          <Button size="sm" onClick={() => void loadRange(services)}>
            {pageStrings.tryAgain}
          </Button>
        }
      />
    </Box>
  )
}

interface RangePartProps {
  answer: ChangesAnswer
  releases: Releases
}

/** Says that there are no commits, and offers the likeliest other ends. */
function EmptyRange({ answer, releases }: RangePartProps) {
  const services = useServices()
  const { fromRef, toRef } = answer.range
  const use = (options: Partial<DraftOptions>) => {
    services.store.dispatch({ type: 'set-options', options })
    loadRangeSoon(services)
  }
  const stable = releases.list?.releases.filter(({ reachable, preRelease }) => reachable && !preRelease) ?? []
  const older = stable[stable.findIndex(({ name }) => name === fromRef) + 1]?.name ?? 'HEAD~50'
  return (
    <Notice
      title={strings.empty(fromRef, toRef)}
      actions={
        <>
          <Button size="sm" onClick={() => use({ fromRef: older })}>
            {strings.startFrom(older)}
          </Button>
          {toRef === 'HEAD' ? null : (
            <Button size="sm" onClick={() => use({ toRef: 'HEAD' })}>
              {strings.endAt('HEAD')}
            </Button>
          )}
        </>
      }
    >
      {strings.emptyHint}
    </Notice>
  )
}

function Figures({ index, releases }: { index: EvidenceIndex; releases: Releases }) {
  const { answer } = index
  const [showsCommits, setShowsCommits] = useState(false)
  const dialog = useLazyModule(() => import('./commits-dialog.tsx'), showsCommits)
  const { range, changes, omitted, contributors } = answer
  const included = answer.commitCount - omitted.length
  const byCategory = categories
    .map((category) => ({ category, all: changes.filter((change) => change.category === category) }))
    .filter(({ all }) => all.length > 0)
  const segments: { color: MeterColor; size: number }[] = [
    ...byCategory.map(({ category, all }) => ({ color: category, size: countCommits(all) })),
    { color: 'out', size: omitted.length },
  ]
  return (
    <>
      <div class="summary-head">
        <h2>{formatCount(answer.commitCount, 'commit')}</h2>
        {range.compareUrl ? <ExternalLink href={range.compareUrl}>{strings.compare}</ExternalLink> : null}
        <p class="hint">
          {strings.by(formatCount(contributors.length, 'person', 'people'), datesOf(answer, releases))}
        </p>
      </div>
      <Meter
        tall
        label={strings.counts(
          formatCount(included, 'commit'),
          formatCount(changes.length, 'entry', 'entries'),
          omitted.length.toLocaleString('en'),
        )}
        segments={segments}
      />
      <ul class="legend">
        {byCategory.map(({ category, all }) => (
          <LegendItem key={category} color={category} name={category} count={all.length} />
        ))}
        {omitted.length > 0 ? (
          <LegendItem color="out" name={strings.excluded} count={omitted.length} />
        ) : null}
      </ul>
      <LinkButton class="summary-see" endIcon="chevron-right" onClick={() => setShowsCommits(true)}>
        {strings.seeCommits}
      </LinkButton>
      {showsCommits && dialog.status === 'ready' ? (
        <dialog.module.CommitsDialog index={index} onClose={() => setShowsCommits(false)} />
      ) : null}
    </>
  )
}

function countCommits(changes: { commits: string[] }[]): number {
  return changes.reduce((sum, { commits }) => sum + commits.length, 0)
}

/** When the range begins and ends, as far as the timeline knows its ends. */
function datesOf({ range }: ChangesAnswer, { list }: Releases): string {
  const first = list?.releases.find(({ name }) => name === range.fromRef)?.date
  const last = list?.to.ref === range.toRef ? list.to.date : null
  return first && last
    ? strings.dates(
        first.slice(0, 4) === last.slice(0, 4) && first !== last
          ? formatDay(first).replace(/, \d+$/, '')
          : formatDay(first),
        formatDay(last),
      )
    : ''
}

interface LegendItemProps {
  color: Category | 'out'
  name: string
  count: number
}

function LegendItem({ color, name, count }: LegendItemProps) {
  return (
    <li>
      <Swatch color={color} />
      {name} <b>{count.toLocaleString('en')}</b>
    </li>
  )
}

/** Who words the entries, and what it costs. */
function Wording({ answer }: { answer: ChangesAnswer }) {
  const { store } = useServices()
  const writer = useAppState((state) => state.options.writer)
  const set = (value: 'auto' | 'rules') => store.dispatch({ type: 'set-options', options: { writer: value } })
  return (
    <>
      <Segmented
        legend={strings.wording}
        value={writer === 'rules' ? 'rules' : 'auto'}
        options={[
          { value: 'auto', label: strings.ai, icon: 'sparkles' },
          { value: 'rules', label: strings.commitMessages, icon: 'git-commit-horizontal' },
        ]}
        onChange={set}
      />
      <Cost answer={answer} />
    </>
  )
}

function Cost({ answer: { plan, changes } }: { answer: ChangesAnswer }) {
  const writer = useAppState((state) => state.options.writer)
  const hasKey = useAppState((state) => state.session?.modelKey !== '')
  if (writer === 'rules' || changes.length === 0)
    return (
      <p class="cost">
        <Icon name="git-commit-horizontal" />
        <span>{strings.noAi}</span>
      </p>
    )
  const tokens = formatCount(plan.inputTokens + plan.outputTokens, 'token')
  const details = strings.plan(plan.model, formatCount(plan.calls, 'request'), tokens)
  return (
    <p class="cost">
      <Icon name="coins" />
      <span>
        {hasKey ? null : <span>{strings.noKey} </span>}
        {plan.cost === null ? null : (
          <span>
            {strings.about} <b>{plan.cost.toLocaleString('en', { maximumSignificantDigits: 2 })}</b>{' '}
            {strings.currency}
          </span>
        )}
        <span class="hint">{hasKey ? details : strings.withAi(details)}</span>
      </span>
    </p>
  )
}

/** Opens the draft of the range, or drafts it. */
function DraftButtons({ isReady }: { isReady: boolean }) {
  const services = useServices()
  const { store } = services
  const savedDraftAt = useAppState((state) => state.savedDraftAt)
  const online = useAppState((state) => state.online)
  const hasDraft = useAppState((state) => state.history.present.entries.length > 0)
  const start = async ({ again = false } = {}) => {
    await finishLoading(services)
    const { range, history } = store.get()
    if (range.status !== 'loaded') return
    store.dispatch({ type: 'show-view', view: 'notes' })
    if (again || history.present.entries.length === 0) void draftNotes(store)
  }
  const main = () => void start()
  const redraft = () => void start({ again: true })
  const canDraft = isReady && online
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isFree = document.querySelector('dialog[open]') === null
      if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || !isFree) return
      if (!isReady || (!hasDraft && !online)) return
      event.preventDefault()
      main()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
  const describedBy = online ? {} : { 'aria-describedby': 'draft-offline' }
  return (
    <div class="summary-actions">
      {hasDraft ? (
        <Button kind="ink" size="lg" wide keys="mod+enter" disabled={!isReady} onClick={main}>
          {savedDraftAt === null ? strings.openDraft : strings.openDraftFrom(formatTime(savedDraftAt))}
        </Button>
      ) : null}
      <Button
        kind={hasDraft ? 'plain' : 'ink'}
        size="lg"
        wide
        disabled={!canDraft}
        onClick={hasDraft ? redraft : main}
        {...(hasDraft ? {} : { keys: 'mod+enter' })}
        {...describedBy}
      >
        {hasDraft ? strings.redraft : strings.draft}
      </Button>
      {online ? null : (
        <p class="hint" id="draft-offline">
          {strings.offline}
        </p>
      )}
    </div>
  )
}
