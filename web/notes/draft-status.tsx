import { stages } from '../../src/core/progress.ts'
import { ErrorNote } from '../components/error-note.tsx'
import { formatCost, formatCount } from '../components/format.ts'
import { WaitNote } from '../components/wait-note.tsx'
import { draftNotes, stopDraft } from '../effects/draft.ts'
import { currentDraft, openSavedDraft } from '../effects/save-draft.ts'
import type { DraftState } from '../state/app-state.ts'
import { useAppState, useServices } from '../state/store.ts'

/** Shows the progress of the draft, or how it ended. */
export function DraftStatus() {
  const { store } = useServices()
  const draft = useAppState((state) => state.draft)
  const retryButton = (
    <button type="button" onClick={() => void draftNotes(store)}>
      Draft again
    </button>
  )
  return (
    <>
      <OtherVersionNote />
      <SaveErrorNote />
      {draft.status === 'running' ? <DraftProgress draft={draft} /> : null}
      {draft.status === 'failed' ? (
        <ErrorNote error={draft.error}>
          {retryButton}
          {draft.error.code.startsWith('gateway') ? <DraftWithoutAiButton /> : null}
        </ErrorNote>
      ) : null}
      {draft.status === 'cancelled' ? (
        <div class="note">
          <p>Stopped. The entries received so far are kept.</p>
          <div class="actions">
            {retryButton}
            <DraftWithoutAiButton />
          </div>
        </div>
      ) : null}
      {draft.status === 'done' ? <DraftResult draft={draft} /> : null}
    </>
  )
}

const stageNames: Record<(typeof stages)[number], string> = {
  resolve: 'Resolving the range',
  collect: 'Reading the history',
  curate: 'Sorting the changes',
  write: 'Writing',
  verify: 'Checking',
  render: 'Formatting',
}

function DraftProgress({ draft }: { draft: Extract<DraftState, { status: 'running' }> }) {
  const { stage, done, total, plan, task, wait } = draft
  if (wait) return <WaitNote wait={wait} onStop={stopDraft} />
  const current = stages.indexOf(stage)
  return (
    <div class="note progress-note">
      <ol class="stages" aria-label="Stages">
        {stages.map((name, index) => (
          <li key={name} data-state={index < current ? 'done' : index === current ? 'now' : 'later'}>
            {stageNames[name]}
            {index < current ? <span class="sr-only"> (done)</span> : null}
          </li>
        ))}
      </ol>
      <div class="progress-line">
        <progress
          aria-label={`${task}: ${stageNames[stage]}`}
          max={total ?? undefined}
          value={total === null ? undefined : done}
        />
        <span class="quiet">
          {total !== null && total > 0 ? `${done.toLocaleString('en')} of ${total.toLocaleString('en')}` : ''}
          {plan ? ` ${plan.model}, ${formatCount(plan.calls, 'call')}` : ''}
          {plan && plan.cost !== null ? `, ${formatCost(plan.cost)}` : ''}
        </span>
        <button type="button" onClick={stopDraft}>
          Cancel
        </button>
      </div>
    </div>
  )
}

function DraftResult({ draft }: { draft: Extract<DraftState, { status: 'done' }> }) {
  const { engine, model, cost, warnings } = draft
  const by = engine === 'model' ? `Written by ${model}` : 'Written by the rules, without AI'
  return (
    <>
      <p class="quiet small">
        {by}
        {cost === null ? '' : `, ${formatCost(cost)}`}.
      </p>
      {warnings
        .filter(({ instead }) => instead === undefined)
        .map(({ code, detail }) => (
          <p key={code + detail} class="note note-warn">
            {detail}
          </p>
        ))}
    </>
  )
}

function DraftWithoutAiButton() {
  const { store } = useServices()
  const writer = useAppState((state) => state.options.writer)
  if (writer === 'rules') return null
  const draftWithoutAi = () => {
    store.dispatch({ type: 'set-options', options: { writer: 'rules' } })
    void draftNotes(store)
  }
  return (
    <button type="button" onClick={draftWithoutAi}>
      Draft without AI
    </button>
  )
}

/** Warns that the browser could not save the draft. */
function SaveErrorNote() {
  const error = useAppState((state) => state.saveError)
  if (error === null) return null
  return (
    <p class="note note-warn" role="alert">
      This browser could not save the draft ({error}). Export it before you leave the page.
    </p>
  )
}

/** Asks the user which of two versions of the draft to keep. */
function OtherVersionNote() {
  const services = useServices()
  const hasOtherVersion = useAppState((state) => state.hasOtherVersion)
  if (!hasOtherVersion) return null
  const openOther = () => {
    const key = currentDraft(services.store.get(), 0)?.key
    if (key !== undefined) void openSavedDraft(services, key)
  }
  return (
    <div class="note note-warn" role="alert">
      <p>
        This browser has another version of this draft, from another tab or an earlier visit. Your edits here
        are not saved until you choose one.
      </p>
      <div class="actions">
        <button type="button" onClick={openOther}>
          Show the other version
        </button>
        <button
          type="button"
          onClick={() => services.store.dispatch({ type: 'other-version', exists: false })}
        >
          Keep this version
        </button>
      </div>
    </div>
  )
}
