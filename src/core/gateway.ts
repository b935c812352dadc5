import type { Deadline } from './deadline.ts'
import type { Check } from './request.ts'

/** A language model behind its gateway, with a key that pays. */
export interface Gateway {
  readonly model: string
  /** How entries are checked if the request does not say; `full` if absent. */
  readonly check?: Check
  ask(request: ModelRequest): Promise<ModelResponse>
  /** Returns the price, if the gateway publishes it. */
  price(signal: AbortSignal): Promise<ModelPrice | null>
  /** Caches a usable response for equal requests. */
  keep(request: ModelRequest, response: ModelResponse): void
}

/** A request to a language model: fixed instructions, the evidence, and the schema of the answer. */
export interface ModelRequest extends Deadline {
  /** The part that is equal for all requests of a kind; it comes first so that gateways can cache it. */
  instructions: string
  evidence: string
  answer: { name: string; schema: Record<string, unknown> }
  maxOutputTokens: number
  /** Receives the answer in pieces; a retry calls `onRestart` and starts from the beginning. */
  onText: (piece: string) => void
  onRestart: () => void
}

/** A complete response of a language model; an incomplete one is a problem. */
export interface ModelResponse {
  text: string
  model: string
  usage: ModelUsage | null
}

/** What a language model cost. */
export interface ModelUsage {
  inputTokens: number
  outputTokens: number
  cost?: number | undefined
}

/** The price of a million tokens, in the currency of the gateway. */
export interface ModelPrice {
  input: number
  output: number
}

/** The estimated cost of writing entries with a language model. */
export interface ModelPlan {
  model: string
  calls: number
  inputTokens: number
  outputTokens: number
  /** In the gateway's currency; null if it publishes no prices. */
  cost: number | null
  /** How many changes have texts so long that only their beginning is sent. */
  cutTexts: number
}
