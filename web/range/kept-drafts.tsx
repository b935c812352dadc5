import { useEffect, useState } from 'preact/hooks'
import { readDraftFile } from '../keep/draft-file.ts'
import type { DraftTitle } from '../keep/drafts.ts'
import { keepLastDraft } from '../keep/session.ts'
import { asMoment, count } from '../parts/words.ts'
import { useApp, useTools } from '../state/store.ts'
import { openChannel, openDraft, showDraft } from '../work/keep-draft.ts'

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
    keepLastDraft(null)
    tools.store.send({ type: 'forgotten' })
    refresh()
  }
  const take = async (file: File | undefined) => {
    if (!file) return
    try {
      if (file.size > mostBytes) throw new Error('The file is larger than 50 MB, which no draft is.')
      const draft = readDraftFile(await file.text())
      if (draft.host !== host)
        throw new Error(`The draft is of the host “${draft.host}”. Sign out, and sign in there first.`)
      showDraft(tools, draft)
    } catch (error) {
      setFault((error as Error).message)
    }
  }
  return (
    <section class="kept" aria-labelledby="kept-title">
      <h2 id="kept-title">Drafts in this browser</h2>
      {titles.length === 0 ? (
        <p class="quiet">None yet. They are kept here by themselves, and nowhere else.</p>
      ) : null}
      <ul class="plain-list">
        {titles.map((title) => (
          <li key={title.key} class="kept-row">
            <KeptTitle title={title} />
            <div class="actions">
              {title.host === host ? (
                <button
                  type="button"
                  aria-label={`Open ${title.key}`}
                  onClick={() => void openDraft(tools, title.key)}
                >
                  Open
                </button>
              ) : (
                <span class="quiet">Sign in to {title.host} to open it</span>
              )}
              <button
                type="button"
                class="plain"
                aria-label={`Remove ${title.key}`}
                onClick={() => void forget(title.key)}
              >
                Remove
              </button>
            </div>
          </li>
        ))}
      </ul>
      <div class="actions">
        <label class="button">
          Import a draft
          <input
            type="file"
            accept="application/json,.json"
            class="sr-only"
            onChange={(event) => void take(event.currentTarget.files?.[0])}
          />
        </label>
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

function KeptTitle({ title: { choice, entries, savedAt } }: { title: DraftTitle }) {
  return (
    <div>
      <div>
        <b>{choice.repo}</b> {choice.fromRef} to {choice.toRef}
      </div>
      <div class="quiet small">
        {count(entries, 'entry', 'entries')}, {asMoment(savedAt)}
      </div>
    </div>
  )
}
