import { useEffect, useRef } from 'preact/hooks'
import { TroubleNote } from '../parts/trouble-note.tsx'
import { WaitNote } from '../parts/wait-note.tsx'
import type { Trouble } from '../state/app-state.ts'
import { useTools } from '../state/store.ts'
import type { Sending } from './use-sending.ts'

interface OutcomeProps {
  sending: Sending
  onStop: () => void
  onPublish: () => void
}

/** Why it is not done yet, brought into sight. */
export function PublishOutcome({ sending, onStop, onPublish }: OutcomeProps) {
  const place = useRef<HTMLDivElement>(null)
  const wait = sending.is === 'sending' ? sending.wait : null
  const trouble = sending.is === 'failed' ? sending.trouble : null
  useEffect(() => {
    if (wait || trouble) place.current?.scrollIntoView({ block: 'nearest' })
  }, [wait, trouble])
  return (
    <div ref={place} class="outcome">
      {wait ? <WaitNote wait={wait} onStop={onStop} /> : null}
      {trouble ? <Failed trouble={trouble} onPublish={onPublish} /> : null}
    </div>
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
