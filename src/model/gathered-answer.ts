import type { ModelUsage } from '../core/gateway.ts'
import { type AnswerChunk, answerChunk } from './answer-chunk.ts'
import { cutOff, type Failure, failureOfGatewayError, type Outcome, unusable } from './failure.ts'
import { gatewayErrorIn } from './gateway-error.ts'
import { type GatewaySetting, nameOf } from './gateway-setting.ts'
import { quote } from './quote.ts'

/** Whoever listens while an answer comes in. */
export interface Listener {
  setting: GatewaySetting
  now: () => number
  onText: (piece: string) => void
  /** Something was said, or at least thought. */
  onLife: () => void
}

const mostCharacters = 1024 * 1024

/** Puts an answer together from its chunks. */
export class GatheredAnswer {
  readonly #listener: Listener
  #text = ''
  #model: string | null = null
  #usage: ModelUsage | null = null
  #finished = false

  constructor(listener: Listener) {
    this.#listener = listener
  }

  /** Takes the JSON of one chunk; tells what makes the answer useless, if anything does. */
  take(json: string): Failure | null {
    const { setting, now } = this.#listener
    const chunk = readChunk(json)
    if (chunk === null) return unusable(`${nameOf(setting)} ${brokenForm}`)
    const first = chunk.choices?.[0]
    const error = chunk.error ?? first?.error ?? null
    if (error !== null) return failureOfGatewayError(gatewayErrorIn(error), now(), setting)
    this.#note(chunk)
    const said = first?.delta ?? first?.message
    if (said?.refusal) return unusable(`The model refused to answer. ${another}`)
    if (said?.content || said?.reasoning || said?.reasoning_content) this.#listener.onLife()
    return (said?.content ? this.#add(said.content) : null) ?? this.#finish(first?.finish_reason ?? null)
  }

  /** Nothing more comes, and the gateway said so. */
  finish(): Outcome {
    this.#finished = true
    return this.end()
  }

  /** Nothing more comes; whether it is whole is seen by what was said. */
  end(): Outcome {
    const { setting } = this.#listener
    if (!this.#finished) return { failure: cutOff(setting) }
    if (this.#text.trim() === '') {
      const detail = `${nameOf(setting)} gave an empty answer. ${another}`
      return { failure: unusable(detail, { again: true }) }
    }
    const model = quote(this.#model ?? '', setting.key) || setting.model
    return { reply: { text: this.#text, model, usage: this.#usage } }
  }

  #note({ model, usage }: AnswerChunk): void {
    if (model) this.#model = model
    if (!usage) return
    this.#usage = {
      inputTokens: usage.prompt_tokens,
      outputTokens: usage.completion_tokens,
      ...(usage.cost == null ? {} : { cost: usage.cost }),
    }
  }

  #add(piece: string): Failure | null {
    this.#text += piece
    if (this.#text.length > mostCharacters) return tooLong(this.#listener.setting)
    this.#listener.onText(piece)
    return null
  }

  #finish(reason: string | null): Failure | null {
    if (reason === null) return null
    this.#finished = true
    const { setting } = this.#listener
    if (reason === 'length' || reason === 'max_tokens') {
      return unusable(
        'The model ran out of room before its answer was whole. Ask for a smaller range, or choose another model.',
      )
    }
    if (reason === 'content_filter') {
      return unusable(`A filter of ${nameOf(setting)} stopped the answer. ${another}`)
    }
    // OpenRouter's word for a model that broke off, should it say no more than that.
    return reason === 'error' ? cutOff(setting) : null
  }
}

const another = 'Try again later, or choose another model.'
const brokenForm =
  "answered in a form that is not that of a model's answer. Check that the gateway's configured address leads to an OpenAI-compatible API."

/** An answer that is longer than any could be. */
export function tooLong(setting: GatewaySetting): Failure {
  return unusable(`${nameOf(setting)} gave an answer without an end, and it was stopped. ${another}`)
}

function readChunk(json: string): AnswerChunk | null {
  try {
    return answerChunk.safeParse(JSON.parse(json)).data ?? null
  } catch {
    // No JSON at all: the caller tells it like any other wrong form.
    return null
  }
}
