import { gzipSync } from 'node:zlib'
import { type Behaviour, type ChatRequest, inJson, type Script, type Step } from './gateway.ts'

const stream = { 'content-type': 'text/event-stream; charset=utf-8' }
const counts = { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150, cost: 0.0021 }

/** One event of a stream. */
function event(data: unknown): Step {
  return { send: `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n` }
}

/** A chunk that says something, or why nothing more is said. */
export function chunk(model: string, delta: object, finish: string | null = null): Step {
  return event({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
}

/** A stream that begins as OpenRouter's do. */
function streaming(steps: Step[]): Script {
  return { headers: stream, steps: [{ send: ': OPENROUTER PROCESSING\n\n' }, ...steps] }
}

function pieces(text: string): string[] {
  return text.match(/.{1,20}/gsu) ?? []
}

function lastUserMessage({ messages }: ChatRequest): string {
  return messages.findLast(({ role }) => role === 'user')?.content ?? ''
}

/** Says a text, streamed, with what it cost. */
export function saying(text: string, finish = 'stop'): Behaviour {
  return ({ model }) =>
    streaming([
      chunk(model, { role: 'assistant', content: '' }),
      ...pieces(text).map((piece) => chunk(model, { content: piece })),
      chunk(model, {}, finish),
      event({ model, choices: [], usage: counts }),
      event('[DONE]'),
    ])
}

/** The good writer: what it says, a callback makes of the user's message, as text or as JSON. */
export function writing(write: (userMessage: string) => unknown): Behaviour {
  return (body, call) => {
    const written = write(lastUserMessage(body))
    return saying(typeof written === 'string' ? written : JSON.stringify(written))(body, call)
  }
}

/** Chats instead of answering by the schema. */
export const prose = saying('Sure! Here are the release notes you asked for: lots of fixes.')
/** Right, but wrapped as for a reader. */
export const fenced = saying('```json\n{"entries":[],"summary":""}\n```')
/** Ends well, though its JSON does not. */
export const cutJson = saying('{"entries":[{"ids":["c1"],"text":"Half a sen')
export const emptyAnswer = saying('')
/** Ran out of tokens. */
export const outOfRoom = saying('{"entries":[{"ids":["c1"]', 'length')
export const filtered = saying('{"entries":[', 'content_filter')
/** The model itself does not want to. */
export const refusing: Behaviour = ({ model }) =>
  streaming([chunk(model, { refusal: "I'm sorry, I can't help with that." }), chunk(model, {}, 'stop')])

/** Fails with a status, in OpenAI's form. */
export function failing(
  status: number,
  error: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Behaviour {
  const body = { error: { message: `The gateway's own words about ${status}.`, code: status, ...error } }
  return () => inJson(body, status, headers)
}

/** Knows no schema; what it does with other questions is another behaviour. */
export function withoutSchema(otherwise: Behaviour): Behaviour {
  const message =
    "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."
  return (body, call) =>
    (body.response_format?.type === 'json_schema'
      ? failing(400, { message, param: 'response_format' })
      : otherwise)(body, call)
}

/** Does not take some parameters, and names the first that it meets. */
export function withoutParameters(names: string[], otherwise: Behaviour): Behaviour {
  return (body, call) => {
    const name = names.find((each) => each in body)
    if (name === undefined) return otherwise(body, call)
    const instead = name === 'max_tokens' ? " Use 'max_completion_tokens' instead." : ''
    const message = `Unsupported parameter: '${name}' is not supported with this model.${instead}`
    return failing(400, { message, param: name, code: 'unsupported_parameter' })(body, call)
  }
}

/** An error under a good status. */
export function errorInBody(code: number | string, message = 'Provider returned error'): Behaviour {
  return () => inJson({ error: { code, message } })
}

/** An error after some good pieces. */
export function errorInStream(code: number | string, message = 'Provider disconnected'): Behaviour {
  return ({ model }) =>
    streaming([
      chunk(model, { content: '{"entries":' }),
      event({
        model,
        error: { code, message },
        choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
      }),
    ])
}

/** Thinks for a while before the first byte. */
export function slow(waitMs: number, otherwise: Behaviour): Behaviour {
  return (body, call) => {
    const script = otherwise(body, call)
    return { ...script, steps: [{ waitMs }, ...script.steps] }
  }
}

/** Never says anything. */
export const silent: Behaviour = () => ({ headers: stream, steps: ['hang'] })
/** Keeps the connection warm, and says nothing. */
export const onlyComments: Behaviour = () => ({
  headers: stream,
  steps: [{ endless: ': OPENROUTER PROCESSING\n\n', everyMs: 10 }],
})
/** Falls silent in the middle. */
export const stalling: Behaviour = ({ model }) =>
  streaming([chunk(model, { content: '{"entries":' }), 'hang'])
/** Breaks the connection in the middle. */
export const cutting: Behaviour = ({ model }) =>
  streaming([chunk(model, { content: '{"entries":' }), { waitMs: 20 }, 'cut'])
/** Ends well for HTTP, and without a last word. */
export const trailingOff: Behaviour = ({ model }) => streaming([chunk(model, { content: '{"entries":' })])
/** Breaks the connection before it said anything. */
export const hangingUp: Behaviour = () => ({ steps: ['cut'] })
/** Talks without an end. */
export const endless: Behaviour = ({ model }) => ({
  headers: stream,
  steps: [{ endless: (chunk(model, { content: 'and on '.repeat(2000) }) as { send: string }).send }],
})
/** One line without an end. */
export const endlessLine: Behaviour = () => ({
  headers: stream,
  steps: [{ send: 'data: ' }, { endless: 'x'.repeat(64 * 1024) }],
})
/** A few kilobytes that unpack to far more than an answer may have. */
export const bomb: Behaviour = () => ({
  headers: { ...stream, 'content-encoding': 'gzip' },
  steps: [{ send: packed }],
})
const packed = gzipSync(Buffer.alloc(50_000_000, ' '))

/** Does not stream, whatever is asked. */
export function inOnePiece(text: string): Behaviour {
  return ({ model }) =>
    inJson({
      object: 'chat.completion',
      model,
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      usage: counts,
    })
}

/** A sign-in page in place of an API. */
export const webPage: Behaviour = () => ({
  headers: { 'content-type': 'text/html' },
  steps: [{ send: '<!doctype html><title>Sign in</title><p>Please sign in.' }],
})

/** One behaviour for each question; the last one stays. */
export function inTurn(...behaviours: [Behaviour, ...Behaviour[]]): Behaviour {
  let next = 0
  return (body, call) => {
    const behaviour = behaviours[Math.min(next, behaviours.length - 1)]!
    next += 1
    return behaviour(body, call)
  }
}
