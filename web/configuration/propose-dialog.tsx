import { useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { TextField } from '../components/field.tsx'
import { hostNames } from '../components/format.ts'
import { PublishOutcome } from '../publish/publish-outcome.tsx'
import { PublishedDialog } from '../publish/published-dialog.tsx'
import { usePublish } from '../publish/use-publish.ts'
import type { Session } from '../state/app-state.ts'
import { useAppState } from '../state/store.ts'
import { currentHostKind } from './use-format.ts'

interface ProposeDialogProps {
  path: string
  text: string
  onClose: () => void
}

/** Opens a pull request with the configuration file. */
export function ProposeDialog(props: ProposeDialogProps) {
  const session = useAppState((state) => state.session)
  const kind = useAppState((state) => state.hosts.find(({ name }) => name === state.session?.host)?.kind)
  if (!session || kind === undefined) return null
  if (kind === 'local' || kind === 'git' || kind === 'bitbucket')
    return (
      <Dialog title="Open a pull request" onClose={props.onClose}>
        <p>Notewright cannot open pull requests on this host. Download the file and commit it yourself.</p>
      </Dialog>
    )
  return <ProposeForm {...props} session={session} />
}

function ProposeForm({ path, text, session, onClose }: ProposeDialogProps & { session: Session }) {
  const repo = useAppState((state) => state.options.repo)
  const online = useAppState((state) => state.online)
  const hostKind = useAppState(currentHostKind)
  const host = hostKind === null ? session.host : hostNames[hostKind]
  const [base, setBase] = useState('')
  const target = base.trim() === '' ? {} : { base: base.trim() }
  const request = {
    kind: 'configuration',
    repoFullName: repo,
    host: session.host,
    text,
    path,
    ...target,
  } as const
  const { status, send, stop, reset } = usePublish(request, session)
  if (status.status === 'done')
    return <PublishedDialog published={status.published} host={host} place={repo} onClose={onClose} />
  const close = () => {
    stop()
    onClose()
  }
  return (
    <Dialog
      title="Open a pull request"
      onClose={close}
      actions={
        <Button
          kind="ink"
          busy={status.status === 'sending'}
          disabled={!online || status.status === 'sending'}
          onClick={() => void send()}
        >
          {status.status === 'sending' ? 'Sending…' : 'Open the pull request'}
        </Button>
      }
    >
      <p>
        This server writes <code>{path}</code> to a new branch of <b>{repo}</b> with your token, and opens a
        pull request. If one is already open, it is updated.
      </p>
      <TextField
        label="Target branch (default: the main branch)"
        value={base}
        onInput={(value) => {
          setBase(value)
          reset()
        }}
      />
      <PublishOutcome status={status} onStop={stop} onPublish={() => {}} />
    </Dialog>
  )
}
