import type { FastifyReply } from 'fastify'
import type { Deadline } from '../core/deadline.ts'
import { startTime, type WorkTime } from '../core/deadline.ts'
import { sendProblem } from './problem-document.ts'

/** A signal that ends the work when the caller leaves or the deadline passes. */
export function requestDeadline(reply: FastifyReply, deadlineMs: number): WorkTime & { left: () => boolean } {
  const { leave, end, ...time } = startTime(deadlineMs)
  let left = false
  const onClose = () => {
    left = true
    leave(new Error('the caller left'))
  }
  reply.raw.once('close', onClose)
  return {
    ...time,
    left: () => left,
    end: () => {
      end()
      reply.raw.off('close', onClose)
    },
  }
}

/** Sends what some work gives, unless the caller leaves or the deadline passes before. */
export async function inTime(
  reply: FastifyReply,
  deadlineMs: number,
  make: (time: Deadline) => Promise<object>,
): Promise<void> {
  const { request } = reply
  const work = requestDeadline(reply, deadlineMs)
  try {
    await reply.send(await make(work))
  } catch (error) {
    if (work.left()) request.log.info('the caller left')
    else sendProblem(work.explain(error), request, reply)
  } finally {
    work.end()
  }
}
