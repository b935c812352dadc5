import { useEffect, useRef, useState } from 'preact/hooks'
import { describeError } from '../api-client/api-error.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { ErrorNote } from '../components/error-note.tsx'
import { Segmented } from '../components/field.tsx'
import { formatTime } from '../components/format.ts'
import { Icon } from '../components/icon.tsx'
import { Notice } from '../components/notice.tsx'
import { currentLinks, type ShareLink } from '../editor-model/draft-record.ts'
import { currentDraft } from '../effects/save-draft.ts'
import { handleRejectedToken } from '../effects/sign-in.ts'
import { copyText } from '../publish/copy-text.ts'
import type { ErrorInfo } from '../state/app-state.ts'
import { useAppState, useServices } from '../state/store.ts'
import { shareStrings as strings } from '../strings/share.ts'
import { formatShareLink, ShareError } from './encrypt-draft.ts'
import { createShareLink, deleteShareLink } from './share-draft.ts'
import '../style/share.css'

const choices = ['1', '7', '14'] as const

/** Creates links to a read-only copy of the draft, and ends them. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const { store } = useServices()
  const record = useAppState((state) => state.record)
  const [days, setDays] = useState<(typeof choices)[number]>('7')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<ErrorInfo | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const links = currentLinks(record, Date.now())
  const run = async (act: () => Promise<void>) => {
    setBusy(true)
    setError(null)
    try {
      await act()
    } catch (failure) {
      const info = describe(failure)
      handleRejectedToken(store, info)
      setError(info)
    } finally {
      setBusy(false)
    }
  }
  const changeLinks = (change: (links: ShareLink[]) => ShareLink[], text: string) => {
    const now = store.get().record
    store.dispatch({ type: 'recorded', record: { ...now, links: change(now.links) } })
    store.dispatch({ type: 'announce', text })
  }
  const create = () =>
    run(async () => {
      const now = Date.now()
      const draft = currentDraft(store.get(), now)
      const { session } = store.get()
      if (!draft || !session) return
      const link = await createShareLink(draft, { session, days: Number(days), now })
      changeLinks(
        (all) => [...currentLinks({ publications: [], links: all }, now), link],
        strings.linkCreated,
      )
    })
  const stop = (link: ShareLink) =>
    run(async () => {
      await deleteShareLink(link)
      changeLinks((all) => all.filter(({ id }) => id !== link.id), strings.stopped)
      body.current?.focus()
    })
  const newest = links[0]?.id
  const known = useRef(newest)
  useEffect(() => {
    // A new link is ready to be copied.
    if (newest !== undefined && newest !== known.current)
      body.current?.querySelector<HTMLElement>('.share-link button')?.focus()
    known.current = newest
  }, [newest])
  return (
    <Dialog
      title={strings.title}
      onClose={onClose}
      actions={
        <>
          <span class="grow" />
          <Button kind="ink" icon="link" busy={isBusy} disabled={isBusy} onClick={() => void create()}>
            {isBusy ? strings.creating : links.length === 0 ? strings.create : strings.createAnother}
          </Button>
        </>
      }
    >
      <div ref={body} class="share" tabIndex={-1}>
        <p>{strings.lead}</p>
        {links.length === 0 ? null : (
          <LinkList links={links} isBusy={isBusy} onStop={(link) => void stop(link)} />
        )}
        <Segmented
          legend={strings.expires}
          value={days}
          options={choices.map((value) => ({ value, label: strings.days(Number(value)) }))}
          onChange={setDays}
        />
        {error ? <ErrorNote error={error} /> : null}
        {links.some(({ temporary }) => temporary) ? <Notice kind="info">{strings.temporary}</Notice> : null}
        <p class="share-privacy hint">
          <Icon name="lock" size={14} />
          <span>{strings.privacy}</span>
        </p>
      </div>
    </Dialog>
  )
}

interface LinkListProps {
  links: ShareLink[]
  isBusy: boolean
  onStop: (link: ShareLink) => void
}

function LinkList({ links, isBusy, onStop }: LinkListProps) {
  const { store } = useServices()
  return (
    <section class="share-links" aria-label={strings.links}>
      <ul>
        {links.map((link) => {
          const url = formatShareLink(link, location.origin)
          const time = formatTime(link.createdAt)
          return (
            <li key={link.id} class="share-link">
              <span class="input-box">
                <Icon name="link" />
                <input type="text" readOnly value={url} aria-label={strings.linkOf(time)} />
              </span>
              <p class="share-link-foot">
                <span class="hint">
                  {strings.created(time)}, {strings.until(formatTime(Date.parse(link.expiresAt)))}
                </span>
                <span class="grow" />
                <Button
                  size="sm"
                  icon="copy"
                  aria-label={strings.copyOf(time)}
                  onClick={() => void copyText(store, url, strings.copied)}
                >
                  {strings.copy}
                </Button>
                <Button
                  size="sm"
                  kind="quiet"
                  disabled={isBusy}
                  aria-label={strings.stopOf(time)}
                  onClick={() => onStop(link)}
                >
                  {strings.stop}
                </Button>
              </p>
            </li>
          )
        })}
      </ul>
      <p class="hint">{strings.snapshot}</p>
    </section>
  )
}

function describe(failure: unknown): ErrorInfo {
  if (!(failure instanceof ShareError)) return describeError(failure)
  return { code: 'share', title: strings.title, detail: failure.message, retryAfter: null }
}
