import { useMemo, useState } from 'preact/hooks'
import type { HostKind } from '../../src/core/web-address.ts'
import { balanceOf } from '../editor-model/ledger.ts'
import { Dialog } from '../parts/dialog.tsx'
import { count, hostNames } from '../parts/words.ts'
import { printNotes } from '../print/print-notes.ts'
import type { Publication } from '../service/publish.ts'
import type { Session } from '../state/app-state.ts'
import { useApp, useTools } from '../state/store.ts'
import { type Fields, firstFields, makePublication, PublishFields } from './publish-fields.tsx'
import { PublishOutcome } from './publish-outcome.tsx'
import { PublishedDialog } from './published-dialog.tsx'
import { SentView } from './sent-view.tsx'
import { useSending } from './use-sending.ts'

type Kind = Publication['kind']

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
  const lacking = lackingIn(publication) ?? (online ? null : 'You are offline.')
  return (
    <Dialog
      title="Publish"
      wide
      onClose={close}
      actions={
        <>
          <span class="quiet">{lacking}</span>
          <button
            type="button"
            class="main"
            disabled={lacking !== null || sending.is === 'sending'}
            onClick={() => void send()}
          >
            {sending.is === 'sending' ? 'Sending…' : wordsFor(kind, fields).button}
          </button>
        </>
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
      <WhatHappens kind={kind} fields={fields} withoutDrafts={hasDrafts ? null : hostNames[hostKind]} />
      <WaitingNote />
      <SentView publication={publication} />
      <PublishOutcome sending={sending} onStop={stop} onPublish={() => change({ publish: true })} />
    </Dialog>
  )
}

interface WhatHappensProps {
  kind: Kind
  fields: Fields
  /** The name of a host that has no draft releases; null for one that has. */
  withoutDrafts: string | null
}

/** What sending it does; a warning where everybody sees it at once. */
function WhatHappens({ kind, fields, withoutDrafts }: WhatHappensProps) {
  const { what } = wordsFor(kind, fields)
  if (kind !== 'release' || !fields.publish) return <p>{what}</p>
  return (
    <p class="note note-warn">
      {withoutDrafts === null ? '' : `${withoutDrafts} has no draft releases. `}
      {what}
    </p>
  )
}

/** Notes that lack commits may be sent, but nobody shall do it unawares. */
function WaitingNote() {
  const range = useApp((state) => state.range)
  const editor = useApp((state) => state.line.present)
  const waiting = range.is === 'known' ? balanceOf(editor, range.index).waiting : 0
  if (waiting === 0) return null
  return (
    <p class="note note-warn">{count(waiting, 'commit')} not drafted yet: the text does not tell them.</p>
  )
}

/** What has to be filled in first; null when nothing has. */
function lackingIn(publication: Publication): string | null {
  if (publication.kind === 'release') return publication.tag === '' ? 'Name the tag first.' : null
  return publication.path === '' ? 'Name the file first.' : null
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
  const editor = useApp((state) => state.line.present)
  const shown = useApp((state) => state.format)
  return useMemo(() => {
    if (range.is !== 'known') return ''
    const format = kind === 'pull_request' ? 'keepachangelog' : shown === 'simple' ? shown : 'hosting_release'
    const part = kind === 'pull_request' ? 'section' : 'document'
    return printNotes(editor, range.index, { format, part }).text
  }, [kind, range, editor, shown])
}
