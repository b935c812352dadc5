import type { FastifyReply } from 'fastify'
import { type Deadline, startTime, type WorkTime } from '../core/deadline.ts'
import { sendProblem } from './problem-document.ts'

/** The deadline of a request, which also ends when the client closes the connection. */
export interface RequestDeadline extends WorkTime {
  /** Whether the client closed the connection before the response was sent. */
  isClientGone: () => boolean
}

/** Starts the deadline of a request. */
export function startRequestDeadline(reply: FastifyReply, deadlineMs: number): RequestDeadline {
  const { leave, end, ...deadline } = startTime(deadlineMs)
  let isClientGone = false
  const onClose = () => {
    isClientGone = true
    leave(new Error('the client closed the connection'))
  }
  reply.raw.once('close', onClose)
  return {
    ...deadline,
    isClientGone: () => isClientGone,
    end: () => {
      end()
      reply.raw.off('close', onClose)
    },
  }
}

/** Sends the result of some work, unless the client disconnects or the deadline passes first. */
export async function sendWithinDeadline(
  reply: FastifyReply,
  deadlineMs: number,
  work: (deadline: Deadline) => Promise<object>,
): Promise<void> {
  const { request } = reply
  const deadline = startRequestDeadline(reply, deadlineMs)
  try {
    await reply.send(await work(deadline))
  } catch (error) {
    if (deadline.isClientGone()) request.log.info('the client closed the connection')
    else sendProblem(deadline.explain(error), request, reply)
  } finally {
    deadline.end()
  }
}
