import { useEffect, useState } from 'preact/hooks'
import { draftOf, openChannel, openDraft, showDraft } from '../effects/keep-draft.ts'
import { asMoment, count } from '../parts/words.ts'
import { useApp, useTools } from '../state/store.ts'
import { readDraftFile } from '../storage/draft-file.ts'
import type { DraftTitle } from '../storage/drafts.ts'
import { keepLastDraft } from '../storage/session.ts'

const mostBytes = 50_000_000

/** The drafts that this browser keeps, and the way in for exported ones. */
export function KeptDrafts() {
  const tools = useTools()
  const host = useApp((state) => state.session?.host ?? '')
  const [titles, setTitles] = useState<DraftTitle[]>([])
  const [fault, setFault] = useState('')
  const refresh = () =>
    void tools.drafts.list().then(setTitles, () => setFault('This browser keeps no drafts: export them.'))
  useEffect(() => {
    refresh()
    const channel = openChannel()
    channel.onmessage = refresh
    return () => channel.close()
  }, [])
  const forget = async (key: string | null) => {
    await (key === null ? tools.drafts.forgetAll() : tools.drafts.forget(key))
    // What is on the desk goes only with its own draft.
    if (key === null || key === draftOf(tools.store.get(), 0)?.key) {
      keepLastDraft(null)
      tools.store.send({ type: 'forgotten' })
    }
    refresh()
  }
  return (
    <section class="kept" aria-labelledby="kept-title">
      <h2 id="kept-title">Drafts in this browser</h2>
      {titles.length === 0 ? (
        <p class="quiet">None yet. They are kept here by themselves, and nowhere else.</p>
      ) : null}
      <ul class="plain-list">
        {titles.map((title) => (
          <KeptRow
            key={title.key}
            title={title}
            isHere={title.host === host}
            onForget={() => void forget(title.key)}
          />
        ))}
      </ul>
      <div class="actions">
        <ImportButton host={host} onFault={setFault} />
        {titles.length > 0 ? (
          <button type="button" class="plain" onClick={() => void forget(null)}>
            Remove all drafts
          </button>
        ) : null}
      </div>
      {fault === '' ? null : (
        <p class="note note-bad" role="alert">
          {fault}
        </p>
      )}
    </section>
  )
}

function ImportButton({ host, onFault }: { host: string; onFault: (fault: string) => void }) {
  const tools = useTools()
  const take = async (file: File | undefined) => {
    if (!file) return
    try {
      if (file.size > mostBytes) throw new Error('The file is larger than 50 MB, which no draft is.')
      const draft = readDraftFile(await file.text())
      if (draft.host !== host)
        throw new Error(`The draft is of the host “${draft.host}”. Sign out, and sign in there first.`)
      const other = await tools.drafts.read(draft.key).catch(() => null)
      showDraft(tools, draft)
      const differs = other !== null && JSON.stringify(other.editor) !== JSON.stringify(draft.editor)
      tools.store.send({ type: 'changed-elsewhere', changed: differs })
    } catch (error) {
      onFault((error as Error).message)
    }
  }
  return (
    <label class="button">
      Import a draft
      <input
        type="file"
        accept="application/json,.json"
        class="sr-only"
        onChange={(event) => void take(event.currentTarget.files?.[0])}
      />
    </label>
  )
}

interface RowProps {
  title: DraftTitle
  /** Whether it is of the host that one is signed in to. */
  isHere: boolean
  onForget: () => void
}

function KeptRow({ title: { key, host, choice, entries, savedAt }, isHere, onForget }: RowProps) {
  const tools = useTools()
  return (
    <li class="kept-row">
      <div>
        <div>
          <b>{choice.repo}</b> {choice.fromRef} to {choice.toRef}
        </div>
        <div class="quiet small">
          {count(entries, 'entry', 'entries')}, {asMoment(savedAt)}
        </div>
      </div>
      <div class="actions">
        {isHere ? (
          <button type="button" aria-label={`Open ${key}`} onClick={() => void openDraft(tools, key)}>
            Open
          </button>
        ) : (
          <span class="quiet">Sign in to {host} to open it</span>
        )}
        <button type="button" class="plain" aria-label={`Remove ${key}`} onClick={onForget}>
          Remove
        </button>
      </div>
    </li>
  )
}
