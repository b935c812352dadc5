import { useEffect, useRef } from 'preact/hooks'
import type { Published } from '../../src/core/publisher.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { useServices } from '../state/store.ts'
import { publishStrings as strings } from '../strings/publish.ts'
import { copyText } from './copy-text.ts'
import '../style/publish.css'

interface PublishedDialogProps {
  published: Published
  /** The name of the host, and the address of the repository there. */
  host: string
  place: string
  tag?: string
  file?: string
  /** What the user may want to do next. */
  next?: { label: string; choose: () => void } | null
  onClose: () => void
}

/** Shows what was published, with a link to it and the next step. */
export function PublishedDialog(props: PublishedDialogProps) {
  const { published, host, next = null, onClose } = props
  const { store } = useServices()
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.closest('dialog')?.querySelector<HTMLElement>('h2')?.focus(), [])
  const url = published.url !== null && /^https?:\/\//.test(published.url) ? published.url : null
  return (
    <Dialog
      title={titleOf(published)}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {strings.back}
          </Button>
          <span class="grow" />
          {url === null ? null : (
            <a class="btn btn-ink btn-md" href={url} target="_blank" rel="noopener noreferrer">
              {strings.openOn(host)}
              <Icon name="arrow-up-right" size={14} />
            </a>
          )}
        </>
      }
    >
      <p ref={text} class="published-text" role="status">
        <Icon name="circle-check" />
        {describe(props)}
      </p>
      {url === null ? null : (
        <p class="published-link">
          <code>{url}</code>
          <Button size="sm" icon="link" onClick={() => void copyText(store, url, strings.linkCopied)}>
            {strings.copyLink}
          </Button>
        </p>
      )}
      {next ? (
        <p class="published-next">
          {strings.next} <LinkButton onClick={next.choose}>{next.label}</LinkButton>
        </p>
      ) : null}
    </Dialog>
  )
}

function titleOf({ kind, action, state }: Published): string {
  const { done } = strings
  if (action === 'unchanged') return done.unchanged
  if (kind === 'file') return done.file
  if (action === 'updated' && state !== 'published') return done.updated
  if (kind === 'pull_request') return done.pullRequest
  return state === 'draft' ? done.draft : action === 'updated' ? done.updated : done.release
}

function describe({ published, place, tag = '', file = '' }: PublishedDialogProps): string {
  const { kind, action, state } = published
  if (action === 'unchanged') return strings.nothingToChange
  if (kind === 'file') return strings.doneFile(file)
  if (action === 'updated') return strings.doneUpdated
  if (kind === 'pull_request') return strings.donePullRequest
  return state === 'draft' ? strings.doneDraft(tag, place) : strings.doneRelease(tag, place)
}
