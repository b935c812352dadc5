import type { Finding } from '../preview/collect-findings.ts'
import { useDispatch } from '../state/store.ts'

/** Lists the findings, each with a link to its entry. */
export function FindingsView({ findings, onJump }: { findings: Finding[]; onJump: () => void }) {
  const dispatch = useDispatch()
  if (findings.length === 0)
    return <p class="empty">No findings. The format is valid, and the commits support every statement.</p>
  const jump = (id: string) => {
    onJump()
    dispatch({ type: 'open-entry', id })
  }
  return (
    <ul class="plain-list findings">
      {findings.map(({ detail, entryId }, index) => (
        <li key={index}>
          <p>{detail}</p>
          {entryId === null ? null : (
            <button type="button" aria-label={`Go to entry: ${detail}`} onClick={() => jump(entryId)}>
              Go to entry
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
