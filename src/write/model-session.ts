import type { WriterReport } from '../core/answer.ts'
import { Problem, type ProblemCode } from '../core/errors.ts'
import type { ModelRequest, ModelResponse } from '../core/gateway.ts'
import type { Check, WriteRequest } from '../core/request.ts'
import type { Warning } from '../core/warnings.ts'
import { buildClaims, type HeldDraft, readVerdicts } from './claim-checker.ts'
import type { EntryReader } from './entry-reader.ts'
import { estimateOutputTokens } from './plan-batches.ts'
import { checkOf, toWritingOptions } from './plan-writing.ts'
import { checkInstructions, checkSchema, type WritingOptions } from './prompt.ts'
import { UsageTracker } from './usage.ts'
import type { ModelWriteContext } from './write-context.ts'

/** The time before the deadline that is reserved for finishing the answer, by rules if necessary. */
const reserveMs = 1500

/** The parts of a model request that differ between its kinds. */
type PromptParts = Pick<ModelRequest, 'instructions' | 'evidence' | 'answer'>

/** The calls of one generation to the language model: their limits, usage and failures. */
export class ModelSession {
  readonly writingOptions: WritingOptions
  /** How the model's texts are checked. */
  readonly check: Check
  readonly usage: UsageTracker
  readonly #request: WriteRequest
  readonly #context: ModelWriteContext
  readonly #stop = new AbortController()

  constructor(request: WriteRequest, context: ModelWriteContext) {
    this.#request = request
    this.#context = context
    this.usage = new UsageTracker(context.gateway.model)
    this.check = checkOf(request, context.gateway)
    this.writingOptions = toWritingOptions(request, context)
  }

  /** Whether the caller accepts only texts of the model. */
  get isModelRequired(): boolean {
    return this.#request.writer === 'model'
  }

  /** Whether the gateway has an outage, so that further calls are pointless. */
  hasGivenUp(): boolean {
    return this.usage.isOutage()
  }

  /** Builds a model request with the limits that all requests share. */
  buildRequest(
    prompt: PromptParts,
    { changes, reader }: { changes: number; reader?: EntryReader },
  ): ModelRequest {
    return {
      ...prompt,
      maxOutputTokens: 600 + 3 * estimateOutputTokens(changes),
      signal: AbortSignal.any([this.#context.signal, this.#stop.signal]),
      deadlineAt: this.#context.deadlineAt - reserveMs,
      onText: (piece) => reader?.push(piece),
      onRestart: () => reader?.restart(),
    }
  }

  /** Sends a request to the gateway and adds its usage to the total. */
  async send(request: ModelRequest): Promise<ModelResponse> {
    this.usage.calls += 1
    const response = await this.#context.gateway.ask(request)
    this.usage.add(response)
    return response
  }

  /** Stores a response that was accepted, for the next identical request. */
  keep(request: ModelRequest, response: ModelResponse): void {
    this.#context.gateway.keep(request, response)
  }

  /** Sends a request that the notes can do without; returns null if the gateway fails. */
  async trySend(request: ModelRequest): Promise<ModelResponse | null> {
    try {
      return await this.send(request)
    } catch (error) {
      this.throwIfAborted()
      if (error instanceof Problem) return null
      throw error
    }
  }

  /** Returns the verdicts of the model by the place of each draft; null if it gives none, and the rules decide. */
  async askForVerdicts(held: HeldDraft[]): Promise<ReturnType<typeof readVerdicts> | null> {
    const request = this.buildRequest(
      {
        instructions: checkInstructions,
        evidence: buildClaims(held, this.writingOptions),
        answer: checkSchema,
      },
      { changes: held.length },
    )
    try {
      if (this.hasGivenUp()) throw this.usage.failure
      const response = await this.send(request)
      const verdicts = readVerdicts(response.text)
      if (verdicts.size > 0) this.keep(request, response)
      return verdicts
    } catch (error) {
      this.throwIfAborted()
      if (!(error instanceof Problem)) throw error
      this.usage.checkFailure ??= error
      this.usage.uncheckedEntries += held.length
      return null
    }
  }

  /** Stops all running requests. */
  stop(reason: unknown): void {
    this.#stop.abort(reason)
  }

  throwIfAborted(): void {
    this.#context.signal.throwIfAborted()
  }

  /** Records a failure, so that the rules write instead. Throws if the caller must fix it or requires the model. */
  recordFailure(error: unknown): void {
    this.throwIfAborted()
    if (!(error instanceof Problem) || callerErrors.has(error.code) || this.isModelRequired) throw error
    this.usage.failure ??= error
  }

  report(): WriterReport {
    return this.usage.report()
  }

  warnings(cutTexts: number): Warning[] {
    return this.usage.warnings(cutTexts)
  }
}

/** Errors that only the caller can fix; they are reported instead of falling back to the rules. */
const callerErrors = new Set<ProblemCode>([
  'gateway_key_rejected',
  'gateway_credit',
  'gateway_denied',
  'model_not_found',
])
