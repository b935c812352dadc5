import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'

const pingMs = 15_000

/** A response that is a stream of server-sent events. */
export interface EventStream {
  send: (event: 'progress' | 'entry' | 'result' | 'error', data: unknown) => void
  end: () => void
}

/** Whether the client accepts server-sent events instead of one JSON response. */
export function acceptsEvents(accept: string | undefined): boolean {
  return (accept ?? '').split(',').some((range) => {
    const [type = '', ...parameters] = range
      .toLowerCase()
      .split(';')
      .map((part) => part.trim())
    return type === 'text/event-stream' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}

/** Starts the stream; a comment every 15 seconds keeps proxies from closing it. */
export function openEventStream(reply: FastifyReply): EventStream {
  const stream = new PassThrough()
  const ping = setInterval(() => stream.write(': ping\n\n'), pingMs)
  stream.on('close', () => clearInterval(ping))
  reply.header('x-accel-buffering', 'no').type('text/event-stream; charset=utf-8').send(stream)
  return {
    send: (event, data) => {
      if (stream.writable) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    },
    end: () => stream.end(),
  }
}
