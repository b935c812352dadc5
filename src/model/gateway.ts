import { Problem } from '../core/errors.ts'
import type { Gateway, ModelRequest, ModelResponse } from '../core/gateway.ts'
import type { HttpClient } from '../http-client/http-client.ts'
import { backoffMs } from '../http-client/retry.ts'
import type { CallResult, CircuitBreaker } from './circuit-breaker.ts'
import type { Outcome } from './failure.ts'
import { fetchPrice } from './fetch-price.ts'
import type { GatewayCache } from './gateway-cache.ts'
import { type GatewayCapabilities, withoutRejectedParameter } from './gateway-capabilities.ts'
import { readGatewayError } from './gateway-error.ts'
import { type GatewaySetting, gatewayName } from './gateway-setting.ts'
import { keyProblem } from './rejection-problem.ts'
import { sendRequest } from './send-request.ts'
import { tooLate, type WaitingLimits } from './stream-timeout.ts'

/** What a gateway client needs from outside. */
export interface GatewayContext {
  httpClient: HttpClient
  now: () => number
  random: () => number
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** One per gateway and process, shared by all callers. */
  breaker: CircuitBreaker
  /** One per process. */
  cache: GatewayCache
  limits?: GatewayLimits
  /** Receives a line when something fails that no answer depends on. */
  log?: (line: string) => void
}

/** How long a gateway may take, in milliseconds. */
interface GatewayLimits extends WaitingLimits {
  priceMs: number
}

const defaultLimits: GatewayLimits = { firstTokenMs: 30_000, silenceMs: 20_000, priceMs: 3_000 }
const maxAttempts = 3
const maxAdjustments = 3

/** Opens a language model behind any OpenAI-compatible gateway. */
export function openGateway(setting: GatewaySetting, context: GatewayContext): Gateway {
  const limits = context.limits ?? defaultLimits
  return {
    model: setting.model,
    ask: (request) =>
      ask({
        setting,
        context: { ...context, limits },
        request,
        capabilities: context.cache.capabilitiesFor(setting),
        adjustmentsLeft: maxAdjustments,
        lastProblem: null,
        hasSentText: false,
      }),
    price: (signal) => fetchPrice(setting, { ...context, ...limits }, signal),
    // Caching is the task of `ModelResponseCache`, which wraps a gateway.
    keep: () => {},
  }
}

/** A request with what was tried and what can still be tried. */
interface PendingRequest {
  setting: GatewaySetting
  context: GatewayContext & { limits: GatewayLimits }
  request: ModelRequest
  capabilities: GatewayCapabilities
  adjustmentsLeft: number
  lastProblem: Problem | null
  /** Whether the caller has received text of an answer that may have to start again. */
  hasSentText: boolean
}

/** Sends a request until there is a response or another attempt would not help. */
async function ask(pending: PendingRequest): Promise<ModelResponse> {
  const { setting, context, request } = pending
  checkKey(setting)
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await askWithSupportedParameters(pending)
    if ('response' in outcome) {
      // Stored only after success, because a gateway may name the wrong parameter.
      if (pending.adjustmentsLeft < maxAdjustments)
        context.cache.setCapabilities(setting, pending.capabilities)
      return outcome.response
    }
    const { problem, isRetryable, pauseMs } = outcome.failure
    const pause = pauseMs ?? backoffMs(attempt, context.random)
    // A wait past the deadline is useless: the request fails at once.
    if (!isRetryable || attempt >= maxAttempts || context.now() + pause >= request.deadlineAt) throw problem
    pending.lastProblem = problem
    await sleep(pause, pending)
  }
}

/** Sends a request, and again for each parameter that the gateway does not support. */
async function askWithSupportedParameters(pending: PendingRequest): Promise<Outcome> {
  for (;;) {
    const outcome = await callThroughBreaker(pending)
    if ('response' in outcome || outcome.failure.parameterError === null || pending.adjustmentsLeft === 0)
      return outcome
    // The name of a model may contain that of a parameter: there is one called Seed.
    const errorText = outcome.failure.parameterError.replaceAll(pending.setting.model, '')
    const reduced = withoutRejectedParameter(pending.capabilities, errorText)
    if (!reduced) return outcome
    pending.capabilities = reduced
    pending.adjustmentsLeft -= 1
  }
}

async function callThroughBreaker(pending: PendingRequest): Promise<Outcome> {
  const { setting, context, request } = pending
  request.signal.throwIfAborted()
  if (context.now() >= request.deadlineAt) return { failure: tooLate(setting) }
  const admission = context.breaker.enter()
  if (!admission.allowed) throw pending.lastProblem ?? breakerOpen(setting, admission.retryAfterSeconds)
  if (pending.hasSentText) request.onRestart()
  pending.hasSentText = false
  let result: CallResult = 'unclear'
  try {
    const outcome = await sendRequest({ ...context, ...pending, request: trackText(pending) })
    if ('response' in outcome) result = 'worked'
    else if (outcome.failure.isGatewayFault) result = 'failed'
    return outcome
  } finally {
    admission.settle(result)
  }
}

function trackText(pending: PendingRequest): ModelRequest {
  const onText = (piece: string) => {
    pending.hasSentText = true
    pending.request.onText(piece)
  }
  return { ...pending.request, onText }
}

async function sleep(pause: number, { context, request }: PendingRequest): Promise<void> {
  try {
    await context.sleep(pause, request.signal)
  } catch (error) {
    request.signal.throwIfAborted()
    throw error
  }
}

/** A key with characters that no header can hold is rejected before an error of `fetch` could repeat it. */
function checkKey(setting: GatewaySetting): void {
  if (/^[\x21-\x7e]+$/.test(setting.key)) return
  throw keyProblem({ status: 401, gatewayError: readGatewayError('') }, setting)
}

function breakerOpen(setting: GatewaySetting, retryAfter: number): Problem {
  return new Problem(
    'gateway_down',
    `${gatewayName(setting)} failed several times in a row, so requests are paused. Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`,
    { retryAfter },
  )
}
