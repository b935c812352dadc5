import { asProblem, Problem } from '../errors.ts'

/** The time that some work has: until its caller leaves or the deadline passes. */
export function startDeadline(left: AbortSignal, deadlineMs: number) {
  const deadline = AbortSignal.timeout(deadlineMs)
  return {
    signal: AbortSignal.any([left, deadline]),
    deadlineAt: Date.now() + deadlineMs,
    /** What went wrong, in words; an end by the deadline is one. */
    explain: (error: unknown) => {
      if (error instanceof Problem || !deadline.aborted) return asProblem(error)
      return new Problem(
        'deadline_exceeded',
        `The notes were not ready after ${deadlineMs} ms. Ask for a smaller range, or try again later.`,
        { cause: error },
      )
    },
  }
}
