import { z } from 'zod'
import type { ModelUsage } from '../core/gateway.ts'
import { cutOff, type Failure, failureFromGatewayError, type Outcome, unusable } from './failure.ts'
import { parseGatewayError } from './gateway-error.ts'
import { type GatewaySetting, gatewayName } from './gateway-setting.ts'
import { quote } from './quote.ts'

// Some gateways send a list of parts; those of type `text` are the answer.
const content = z
  .union([z.string(), z.array(z.object({ type: z.string(), text: z.string().optional() }))])
  .nullish()
  .transform((given) => {
    if (!Array.isArray(given)) return given ?? ''
    return given.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('')
  })

const reasoning = z
  .unknown()
  .optional()
  .transform((given) => given !== undefined && given !== null && given !== '')

const messagePart = z.object({
  content,
  refusal: z.string().nullish(),
  // Reasoning only shows that the model is working; gateways have two names for it.
  reasoning,
  reasoning_content: reasoning,
})

const choice = z.object({
  delta: messagePart.nullish(),
  message: messagePart.nullish(),
  finish_reason: z.string().nullish(),
  error: z.unknown().optional(),
})

const count = z.number().int().nonnegative()
const usage = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  cost: z.number().nonnegative().nullish().catch(null),
})

/** A chunk of a streamed response, or a whole one: only the fields that are used. */
const responseChunk = z.object({
  error: z.unknown().optional(),
  model: z.string().nullish(),
  choices: z.array(choice).nullish(),
  // Invalid usage does not make the answer unusable.
  usage: usage.nullish().catch(null),
})
type ResponseChunk = z.infer<typeof responseChunk>

/** Receives the events of a response. */
export interface ResponseListener {
  setting: GatewaySetting
  now: () => number
  onText: (piece: string) => void
  /** Called for every text or reasoning. */
  onActivity: () => void
}

const maxCharacters = 1024 * 1024

/** Assembles a response from its chunks. */
export class ResponseCollector {
  readonly #listener: ResponseListener
  #text = ''
  #model: string | null = null
  #usage: ModelUsage | null = null
  #finished = false

  constructor(listener: ResponseListener) {
    this.#listener = listener
  }

  /** Adds the JSON of one chunk; returns a failure if the response cannot be used. */
  add(json: string): Failure | null {
    const { setting, now } = this.#listener
    const chunk = readChunk(json)
    if (chunk === null) return unusable(`${gatewayName(setting)} ${invalidForm}`)
    const first = chunk.choices?.[0]
    const error = chunk.error ?? first?.error ?? null
    if (error !== null) return failureFromGatewayError(parseGatewayError(error), now(), setting)
    this.#readUsage(chunk)
    const message = first?.delta ?? first?.message
    if (message?.refusal) return unusable(`The model refused to answer. ${another}`)
    if (message?.content || message?.reasoning || message?.reasoning_content) this.#listener.onActivity()
    return (
      (message?.content ? this.#addText(message.content) : null) ?? this.#finish(first?.finish_reason ?? null)
    )
  }

  /** Ends a response whose end the gateway marked. */
  finish(): Outcome {
    this.#finished = true
    return this.end()
  }

  /** Ends a response; it is a failure if the gateway gave no sign that it is complete. */
  end(): Outcome {
    const { setting } = this.#listener
    if (!this.#finished) return { failure: cutOff(setting) }
    if (this.#text.trim() === '') {
      const detail = `${gatewayName(setting)} returned an empty answer. ${another}`
      return { failure: unusable(detail, { isRetryable: true }) }
    }
    const model = quote(this.#model ?? '', setting.key) || setting.model
    return { response: { text: this.#text, model, usage: this.#usage } }
  }

  #readUsage({ model, usage }: ResponseChunk): void {
    if (model) this.#model = model
    if (!usage) return
    this.#usage = {
      inputTokens: usage.prompt_tokens,
      outputTokens: usage.completion_tokens,
      ...(usage.cost == null ? {} : { cost: usage.cost }),
    }
  }

  #addText(piece: string): Failure | null {
    this.#text += piece
    if (this.#text.length > maxCharacters) return tooLong(this.#listener.setting)
    this.#listener.onText(piece)
    return null
  }

  #finish(reason: string | null): Failure | null {
    if (reason === null) return null
    this.#finished = true
    const { setting } = this.#listener
    if (reason === 'length' || reason === 'max_tokens') {
      return unusable(
        'The model reached its output limit before the answer was complete. Ask for a smaller range, or choose another model.',
      )
    }
    if (reason === 'content_filter') {
      return unusable(`The content filter of ${gatewayName(setting)} stopped the answer. ${another}`)
    }
    // OpenRouter sends this when a model breaks off without further details.
    return reason === 'error' ? cutOff(setting) : null
  }
}

const another = 'Try again later, or choose another model.'
const invalidForm =
  "returned a response that is not a chat completion. Check that the gateway's configured URL is that of an OpenAI-compatible API."

/** The failure for a response that exceeds every sensible length. */
export function tooLong(setting: GatewaySetting): Failure {
  return unusable(`${gatewayName(setting)} returned an answer that is too long; it was stopped. ${another}`)
}

function readChunk(json: string): ResponseChunk | null {
  try {
    return responseChunk.safeParse(JSON.parse(json)).data ?? null
  } catch {
    // Not JSON; the caller reports it like any other invalid form.
    return null
  }
}
