import { useEffect, useMemo, useState } from 'preact/hooks'
import type { RepositoryConfig } from '../../src/core/repository-config.ts'
import type { HostKind } from '../../src/core/web-address.ts'
import type { PublishContent, PublishRequest } from '../api-client/publish.ts'
import { Dialog } from '../components/dialog.tsx'
import { formatCount, hostNames } from '../components/format.ts'
import { toFormat } from '../configuration/formats.ts'
import { proposedTag } from '../configuration/propose-version.ts'
import { useFormat } from '../configuration/use-format.ts'
import type { EditorModel } from '../editor-model/editor-model.ts'
import { configOf, type EvidenceIndex, toEntry } from '../editor-model/evidence.ts'
import { countCommits } from '../editor-model/ledger.ts'
import { findTemplate, renderNotes } from '../preview/render-notes.ts'
import type { Session } from '../state/app-state.ts'
import { useAppState, useServices } from '../state/store.ts'
import {
  buildPublishRequest,
  initialFields,
  PublishFields,
  type PublishFormFields,
} from './publish-fields.tsx'
import { PublishOutcome } from './publish-outcome.tsx'
import { PublishedDialog } from './published-dialog.tsx'
import { usePublish } from './use-publish.ts'

type PublishKind = PublishRequest['kind']

/** Publishes the notes; shows the exact request before it is sent. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const session = useAppState((state) => state.session)
  const kind = useAppState((state) => state.hosts.find(({ name }) => name === state.session?.host)?.kind)
  if (!session || kind === undefined) return null
  if (kind === 'local' || kind === 'git' || kind === 'bitbucket')
    return (
      <Dialog title="Publish" onClose={onClose}>
        <p>
          Notewright cannot publish to {kind === 'bitbucket' ? hostNames[kind] : 'a plain Git repository'},
          which has no releases. Copy or download the text instead.
        </p>
      </Dialog>
    )
  return <PublishForm session={session} hostKind={kind} onClose={onClose} />
}

interface PublishFormProps {
  session: Session
  hostKind: HostKind
  onClose: () => void
}

function PublishForm({ session, hostKind, onClose }: PublishFormProps) {
  const { store } = useServices()
  const hasDrafts = hostKind !== 'gitlab'
  const online = useAppState((state) => state.online)
  const repo = useAppState((state) => state.options.repo)
  const [kind, setKind] = useState<PublishKind>('release')
  const [fields, setFields] = useState(() => initialFields(store.get(), hasDrafts))
  const content = usePublishContent(kind)
  const request = buildPublishRequest(kind, { repoFullName: repo, host: session.host, ...content }, fields)
  const { status, send, stop, reset } = usePublish(request, session)
  const change = (given: Partial<PublishFormFields>) => {
    setFields({ ...fields, ...given })
    reset()
  }
  const close = () => {
    stop()
    onClose()
  }
  if (status.status === 'done') return <PublishedDialog published={status.published} onClose={onClose} />
  const problem = findMissingField(request) ?? (online ? null : 'You are offline.')
  return (
    <Dialog
      title="Publish"
      wide
      onClose={close}
      actions={
        <>
          <span class="quiet">{problem}</span>
          <button
            type="button"
            class="main"
            disabled={problem !== null || status.status === 'sending'}
            onClick={() => void send()}
          >
            {status.status === 'sending' ? 'Sending…' : describePublish(kind, fields).button}
          </button>
        </>
      }
    >
      <KindSwitch
        kind={kind}
        onChoose={(chosen) => {
          setKind(chosen)
          reset()
        }}
      />
      <PublishFields kind={kind} fields={fields} hasDrafts={hasDrafts} onChange={change} />
      <PublishEffect kind={kind} fields={fields} withoutDrafts={hasDrafts ? null : hostNames[hostKind]} />
      <PendingNote />
      <RequestDetails request={request} />
      <PublishOutcome status={status} onStop={stop} onPublish={() => change({ publish: true })} />
    </Dialog>
  )
}

interface PublishEffectProps {
  kind: PublishKind
  fields: PublishFormFields
  /** The name of the host if it has no draft releases, otherwise null. */
  withoutDrafts: string | null
}

/** Describes what publishing does; a warning if the release is visible immediately. */
function PublishEffect({ kind, fields, withoutDrafts }: PublishEffectProps) {
  const { effect } = describePublish(kind, fields)
  if (kind !== 'release' || !fields.publish) return <p>{effect}</p>
  return (
    <p class="note note-warn">
      {withoutDrafts === null ? '' : `${withoutDrafts} has no draft releases. `}
      {effect}
    </p>
  )
}

/** Warns that some commits are not drafted yet. */
function PendingNote() {
  const range = useAppState((state) => state.range)
  const editor = useAppState((state) => state.history.present)
  const pending = range.status === 'loaded' ? countCommits(editor, range.index).pending : 0
  if (pending === 0) return null
  return (
    <p class="note note-warn">
      {formatCount(pending, 'commit is', 'commits are')} not drafted yet and missing from the text.
    </p>
  )
}

/** Names a required field that is empty; returns null if there is none. */
function findMissingField(request: PublishRequest): string | null {
  if (request.text === '') return 'There is no text.'
  if (request.kind === 'release') return request.tag === '' ? 'Enter a tag.' : null
  return request.path === '' ? 'Enter a file.' : null
}

function KindSwitch({ kind, onChoose }: { kind: PublishKind; onChoose: (kind: PublishKind) => void }) {
  const titles = { release: 'Release', pull_request: 'Pull request for the changelog' }
  return (
    <fieldset class="chips">
      <legend class="sr-only">What to publish</legend>
      {(Object.keys(titles) as PublishKind[]).map((each) => (
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

function describePublish(
  kind: PublishKind,
  { publish }: PublishFormFields,
): { button: string; effect: string } {
  if (kind === 'pull_request')
    return {
      button: 'Open the pull request',
      effect:
        'The section is added to the file on a new branch, and a pull request is opened. If one is already open, it is updated.',
    }
  if (publish)
    return {
      button: 'Publish the release',
      effect: 'The release is visible to everyone immediately. If it already exists, new entries are added.',
    }
  return {
    button: 'Create the draft release',
    effect:
      'Only maintainers can see a draft until one of them publishes it. If it already exists, new entries are added.',
  }
}

/** Renders the text to publish: a changelog section, or a release in the chosen layout. */
function usePublishContent(kind: PublishKind): PublishContent {
  const range = useAppState((state) => state.range)
  const editor = useAppState((state) => state.history.present)
  const previewFormat = useFormat()
  const futureTag = useAppState(proposedTag)
  const [printed, setPrinted] = useState('')
  const index = range.status === 'loaded' ? range.index : null
  const choice = useMemo(() => {
    const forFile = kind === 'pull_request'
    const format = forFile ? 'keepachangelog' : releaseFormat(previewFormat, index && configOf(index))
    return { format, forFile, futureTag, part: forFile ? ('section' as const) : ('document' as const) }
  }, [kind, index, previewFormat, futureTag])
  const template = index ? findTemplate(index, choice) : undefined
  useEffect(() => {
    if (!index || template === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    // A template that fails prints nothing, so that nothing can be published.
    import('../configuration/render-by-template.ts')
      .then(({ renderByTemplate }) => renderByTemplate(editor, index, { ...choice, template, signal }))
      .then(
        ({ text }) => signal.aborted || setPrinted(text),
        () => setPrinted(''),
      )
    return () => controller.abort()
  }, [index, editor, choice, template])
  return useMemo(() => {
    if (!index) return { text: '', entries: [] }
    const { fromRef } = index.answer.range
    const config = configOf(index)
    return {
      text: template === undefined ? renderNotes(editor, index, choice).text : printed,
      entries: describeEntries(editor, index),
      ...(fromRef === '' ? {} : { fromRef }),
      // The section gets the heading and the titles of the configuration.
      ...(choice.forFile && config ? { config } : {}),
    }
  }, [index, editor, choice, template, printed])
}

/** The format of a release: the chosen one, unless that is a changelog. */
function releaseFormat(chosen: string, config: RepositoryConfig | null): string {
  return toFormat(chosen, config).format === 'keepachangelog' ? 'hosting_release' : chosen
}

/** What the server recognises existing entries by. */
function describeEntries(editor: EditorModel, index: EvidenceIndex): PublishContent['entries'] {
  return editor.entries.map((entry) => {
    const { text, commits, pullRequests, evidence } = toEntry(entry, index)
    const hasOwnEntry = evidence.some(({ kind }) => kind === 'own-entry')
    return { text, commits, pullRequests, hasOwnEntry }
  })
}

/** Shows what is sent to the host and where it goes; what is known about the entries stays on this server. */
function RequestDetails({ request }: { request: PublishRequest }) {
  const url = useAppState(({ range }) =>
    range.status === 'loaded' ? range.index.answer.layout.web?.url : null,
  )
  const { text, entries: _entries, fromRef: _fromRef, config: _config, ...rest } = request
  return (
    <>
      <h3>Request</h3>
      <p>
        This server sends the following to <b>{url ?? request.repoFullName}</b> with your token:
      </p>
      <dl class="request-fields">
        {Object.entries(rest).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
      <section class="request-text" tabIndex={0} aria-label="Text to publish">
        <pre>{text}</pre>
      </section>
    </>
  )
}
