import { useEffect, useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { TroubleNote } from '../parts/trouble-note.tsx'
import { troubleOf } from '../service/ask.ts'
import { bodyOf, type Publication, publish } from '../service/publish.ts'
import type { Trouble } from '../state/app-state.ts'
import { useApp, useTools } from '../state/store.ts'
import { noteExpiry } from '../work/sign-in.ts'
import { firstFields, makePublication, PublishFields } from './publish-fields.tsx'

type Kind = Publication['kind']

/** Shows exactly what is sent where, and sends it only then. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { store } = useTools()
  const online = useApp((state) => state.online)
  const [kind, setKind] = useState<Kind>('release')
  const [fields, setFields] = useState(() => firstFields(store.get()))
  const text = useTextFor(kind)
  const [state, setState] = useState<
    { is: 'asking' | 'sending' } | { is: 'done'; url: string } | { is: 'failed'; trouble: Trouble }
  >({ is: 'asking' })
  const session = useApp((each) => each.session)
  const repo = useApp((each) => each.choice.repo)
  if (!session) return null
  const publication = makePublication(kind, { repoFullName: repo, host: session.host, text }, fields)
  const send = async () => {
    setState({ is: 'sending' })
    try {
      setState({ is: 'done', url: await publish(publication, session) })
    } catch (error) {
      const trouble = troubleOf(error)
      noteExpiry(store, trouble)
      setState({ is: 'failed', trouble })
    }
  }
  const ready = text !== '' && online && (kind === 'pull-request' ? fields.path !== '' : fields.tag !== '')
  if (state.is === 'done') return <Published kind={kind} url={state.url} onClose={onClose} />
  return (
    <Dialog
      title="Publish"
      wide
      onClose={onClose}
      actions={
        <button
          type="button"
          class="main"
          disabled={!ready || state.is === 'sending'}
          onClick={() => void send()}
        >
          {state.is === 'sending'
            ? 'Sending…'
            : kind === 'release'
              ? 'Create the draft release'
              : 'Open the pull request'}
        </button>
      }
    >
      <fieldset class="chips">
        <legend class="sr-only">What to publish</legend>
        <button
          type="button"
          class="chip"
          aria-pressed={kind === 'release'}
          onClick={() => setKind('release')}
        >
          Draft release
        </button>
        <button
          type="button"
          class="chip"
          aria-pressed={kind === 'pull-request'}
          onClick={() => setKind('pull-request')}
        >
          Pull request for the changelog
        </button>
      </fieldset>
      <PublishFields kind={kind} fields={fields} onChange={(given) => setFields({ ...fields, ...given })} />
      <p>
        {kind === 'release'
          ? 'A draft is seen by maintainers only, until one of them publishes it at the host.'
          : 'The section is put into the file on a branch of its own; a person merges it.'}
      </p>
      <h3>Exactly this is sent</h3>
      <p>
        To <b>{session.host}</b>, repository <b>{repo}</b>, with your token:
      </p>
      <Sent publication={publication} />
      {state.is === 'failed' ? <TroubleNote trouble={state.trouble} /> : null}
    </Dialog>
  )
}

function Sent({ publication }: { publication: Publication }) {
  const { text, ...rest } = bodyOf(publication)
  return (
    <>
      <dl class="sent">
        {Object.entries(rest).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="sent-text" tabIndex={0} aria-label="The text that is sent">
        <pre>{String(text)}</pre>
      </section>
    </>
  )
}

function Published({ kind, url, onClose }: { kind: Kind; url: string; onClose: () => void }) {
  const isAddress = /^https?:\/\//.test(url)
  return (
    <Dialog title="Published" onClose={onClose}>
      <p role="status">{kind === 'release' ? 'The draft release is there.' : 'The pull request is open.'}</p>
      {isAddress ? (
        <p>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {url}
          </a>
        </p>
      ) : null}
    </Dialog>
  )
}

/** A release gets the host's own layout, a changelog its section. */
function useTextFor(kind: Kind): string {
  const { store } = useTools()
  const [text, setText] = useState('')
  useEffect(() => {
    const { range, line, format } = store.get()
    if (range.is !== 'known') return
    const { index } = range
    let current = true
    void import('../print/print-notes.ts').then(({ printNotes }) => {
      const asked =
        kind === 'pull-request'
          ? { format: 'keepachangelog' as const, part: 'section' as const }
          : { format: format === 'simple' ? format : ('hosting_release' as const), part: 'document' as const }
      if (current) setText(printNotes(line.present, index, asked).text)
    })
    return () => {
      current = false
    }
  }, [kind])
  return text
}
