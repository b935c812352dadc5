import type { Finding } from '../print/find-faults.ts'
import { useSend } from '../state/store.ts'

/** What a purist of the format and a suspicious editor would say; each finding leads to its entry. */
export function FindingsView({ findings, onJump }: { findings: Finding[]; onJump: () => void }) {
  const send = useSend()
  if (findings.length === 0)
    return (
      <p class="empty">
        Nothing to find fault with: the format is right, and every claim stands in the commits.
      </p>
    )
  const jump = (id: string) => {
    onJump()
    send({ type: 'open', id })
  }
  return (
    <ul class="plain-list findings">
      {findings.map(({ detail, itemId }, index) => (
        <li key={index}>
          <p>{detail}</p>
          {itemId === null ? null : (
            <button type="button" aria-label={`Go to the entry: ${detail}`} onClick={() => jump(itemId)}>
              Go to the entry
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
