import { createParser } from 'eventsource-parser'
import type { HttpResponse } from '../http-client/http-client.ts'
import { type Outcome, unusable } from './failure.ts'
import { nameOf } from './gateway-setting.ts'
import { GatheredAnswer, type Listener, tooLong } from './gathered-answer.ts'
import { quote } from './quote.ts'

const mostEventCharacters = 1024 * 1024

/** Reads an answer with a good status: a stream of events, or JSON where the gateway does not stream. */
export async function readAnswer(reply: HttpResponse, listener: Listener): Promise<Outcome> {
  const given = reply.headers.get('content-type') ?? ''
  const type = given.split(';')[0]!.trim().toLowerCase()
  if (type === 'text/event-stream' || type === 'text/plain' || type === '') return readStream(reply, listener)
  if (/[/+]json$/.test(type)) return readWhole(reply, listener)
  await reply.discard()
  return {
    failure: unusable(
      `${nameOf(listener.setting)} answered with something other than a model's answer (${quote(given, listener.setting.key)}). Check the gateway's configured address, and that no proxy or sign-in page stands before it.`,
    ),
  }
}

async function readStream(reply: HttpResponse, listener: Listener): Promise<Outcome> {
  const answer = new GatheredAnswer(listener)
  const events: string[] = []
  let overflow = false
  const parser = createParser({
    maxBufferSize: mostEventCharacters,
    onEvent: ({ data }) => void events.push(data),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') overflow = true
    },
  })
  const decoder = new TextDecoder()
  for await (const bytes of reply.bytes()) {
    parser.feed(decoder.decode(bytes, { stream: true }))
    for (const data of events.splice(0)) {
      if (data.trim() === '[DONE]') return answer.finish()
      const failure = answer.take(data)
      if (failure) return { failure }
    }
    if (overflow) return { failure: tooLong(listener.setting) }
  }
  return answer.end()
}

async function readWhole(reply: HttpResponse, listener: Listener): Promise<Outcome> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of reply.bytes()) {
    listener.onLife()
    text += decoder.decode(bytes, { stream: true })
  }
  const answer = new GatheredAnswer(listener)
  const failure = answer.take(text + decoder.decode())
  return failure ? { failure } : answer.finish()
}
