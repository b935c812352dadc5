import { stages } from '../../src/core/progress.ts'
import { draftNotes, stopDraft } from '../effects/draft.ts'
import { draftOf, openDraft } from '../effects/keep-draft.ts'
import { TroubleNote } from '../parts/trouble-note.tsx'
import { WaitNote } from '../parts/wait-note.tsx'
import { asCost, count } from '../parts/words.ts'
import type { DraftState } from '../state/app-state.ts'
import { useApp, useTools } from '../state/store.ts'

/** How the draft is getting on, or how it ended. */
export function DraftNote() {
  const { store } = useTools()
  const draft = useApp((state) => state.draft)
  const again = (
    <button type="button" onClick={() => void draftNotes(store)}>
      Draft again
    </button>
  )
  return (
    <>
      <ElsewhereNote />
      <NotKeptNote />
      {draft.is === 'running' ? <Running draft={draft} /> : null}
      {draft.is === 'failed' ? (
        <TroubleNote trouble={draft.trouble}>
          {again}
          {draft.trouble.code.startsWith('gateway') ? <ByRules /> : null}
        </TroubleNote>
      ) : null}
      {draft.is === 'cancelled' ? (
        <div class="note">
          <p>Stopped. What had arrived is kept.</p>
          <div class="actions">
            {again}
            <ByRules />
          </div>
        </div>
      ) : null}
      {draft.is === 'done' ? <Done draft={draft} /> : null}
    </>
  )
}

const stageNames: Record<(typeof stages)[number], string> = {
  resolve: 'Finding both ends',
  collect: 'Reading the history',
  curate: 'Sorting the changes',
  write: 'Wording',
  verify: 'Checking',
  render: 'Printing',
}

function Running({ draft }: { draft: Extract<DraftState, { is: 'running' }> }) {
  const { stage, done, total, plan, what, wait } = draft
  if (wait) return <WaitNote wait={wait} onStop={stopDraft} />
  const at = stages.indexOf(stage)
  return (
    <div class="note progress-note">
      <ol class="stages" aria-label="Stages">
        {stages.map((name, index) => (
          <li key={name} data-state={index < at ? 'done' : index === at ? 'now' : 'later'}>
            {stageNames[name]}
            {index < at ? <span class="sr-only"> (done)</span> : null}
          </li>
        ))}
      </ol>
      <div class="progress-line">
        <progress
          aria-label={`${what}: ${stageNames[stage]}`}
          max={total ?? undefined}
          value={total === null ? undefined : done}
        />
        <span class="quiet">
          {total !== null && total > 0 ? `${done.toLocaleString('en')} of ${total.toLocaleString('en')}` : ''}
          {plan ? ` ${plan.model}, ${count(plan.calls, 'call')}` : ''}
          {plan && plan.cost !== null ? `, ${asCost(plan.cost)}` : ''}
        </span>
        <button type="button" onClick={stopDraft}>
          Cancel
        </button>
      </div>
    </div>
  )
}

function Done({ draft }: { draft: Extract<DraftState, { is: 'done' }> }) {
  const { engine, model, cost, warnings } = draft
  const by = engine === 'model' ? `Worded by ${model}` : 'Worded by the rules, without a model'
  return (
    <>
      <p class="quiet small">
        {by}
        {cost === null ? '' : `, for ${asCost(cost)}`}.
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

function ByRules() {
  const { store } = useTools()
  const writer = useApp((state) => state.choice.writer)
  if (writer === 'rules') return null
  const draft = () => {
    store.send({ type: 'choose', choice: { writer: 'rules' } })
    void draftNotes(store)
  }
  return (
    <button type="button" onClick={draft}>
      Let the rules word it
    </button>
  )
}

/** Where the browser keeps nothing, the draft must leave as a file. */
function NotKeptNote() {
  const fault = useApp((state) => state.notKept)
  if (fault === null) return null
  return (
    <p class="note note-warn" role="alert">
      This browser did not keep the draft ({fault}). Export it before you leave the page.
    </p>
  )
}

/** Two versions of one draft: the person says which one counts. */
function ElsewhereNote() {
  const tools = useTools()
  const changed = useApp((state) => state.changedElsewhere)
  if (!changed) return null
  const take = () => {
    const key = draftOf(tools.store.get(), 0)?.key
    if (key !== undefined) void openDraft(tools, key)
  }
  return (
    <div class="note note-warn" role="alert">
      <p>
        This browser keeps another version of this draft, from another tab or from before. Until you choose,
        nothing from here is kept.
      </p>
      <div class="actions">
        <button type="button" onClick={take}>
          Show the other version
        </button>
        <button type="button" onClick={() => tools.store.send({ type: 'changed-elsewhere', changed: false })}>
          Go on with this one
        </button>
      </div>
    </div>
  )
}
