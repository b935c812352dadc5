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
  /** What went wrong, in words; an end by the deadline is one. */
  explain: (error: unknown) => Problem
  /** Lets go of the timer; the work is over. */
  end: () => void
}

/** The time that some work has: until its caller leaves or the deadline passes. */
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

/** Time that passes; whoever knows that the caller left ends it before. */
export function startTime(deadlineMs: number): WorkTime & { leave: (reason: unknown) => void } {
  // One controller and one timer, let go at the end: signals that time out by themselves pile up under load.
  const stop = new AbortController()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    stop.abort(new DOMException(`nothing came of it within ${deadlineMs} ms`, 'TimeoutError'))
  }, deadlineMs)
  timer.unref()
  return {
    signal: stop.signal,
    deadlineAt: Date.now() + deadlineMs,
    explain: (error) => {
      if (error instanceof Problem || !isLate) return asProblem(error)
      return new Problem(
        'deadline_exceeded',
        `The answer was not ready after ${deadlineMs} ms. Ask for a smaller range, or try again later.`,
        { cause: error },
      )
    },
    leave: (reason) => stop.abort(reason),
    end: () => clearTimeout(timer),
  }
}
