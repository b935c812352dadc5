import { useEffect, useId, useMemo, useState } from 'preact/hooks'
import type { ChangePreview } from '../../src/core/publisher.ts'
import { compareLines, type DiffLine, splitLines } from '../../src/text/compare-lines.ts'
import { describeError } from '../api-client/api-error.ts'
import { type PublishRequest, previewChange } from '../api-client/publish.ts'
import { ErrorNote } from '../components/error-note.tsx'
import { LoadingNote } from '../components/loading-note.tsx'
import { TabList } from '../components/tabs.tsx'
import { useLazyModule } from '../components/use-lazy-module.ts'
import type { ErrorInfo, Session } from '../state/app-state.ts'
import { publishStrings as strings } from '../strings/publish.ts'
import type { Destination } from './publish-fields.tsx'

type SentTab = 'preview' | 'changes' | 'request'

interface SentViewProps {
  destination: Destination
  request: PublishRequest | null
  text: string
  change: ChangeState
  checks: number
  onReview: () => void
}

/** Shows what will be sent: the notes as readers see them, the change of the file, and the request. */
export function SentView({ destination, request, text, change, checks, onReview }: SentViewProps) {
  const hasFile = destination === 'pull_request' || destination === 'file'
  const [chosen, setChosen] = useState<SentTab | null>(null)
  const id = useId()
  const file = request && 'path' in request ? request.path : ''
  const tabs = [
    { name: 'preview' as const, title: strings.preview },
    ...(hasFile ? [{ name: 'changes' as const, title: strings.changesTo(file) }] : []),
    ...(request ? [{ name: 'request' as const, title: strings.request }] : []),
  ]
  const usual = hasFile ? 'changes' : 'preview'
  const tab = tabs.some(({ name }) => name === chosen) ? chosen! : usual
  // Each destination opens on what matters most about it.
  useEffect(() => setChosen(null), [destination])
  return (
    <div class="publish-view">
      <div class="publish-tabs">
        <TabList id={id} label={strings.whatIsSent} tabs={tabs} chosen={tab} onChoose={setChosen} />
        <span class="grow" />
        {checks > 0 ? (
          <button type="button" class="link-btn" onClick={onReview}>
            {strings.checksToReview(checks)}
          </button>
        ) : null}
      </div>
      <section
        id={`${id}-panel`}
        class="publish-sent"
        aria-label={strings.whatIsSent}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
        tabIndex={0}
      >
        {tab === 'preview' ? <Preview text={text} /> : null}
        {tab === 'changes' ? <Changes change={change} /> : null}
        {tab === 'request' && request ? <RequestText request={request} /> : null}
      </section>
    </div>
  )
}

function Preview({ text }: { text: string }) {
  const lazy = useLazyModule(() => import('../preview/markdown-view.tsx'))
  if (text === '') return <p class="hint">{strings.noText}</p>
  return (
    <div class="publish-paper">
      {lazy.status === 'ready' ? (
        <lazy.module.MarkdownView text={text} />
      ) : (
        <LoadingNote lazy={lazy} name="the preview" />
      )}
    </div>
  )
}

function RequestText({ request }: { request: PublishRequest }) {
  return (
    <div class="publish-paper">
      <p class="publish-address">
        <b>POST</b> <code>{location.origin}/api/v1/releases</code>
      </p>
      <pre class="publish-request">{JSON.stringify(request, null, 2)}</pre>
    </div>
  )
}

/** How far the change of a file is known. */
export type ChangeState =
  | { status: 'none' }
  | { status: 'loading' }
  | { status: 'failed'; error: ErrorInfo }
  | { status: 'ready'; preview: ChangePreview }

const typingPauseMs = 400

/** Asks the server what the file would become; asks again when the request changes. */
export function useChange(request: PublishRequest | null, session: Session, enabled: boolean): ChangeState {
  const [state, setState] = useState<ChangeState>({ status: 'none' })
  const body =
    enabled && request && 'path' in request && request.path !== '' && request.text !== '' ? request : null
  const key = body === null ? '' : JSON.stringify(body)
  useEffect(() => {
    if (body === null) {
      setState({ status: 'none' })
      return
    }
    const controller = new AbortController()
    setState({ status: 'loading' })
    const timer = setTimeout(() => {
      previewChange(body, { session, signal: controller.signal }).then(
        (preview) => setState(preview ? { status: 'ready', preview } : { status: 'none' }),
        (failure) =>
          controller.signal.aborted || setState({ status: 'failed', error: describeError(failure) }),
      )
    }, typingPauseMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key, session])
  return state
}

function Changes({ change }: { change: ChangeState }) {
  if (change.status === 'failed') return <ErrorNote error={change.error} />
  if (change.status === 'loading') return <p class="hint">{strings.loadingChanges}</p>
  if (change.status === 'none') return null
  return <DiffView {...change.preview} />
}

const shownContext = 3

/** The difference between two versions of a file, with a few lines around each change. */
function DiffView({ path, before, after }: ChangePreview) {
  const lines = useMemo(() => compareLines(splitLines(before ?? ''), splitLines(after)), [before, after])
  const count = (mark: DiffLine['mark']) => lines.filter((line) => line.mark === mark).length
  if (before === after) return <p class="hint">{strings.nothingToChange}</p>
  return (
    <>
      <div class="diff-head">
        <code>{path}</code>
        {before === null ? <span class="hint">{strings.newFile}</span> : null}
        <span class="grow" />
        <span class="diff-added">+{count('+')}</span>
        <span class="diff-removed">−{count('-')}</span>
      </div>
      <ol class="diff">
        {withGaps(lines).map((line, index) =>
          line === null ? (
            <li key={index} data-mark="gap">
              <span class="diff-mark" aria-hidden="true" />⋯
            </li>
          ) : (
            <li key={index} data-mark={line.mark}>
              <span class="diff-mark" aria-hidden="true">
                {line.mark}
              </span>
              {line.mark === ' ' ? null : (
                <span class="sr-only">{line.mark === '+' ? 'Added: ' : 'Removed: '}</span>
              )}
              <span class="diff-text">{line.text.replace(/\r?\n$/, '') || ' '}</span>
            </li>
          ),
        )}
      </ol>
    </>
  )
}

/** The changed lines with those around them; null stands for lines that are not shown. */
function withGaps(lines: DiffLine[]): (DiffLine | null)[] {
  const shown = new Set<number>()
  for (const [index, { mark }] of lines.entries()) {
    if (mark === ' ') continue
    for (let at = index - shownContext; at <= index + shownContext; at += 1) shown.add(at)
  }
  return lines.flatMap((line, index) => (shown.has(index) ? [line] : shown.has(index - 1) ? [null] : []))
}
