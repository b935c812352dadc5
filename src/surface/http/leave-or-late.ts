import type { FastifyReply } from 'fastify'
import { asProblem, Problem } from '../../errors.ts'

/** A signal that ends the work when the caller leaves or the deadline passes. */
export function leaveOrLate(reply: FastifyReply, deadlineMs: number) {
  const left = new AbortController()
  const onClose = () => left.abort(new Error('the caller left'))
  reply.raw.once('close', onClose)
  const deadline = AbortSignal.timeout(deadlineMs)
  return {
    signal: AbortSignal.any([left.signal, deadline]),
    deadlineAt: Date.now() + deadlineMs,
    left: () => left.signal.aborted,
    end: () => reply.raw.off('close', onClose),
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
