import { useEffect, useState } from 'preact/hooks'
import type { RetryWait } from '../state/app-state.ts'

/** Shows why the page waits and counts down to the next attempt; the user can cancel. */
export function WaitNote({ wait, onStop }: { wait: RetryWait; onStop: () => void }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return (
    <div class="note note-warn">
      <p class="note-title">{wait.reason}</p>
      <p>
        Retrying in <b role="timer">{formatDuration(Math.max(0, Math.ceil((wait.until - now) / 1000)))}</b>.
      </p>
      <div class="actions">
        <button type="button" onClick={onStop}>
          Cancel
        </button>
      </div>
    </div>
  )
}

function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
