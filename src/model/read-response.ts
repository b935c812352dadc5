import { createParser } from 'eventsource-parser'
import { takeTurn } from '../core/take-turn.ts'
import type { HttpResponse } from '../http-client/http-client.ts'
import { type Outcome, unusable } from './failure.ts'
import { gatewayName } from './gateway-setting.ts'
import { quote } from './quote.ts'
import { ResponseCollector, type ResponseListener, tooLong } from './response-collector.ts'

const maxEventCharacters = 1024 * 1024

/** Reads a response with status 200: server-sent events, or JSON if the gateway does not stream. */
export async function readResponse(response: HttpResponse, listener: ResponseListener): Promise<Outcome> {
  const given = response.headers.get('content-type') ?? ''
  const type = given.split(';')[0]!.trim().toLowerCase()
  if (type === 'text/event-stream' || type === 'text/plain' || type === '')
    return readStream(response, listener)
  if (/[/+]json$/.test(type)) return readWhole(response, listener)
  await response.discard()
  return {
    failure: unusable(
      `${gatewayName(listener.setting)} returned something other than a chat completion (${quote(given, listener.setting.key)}). Check the gateway's configured URL, and that no proxy or sign-in page answers instead.`,
    ),
  }
}

async function readStream(response: HttpResponse, listener: ResponseListener): Promise<Outcome> {
  const collector = new ResponseCollector(listener)
  const events: string[] = []
  let overflow = false
  const parser = createParser({
    maxBufferSize: maxEventCharacters,
    onEvent: ({ data }) => void events.push(data),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') overflow = true
    },
  })
  const decoder = new TextDecoder()
  for await (const bytes of response.bytes()) {
    parser.feed(decoder.decode(bytes, { stream: true }))
    for (const data of events.splice(0)) {
      await takeTurn()
      if (data.trim() === '[DONE]') return collector.finish()
      const failure = collector.add(data)
      if (failure) return { failure }
    }
    if (overflow) return { failure: tooLong(listener.setting) }
  }
  return collector.end()
}

async function readWhole(response: HttpResponse, listener: ResponseListener): Promise<Outcome> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of response.bytes()) {
    listener.onActivity()
    text += decoder.decode(bytes, { stream: true })
  }
  const collector = new ResponseCollector(listener)
  const failure = collector.add(text + decoder.decode())
  return failure ? { failure } : collector.finish()
}
