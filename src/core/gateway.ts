import type { Deadline } from './deadline.ts'
/** A language model behind its gateway, with a key that pays. */
export interface Gateway {
  readonly model: string
  ask(question: ModelRequest): Promise<ModelResponse>
  /** The price, where the gateway tells it. */
  price(signal: AbortSignal): Promise<ModelPrice | null>
  /** Remembers an answer that was of use, for whoever asks the very same again. */
  keep(question: ModelRequest, reply: ModelResponse): void
}

/** What a language model is asked: what never changes, the evidence of this time, the shape of the answer. */
export interface ModelRequest extends Deadline {
  /** The part that is the same for every question of a kind; it comes first, so that gateways can cache it. */
  instructions: string
  evidence: string
  answer: { name: string; schema: Record<string, unknown> }
  maxOutputTokens: number
  /** Gets the answer piece by piece while it is written; after another attempt it begins anew with `restart`. */
  onText: (piece: string) => void
  onRestart: () => void
}

/** A whole answer of a language model; half ones are problems. */
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

/** What a gateway asks for a million tokens, in its own currency. */
export interface ModelPrice {
  input: number
  output: number
}

/** What asking a language model for the words will take, by estimate. */
export interface ModelPlan {
  model: string
  calls: number
  inputTokens: number
  outputTokens: number
  /** In the gateway's currency; null where it tells no prices. */
  cost: number | null
  /** How many changes have texts so long that only their beginning is sent. */
  cutTexts: number
}
