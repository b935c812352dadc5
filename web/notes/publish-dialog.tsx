import { useMemo, useRef, useState } from 'preact/hooks'
import type { HostKind, Published } from '../../src/types.ts'
import { Dialog } from '../parts/dialog.tsx'
import { TroubleNote } from '../parts/trouble-note.tsx'
import { WaitNote } from '../parts/wait-note.tsx'
import { hostNames } from '../parts/words.ts'
import { printNotes } from '../print/print-notes.ts'
import { type Publication, publish } from '../service/publish.ts'
import { troubleOf } from '../service/refusal.ts'
import type { Session, Trouble, Wait } from '../state/app-state.ts'
import { useApp, useTools } from '../state/store.ts'
import { noteExpiry } from '../work/sign-in.ts'
import { type Fields, firstFields, makePublication, PublishFields } from './publish-fields.tsx'
import { PublishedDialog } from './published-dialog.tsx'
import { SentView } from './sent-view.tsx'

type Kind = Publication['kind']
type Sending =
  | { is: 'asking' }
  | { is: 'sending'; wait: Wait | null }
  | { is: 'done'; published: Published }
  | { is: 'failed'; trouble: Trouble }

/** Shows exactly what is sent where, and sends it only then. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const session = useApp((state) => state.session)
  const kind = useApp((state) => state.hosts.find(({ name }) => name === state.session?.host)?.kind)
  if (!session || kind === undefined) return null
  if (kind === 'local' || kind === 'git' || kind === 'bitbucket')
    return (
      <Dialog title="Publish" onClose={onClose}>
        <p>
          Nothing can be published from here to{' '}
          {kind === 'bitbucket' ? hostNames[kind] : 'a plain repository'}: it has no releases that the service
          could make. Copy or download the text instead.
        </p>
      </Dialog>
    )
  return <PublishForm session={session} hostKind={kind} onClose={onClose} />
}

interface FormProps {
  session: Session
  hostKind: HostKind
  onClose: () => void
}

function PublishForm({ session, hostKind, onClose }: FormProps) {
  const { store } = useTools()
  const hasDrafts = hostKind !== 'gitlab'
  const online = useApp((state) => state.online)
  const repo = useApp((state) => state.choice.repo)
  const [kind, setKind] = useState<Kind>('release')
  const [fields, setFields] = useState(() => firstFields(store.get(), hasDrafts))
  const text = useTextFor(kind)
  const publication = makePublication(kind, { repoFullName: repo, host: session.host, text }, fields)
  const { sending, send, stop, forget } = useSending(publication, session)
  const change = (given: Partial<Fields>) => {
    setFields({ ...fields, ...given })
    forget()
  }
  const close = () => {
    stop()
    onClose()
  }
  if (sending.is === 'done') return <PublishedDialog published={sending.published} onClose={onClose} />
  const required = publication.kind === 'release' ? publication.tag : publication.path
  const isReady = text !== '' && required !== '' && online && sending.is !== 'sending'
  return (
    <Dialog
      title="Publish"
      wide
      onClose={close}
      actions={
        <button type="button" class="main" disabled={!isReady} onClick={() => void send()}>
          {sending.is === 'sending' ? 'Sending…' : wordsFor(kind, fields).button}
        </button>
      }
    >
      <KindSwitch
        kind={kind}
        onChoose={(chosen) => {
          setKind(chosen)
          forget()
        }}
      />
      <PublishFields kind={kind} fields={fields} hasDrafts={hasDrafts} onChange={change} />
      {kind === 'release' && fields.publish ? (
        <p class="note note-warn">
          {hasDrafts ? '' : `${hostNames[hostKind]} has no draft releases. `}
          {wordsFor(kind, fields).what}
        </p>
      ) : (
        <p>{wordsFor(kind, fields).what}</p>
      )}
      <SentView publication={publication} />
      {sending.is === 'sending' && sending.wait ? <WaitNote wait={sending.wait} onStop={stop} /> : null}
      {sending.is === 'failed' ? (
        <Failed trouble={sending.trouble} onPublish={() => change({ publish: true })} />
      ) : null}
    </Dialog>
  )
}

/** Why it was refused, with the way on where this page has one. */
function Failed({ trouble, onPublish }: { trouble: Trouble; onPublish: () => void }) {
  const { store } = useTools()
  const ways: Record<string, [title: string, go: () => void]> = {
    scope_missing: ['Use another token', () => store.send({ type: 'expired' })],
    release_published: ['Add to the published release', onPublish],
  }
  const [title, go] = ways[trouble.code] ?? []
  return (
    <TroubleNote trouble={trouble}>
      {title === undefined ? null : (
        <button type="button" onClick={go}>
          {title}
        </button>
      )}
    </TroubleNote>
  )
}

function KindSwitch({ kind, onChoose }: { kind: Kind; onChoose: (kind: Kind) => void }) {
  const titles = { release: 'Release', pull_request: 'Pull request for the changelog' }
  return (
    <fieldset class="chips">
      <legend class="sr-only">What to publish</legend>
      {(Object.keys(titles) as Kind[]).map((each) => (
        <button
          key={each}
          type="button"
          class="chip"
          aria-pressed={each === kind}
          onClick={() => onChoose(each)}
        >
          {titles[each]}
        </button>
      ))}
    </fieldset>
  )
}

function wordsFor(kind: Kind, { publish }: Fields): { button: string; what: string } {
  if (kind === 'pull_request')
    return {
      button: 'Open the pull request',
      what: 'The section comes into the file on a branch of its own; a person merges it. If one is open already, it gets what is new.',
    }
  if (publish)
    return {
      button: 'Publish the release',
      what: 'Everybody sees the release at once. If there is one already, it gets what is new.',
    }
  return {
    button: 'Create the draft release',
    what: 'Only maintainers see a draft, until one of them publishes it at the host. If there is one already, it gets what is new.',
  }
}

/** A release gets the host's own layout or the simple list, a changelog its section. */
function useTextFor(kind: Kind): string {
  const range = useApp((state) => state.range)
  const desk = useApp((state) => state.line.present)
  const shown = useApp((state) => state.format)
  return useMemo(() => {
    if (range.is !== 'known') return ''
    const format = kind === 'pull_request' ? 'keepachangelog' : shown === 'simple' ? shown : 'hosting_release'
    const part = kind === 'pull_request' ? 'section' : 'document'
    return printNotes(desk, range.index, { format, part }).text
  }, [kind, range, desk, shown])
}

/** Sends when asked to, waits where it must, and stops when asked to. */
function useSending(publication: Publication, session: Session) {
  const { store } = useTools()
  const [sending, setSending] = useState<Sending>({ is: 'asking' })
  const work = useRef<AbortController | null>(null)
  const send = async () => {
    work.current?.abort()
    const current = new AbortController()
    work.current = current
    const { signal } = current
    setSending({ is: 'sending', wait: null })
    const onWait = (wait: Wait | null) => setSending({ is: 'sending', wait })
    try {
      const published = await publish(publication, { session, signal, onWait })
      setSending({ is: 'done', published })
    } catch (error) {
      if (signal.aborted) return
      const trouble = troubleOf(error)
      noteExpiry(store, trouble)
      setSending({ is: 'failed', trouble })
    }
  }
  const forget = () => setSending({ is: 'asking' })
  const stop = () => {
    work.current?.abort()
    forget()
  }
  return { sending, send, stop, forget }
}
