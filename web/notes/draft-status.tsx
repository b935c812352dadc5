import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { Banner } from '../components/notice.tsx'
import { draftNotes, stopDraft } from '../effects/draft.ts'
import { currentDraft, openSavedDraft } from '../effects/save-draft.ts'
import type { DraftState, RetryWait } from '../state/app-state.ts'
import { useAppState, useServices } from '../state/store.ts'
import { headerStrings, statusStrings } from '../strings/editor.ts'
import { pageStrings } from '../strings/page.ts'
import { useCommands } from './commands-context.ts'

/** What happens to the draft, above the entries: progress, failures, and what keeps it from being saved. */
export function DraftStatus() {
  const draft = useAppState((state) => state.draft)
  return (
    <>
      <OfflineBanner />
      <OtherVersionBanner />
      <SaveErrorBanner />
      {draft.status === 'running' ? <DraftProgress draft={draft} /> : null}
      {draft.status === 'failed' ? (
        <Banner kind="bad" role="alert" actions={<RetryButtons />}>
          <b>{draft.error.title}.</b> {draft.error.detail}
        </Banner>
      ) : null}
      {draft.status === 'cancelled' ? (
        <Banner kind="info" role="status" actions={<RetryButtons />}>
          <b>{statusStrings.stopped}</b> {statusStrings.stoppedKept}
        </Banner>
      ) : null}
    </>
  )
}

function DraftProgress({ draft }: { draft: Extract<DraftState, { status: 'running' }> }) {
  const { stage, done, total, plan, task, wait } = draft
  const stop = (
    <Button size="sm" onClick={stopDraft}>
      {pageStrings.stop}
    </Button>
  )
  if (wait) return <WaitBanner wait={wait} actions={stop} />
  const isWriting = total !== null && total > 0 && (stage === 'write' || stage === 'verify')
  return (
    <Banner
      kind="busy"
      role="status"
      progress={{ done, total: isWriting ? total : null }}
      actions={
        <>
          {plan ? (
            <span class="hint banner-hint">
              {statusStrings.requests(
                plan.calls,
                plan.cost === null ? null : plan.cost.toLocaleString('en', { maximumSignificantDigits: 2 }),
              )}
            </span>
          ) : null}
          {stop}
        </>
      }
    >
      <b>{task === 'Rewording' ? statusStrings.rewording : statusStrings.drafting}</b>{' '}
      {isWriting ? statusStrings.written(done, total) : statusStrings.stages[stage]}
    </Banner>
  )
}

/** Says why the draft waits, and counts down to the next attempt. */
function WaitBanner({ wait, actions }: { wait: RetryWait; actions: ComponentChildren }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((wait.until - now) / 1000))
  const time = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return (
    <Banner kind="warn" icon="clock" actions={actions}>
      <b>{wait.reason}.</b> {statusStrings.continuesIn} <b role="timer">{time}</b>.
    </Banner>
  )
}

function RetryButtons() {
  const { store } = useServices()
  const writer = useAppState((state) => state.options.writer)
  const isOnline = useAppState((state) => state.online)
  const draftWithoutAi = () => {
    store.dispatch({ type: 'set-options', options: { writer: 'rules' } })
    void draftNotes(store)
  }
  return (
    <>
      <Button size="sm" disabled={!isOnline} onClick={() => void draftNotes(store)}>
        {pageStrings.tryAgain}
      </Button>
      {writer === 'rules' ? null : (
        <Button size="sm" disabled={!isOnline} onClick={draftWithoutAi}>
          {statusStrings.useCommitMessages}
        </Button>
      )}
    </>
  )
}

function OfflineBanner() {
  const isOnline = useAppState((state) => state.online)
  if (isOnline) return null
  return (
    <Banner kind="warn" icon="wifi-off" role="status">
      <b>{statusStrings.offline}</b> {statusStrings.offlineDetail}
    </Banner>
  )
}

/** Says that the browser could not save the draft, and offers to export it. */
function SaveErrorBanner() {
  const commands = useCommands()
  const error = useAppState((state) => state.saveError)
  if (error === null) return null
  return (
    <Banner
      kind="bad"
      role="alert"
      actions={
        <Button size="sm" onClick={commands.exportDraft}>
          {headerStrings.exportDraft}
        </Button>
      }
    >
      <b>{statusStrings.notSaved}</b> {statusStrings.notSavedDetail(error)}
    </Banner>
  )
}

/** Asks the user which of two versions of the draft to keep. */
function OtherVersionBanner() {
  const services = useServices()
  const hasOtherVersion = useAppState((state) => state.hasOtherVersion)
  if (!hasOtherVersion) return null
  const openOther = () => {
    const key = currentDraft(services.store.get(), 0)?.key
    if (key !== undefined) void openSavedDraft(services, key)
  }
  return (
    <Banner
      kind="warn"
      role="alert"
      actions={
        <>
          <Button size="sm" onClick={openOther}>
            {statusStrings.loadOther}
          </Button>
          <Button size="sm" onClick={() => services.store.dispatch({ type: 'other-version', exists: false })}>
            {statusStrings.keepThis}
          </Button>
        </>
      }
    >
      <b>{statusStrings.otherTab}</b> {statusStrings.otherTabDetail}
    </Banner>
  )
}
