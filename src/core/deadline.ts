import { asProblem, Problem } from './errors.ts'

/** How long the caller waits for a result. */
export interface Deadline {
  /** Aborted when the caller has left or the deadline has passed. */
  signal: AbortSignal
  /** The time of the deadline, in milliseconds since the epoch. */
  deadlineAt: number
}

/** A running deadline. */
export interface WorkTime extends Deadline {
  /** Turns an error into a problem; after the deadline that is `deadline_exceeded`. */
  explain: (error: unknown) => Problem
  /** Stops the timer when the work is done. */
  end: () => void
}

/** Starts a deadline; its signal is aborted when the caller leaves or the time is up. */
export function startDeadline(left: AbortSignal, deadlineMs: number): WorkTime {
  const { leave, end, ...time } = startTime(deadlineMs)
  const onAbort = () => leave(left.reason)
  if (left.aborted) onAbort()
  else left.addEventListener('abort', onAbort, { once: true })
  return {
    ...time,
    end: () => {
      end()
      left.removeEventListener('abort', onAbort)
    },
  }
}

/** Starts a deadline that the caller can also end early with `leave`. */
export function startTime(deadlineMs: number): WorkTime & { leave: (reason: unknown) => void } {
  // One controller and one timer, cleared at the end: the signals of AbortSignal.timeout pile up under load.
  const stop = new AbortController()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    stop.abort(new DOMException(`not finished within ${deadlineMs} ms`, 'TimeoutError'))
  }, deadlineMs)
  timer.unref()
  return {
    signal: stop.signal,
    deadlineAt: Date.now() + deadlineMs,
    explain: (error) => {
      if (error instanceof Problem || !isLate) return asProblem(error)
      return new Problem(
        'deadline_exceeded',
        `The answer was not ready after ${deadlineMs} ms. Use a smaller range, or try again later.`,
        { cause: error },
      )
    },
    leave: (reason) => stop.abort(reason),
    end: () => clearTimeout(timer),
  }
}
