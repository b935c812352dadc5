import { useEffect, useRef, useState } from 'preact/hooks'
import type { HostKind } from '../../src/core/web-address.ts'
import type { PublishRequest } from '../api-client/publish.ts'
import type { KnownRelease } from '../api-client/publishing.ts'
import { Button } from '../components/button.tsx'
import { Sheet } from '../components/dialog.tsx'
import { RadioGroup, type RadioOption } from '../components/field.tsx'
import { hostNames } from '../components/format.ts'
import { Icon } from '../components/icon.tsx'
import { Notice } from '../components/notice.tsx'
import { saveFile } from '../components/save-file.ts'
import { fileNameOf } from '../configuration/formats.ts'
import { currentConfig, useFormat } from '../configuration/use-format.ts'
import { addPublication } from '../editor-model/draft-record.ts'
import { countCommits } from '../editor-model/ledger.ts'
import { focusRow } from '../notes/focus-row.ts'
import { renderNotes } from '../preview/render-notes.ts'
import '../style/publish.css'
import type { Session } from '../state/app-state.ts'
import { useAppState, useServices } from '../state/store.ts'
import { publishStrings as strings } from '../strings/publish.ts'
import { copyText } from './copy-text.ts'
import { PublicationList } from './publication-list.tsx'
import {
  buildPublishRequest,
  type Destination,
  initialFields,
  PublishFields,
  type PublishFormFields,
} from './publish-fields.tsx'
import { PublishOutcome } from './publish-outcome.tsx'
import { PublishedDialog } from './published-dialog.tsx'
import { type ChangeState, SentView, useChange } from './sent-view.tsx'
import { usePublish } from './use-publish.ts'
import { usePublishContent } from './use-publish-content.ts'
import { type PublishingFacts, releaseOf, usePublishing } from './use-publishing.ts'

/** Publishes the notes; shows exactly what is sent before it is sent. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { store } = useServices()
  const session = useAppState((state) => state.session)
  const kind = useAppState((state) => state.hosts.find(({ name }) => name === state.session?.host)?.kind)
  if (!session || kind === undefined) return null
  const close = () => {
    onClose()
    // What opened the dialog may be gone, such as the command palette.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusRow(store, store.get().focused)
    })
  }
  return <PublishForm session={session} hostKind={kind} onClose={close} />
}

interface PublishFormProps {
  session: Session
  hostKind: HostKind
  onClose: () => void
}

const hasReleases: Record<HostKind, boolean> = {
  ...{ github: true, gitlab: true, gitea: true, bitbucket: false, git: false, local: false },
}
const hasPullRequests: Record<HostKind, boolean> = { ...hasReleases, bitbucket: true }

/** The destination that the dialog opens with. */
function usualDestination(kind: HostKind): Destination {
  if (hasReleases[kind]) return 'release'
  if (hasPullRequests[kind]) return 'pull_request'
  return kind === 'local' ? 'file' : 'copy'
}

function PublishForm({ session, hostKind, onClose }: PublishFormProps) {
  const { store } = useServices()
  const version = useAppState((state) => state.history.present.version)
  const repo = useAppState((state) => state.options.repo)
  const place = usePlace()
  const form = useRef<HTMLFormElement>(null)
  const [destination, setDestination] = useState(() => usualDestination(hostKind))
  const [given, setGiven] = useState(() => initialFields(store.get(), hostKind !== 'gitlab'))
  const [missing, setMissing] = useState(new Set<string>())
  const [isDone, setDone] = useState(false)
  const facts = usePublishing(session, hostKind, isDone)
  const release = releaseOf(given.tag, facts)
  // What is public cannot become a draft again.
  const fields = release && !release.draft ? { ...given, publish: true } : given
  const content = usePublishContent(destination)
  const request =
    destination === 'copy'
      ? null
      : buildPublishRequest(
          destination,
          { repoFullName: repo, host: session.host, ...content },
          fields,
          hostKind,
        )
  const { status, send, stop, reset } = usePublish(request, session, (published) => {
    const { record } = store.get()
    const name = published.kind === 'release' ? fields.tag.trim() : fields.path.trim()
    const { kind, action, state, url } = published
    const publication = { kind, action, state, url, name, place, at: Date.now() }
    store.dispatch({ type: 'recorded', record: addPublication(record, publication) })
    setDone(true)
  })
  // What failed with another token may work now.
  useEffect(reset, [session])
  const change = useChange(request, session, !isDone && status.status !== 'sending')
  const review = useChecks()
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), [])
  const start = () => {
    setMissing(new Set())
    setDone(false)
    reset()
  }
  const choose = (chosen: Destination) => {
    setDestination(chosen)
    start()
  }
  const update = (changed: Partial<PublishFormFields>) => {
    setGiven({ ...given, ...changed })
    start()
  }
  const close = () => {
    stop()
    onClose()
  }
  const submit = () => {
    const found = findMissing(request)
    setMissing(new Set(found))
    if (found.length > 0) form.current?.querySelector<HTMLInputElement>('[role="combobox"]')?.focus()
    else void send()
  }
  if (status.status === 'done') {
    const next =
      status.published.kind === 'release'
        ? { label: strings.update(fields.path), choose: () => choose('pull_request') }
        : status.published.kind === 'pull_request' && hasReleases[hostKind]
          ? { label: strings.release(hostNames[hostKind]), choose: () => choose('release') }
          : null
    const { tag, path: file } = fields
    return (
      <PublishedDialog
        {...{ published: status.published, host: hostNames[hostKind], place, tag, file, next, onClose }}
      />
    )
  }
  const isSending = status.status === 'sending'
  const isRemote = destination === 'release' || destination === 'pull_request'
  return (
    <Sheet
      title={strings.title(version ?? 'Unreleased')}
      onClose={close}
      bare
      actions={
        <>
          <FootNote {...{ destination, fields, place, change, release }} />
          <span class="grow" />
          <Button onClick={isSending ? stop : close}>Cancel</Button>
          {destination === 'copy' ? (
            <CopyButtons text={content.text} />
          ) : (
            <SendButton
              label={actName(destination, fields, release)}
              isSending={isSending}
              isEmpty={content.text === ''}
              onSend={submit}
            />
          )}
        </>
      }
    >
      <div class="publish">
        <form
          ref={form}
          class="publish-form"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <RadioGroup
            cards
            legend={strings.destination}
            value={destination}
            options={listDestinations(hostKind, fields, version)}
            onChange={choose}
          />
          <PublishFields
            kind={destination}
            {...{ fields, hostKind, session, facts, missing }}
            knownBase={change.status === 'ready' ? (change.preview.base ?? '') : ''}
            onChange={update}
          />
          {isRemote && (facts.mayWrite === true || facts.mayWrite === null) ? (
            <p class="hint">{facts.mayWrite ? strings.mayWrite(place) : strings.mayWriteUnknown}</p>
          ) : null}
          <PublicationList />
        </form>
        <div class="publish-side">
          <SentView
            {...{ destination, request, change, checks: review.count, text: content.text }}
            onReview={() => {
              close()
              review.show()
            }}
          />
          <div class="publish-notes">
            {isRemote && status.status !== 'failed' ? <WriteAccess facts={facts} place={place} /> : null}
            <PendingNote />
            <PublishOutcome status={status} onStop={stop} onPublish={() => update({ publish: true })} />
          </div>
        </div>
      </div>
    </Sheet>
  )
}

/** The address of the repository without its protocol. */
function usePlace(): string {
  return useAppState(({ range, options }) => {
    const url = range.status === 'loaded' ? range.index.answer.layout.web?.url : null
    return url?.replace(/^https?:\/\//, '') ?? options.repo
  })
}

/** All destinations; those that this host does not have say why. */
function listDestinations(
  kind: HostKind,
  { publish, path }: PublishFormFields,
  version: string | null,
): RadioOption<Destination>[] {
  const host = hostNames[kind]
  const name = kind === 'local' ? 'A folder' : kind === 'git' ? 'A Git server' : host
  return [
    {
      value: 'release',
      label: kind === 'local' || kind === 'git' ? strings.releaseOnHost : strings.release(host),
      icon: 'tag',
      disabled: !hasReleases[kind],
      hint: hasReleases[kind]
        ? publish
          ? strings.releaseHint
          : strings.releaseDraftHint
        : strings.noReleases(name),
    },
    {
      value: 'pull_request',
      label: strings.pullRequest,
      icon: 'git-pull-request',
      disabled: !hasPullRequests[kind],
      hint: hasPullRequests[kind]
        ? strings.pullRequestHint(version ?? 'the notes', path)
        : strings.noPullRequests(name),
    },
    {
      value: 'file',
      label: strings.file,
      icon: 'file-pen-line',
      disabled: kind !== 'local',
      hint: kind === 'local' ? strings.fileHint(path) : strings.notLocal,
    },
    { value: 'copy', label: strings.copy, icon: 'copy', hint: strings.copyHint },
  ]
}

/** Counts the checks that the user has not settled, and shows them. */
function useChecks(): { count: number; show: () => void } {
  const { store } = useServices()
  const range = useAppState((state) => state.range)
  const editor = useAppState((state) => state.history.present)
  const format = useFormat()
  const index = range.status === 'loaded' ? range.index : null
  const count = index ? renderNotes(editor, index, { format, part: 'section' }).findings.length : 0
  return { count, show: () => store.dispatch({ type: 'tab', tab: 'checks' }) }
}

/** Says that the token cannot write, or that nothing can be published, before anything is sent. */
function WriteAccess({ facts: { mayWrite, error }, place }: { facts: PublishingFacts; place: string }) {
  const { store } = useServices()
  if (error)
    return (
      <Notice kind="warn" title={error.title}>
        {error.detail}
      </Notice>
    )
  if (mayWrite === false)
    return (
      <Notice
        kind="warn"
        title={strings.mayNotWrite(place)}
        actions={
          <Button size="sm" onClick={() => store.dispatch({ type: 'session-expired' })}>
            {strings.useAnotherToken}
          </Button>
        }
      >
        {strings.mayNotWriteHint}
      </Notice>
    )
  return null
}

/** Says in one sentence what the button does. */
function FootNote({
  destination,
  fields,
  place,
  change,
  release,
}: {
  release: KnownRelease | undefined
  destination: Destination
  fields: PublishFormFields
  place: string
  change: ChangeState
}) {
  const updated = change.status === 'ready' ? change.preview.pullRequest : null
  const sentences = {
    release: () => {
      if (release && !release.draft) return strings.footUpdate(fields.tag, place)
      if (fields.publish) return strings.footPublish(fields.tag, place)
      return release ? strings.footUpdateDraft(fields.tag, place) : strings.footRelease(place)
    },
    pull_request: () => (updated === null ? strings.footPullRequest(place) : strings.footUpdates(updated)),
    file: () => strings.footFile(fields.path),
    copy: () => strings.footCopy,
  }
  const [before, what, after] = sentences[destination]()
  return (
    <p class="publish-foot-note">
      <Icon name="shield-check" />
      <span>
        {before}
        <b>{what}</b>
        {after}
      </span>
    </p>
  )
}

interface SendButtonProps {
  label: string
  isSending: boolean
  isEmpty: boolean
  onSend: () => void
}

function SendButton({ label, isSending, isEmpty, onSend }: SendButtonProps) {
  const online = useAppState((state) => state.online)
  const reason = online ? (isEmpty ? strings.noText : null) : strings.offline
  return (
    <>
      {reason === null ? null : (
        <span class="hint" id="publish-reason">
          {reason}
        </span>
      )}
      <Button
        kind="ink"
        busy={isSending}
        disabled={reason !== null || isSending}
        aria-describedby={reason === null ? undefined : 'publish-reason'}
        onClick={onSend}
      >
        {isSending ? strings.publishing : label}
      </Button>
    </>
  )
}

function CopyButtons({ text }: { text: string }) {
  const { store } = useServices()
  const format = useFormat()
  const config = useAppState(currentConfig)
  return (
    <>
      <Button
        icon="download"
        disabled={text === ''}
        onClick={() => saveFile(fileNameOf(format, config), 'text/markdown', text)}
      >
        {strings.download}
      </Button>
      <Button
        kind="ink"
        icon="copy"
        disabled={text === ''}
        onClick={() => void copyText(store, text, strings.copied)}
      >
        {strings.copyMarkdown}
      </Button>
    </>
  )
}

/** Says that some commits are not drafted yet; nothing waits for them. */
function PendingNote() {
  const range = useAppState((state) => state.range)
  const editor = useAppState((state) => state.history.present)
  const pending = range.status === 'loaded' ? countCommits(editor, range.index).pending : 0
  return pending === 0 ? null : <Notice kind="warn">{strings.pending(pending)}</Notice>
}

/** The names of required fields that are empty. */
function findMissing(request: PublishRequest | null): string[] {
  if (request?.kind === 'release') return request.tag === '' ? ['tag'] : []
  return request?.path === '' ? ['path'] : []
}

function actName(
  destination: Exclude<Destination, 'copy'>,
  { publish, path }: PublishFormFields,
  release: KnownRelease | undefined,
): string {
  if (destination === 'pull_request') return strings.openPullRequest
  if (destination === 'file') return strings.writeFile(path)
  if (release && (!release.draft || !publish)) return strings.updateRelease
  return publish ? strings.publishRelease : strings.createDraft
}
