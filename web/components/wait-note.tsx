import { useEffect, useState } from 'preact/hooks'
import type { RetryWait } from '../state/app-state.ts'
import { pageStrings } from '../strings/page.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** Shows why the page waits and counts down to the next attempt; the user can cancel. */
export function WaitNote({ wait, onStop }: { wait: RetryWait; onStop: () => void }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return (
    <Notice
      kind="warn"
      icon="clock"
      title={wait.reason}
      actions={
        <Button size="sm" onClick={onStop}>
          {pageStrings.stop}
        </Button>
      }
    >
      {pageStrings.continuesIn}{' '}
      <b role="timer">{formatDuration(Math.max(0, Math.ceil((wait.until - now) / 1000)))}</b>
    </Notice>
  )
}

function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
