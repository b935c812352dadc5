import { useEffect, useState } from 'preact/hooks'
import type { Wait } from '../state/app-state.ts'

/** Why nothing happens just now, and for how long; it goes on by itself unless somebody gives up. */
export function WaitNote({ wait, onStop }: { wait: Wait; onStop: () => void }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return (
    <div class="note note-warn">
      <p class="note-title">{wait.why}</p>
      <p>
        It goes on by itself in{' '}
        <b role="timer">{asDuration(Math.max(0, Math.ceil((wait.until - now) / 1000)))}</b>.
      </p>
      <div class="actions">
        <button type="button" onClick={onStop}>
          Cancel
        </button>
      </div>
    </div>
  )
}

function asDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
