import { Problem } from '../core/errors.ts'
import type { ModelResponse } from '../core/gateway.ts'
import { retryAfterMs } from '../http-client/retry.ts'
import { type GatewayError, statusOf } from './gateway-error.ts'
import { type GatewaySetting, nameOf } from './gateway-setting.ts'
import { causeWithoutKey } from './quote.ts'
import { isQuotaUsedUp, problemOfRefusal, type Refusal, saidIn } from './refusal-problem.ts'

/** Why a call gave no answer, and what that means for the next one. */
export interface Failure {
  problem: Problem
  /** Whether another attempt may fare better. */
  again: boolean
  /** Whether the gateway is to blame whoever asks; only that counts for the breaker. */
  blame: boolean
  /** How long the gateway asks to be left alone; null when it does not say. */
  pauseMs: number | null
  /** What it said when it did not like the form of the question; null when it was something else. */
  dislike: string | null
}

/** What became of one call. */
export type Outcome = { reply: ModelResponse } | { failure: Failure }

/** What a status other than 200 means. */
export function failureOfStatus(refusal: Refusal, setting: GatewaySetting): Failure {
  const { status, gatewayError, headers, now } = refusal
  const pauseMs = retryAfterMs(headers, now)
  return {
    problem: problemOfRefusal(refusal, setting, pauseMs),
    again: isPassing(refusal),
    blame: status === 408 || status >= 500,
    pauseMs,
    dislike: status === 400 || status === 404 || status === 422 ? gatewayError.text : null,
  }
}

/** What an error means that came in an answer with a good status. */
export function failureOfGatewayError(
  gatewayError: GatewayError,
  now: number,
  setting: GatewaySetting,
): Failure {
  const status = statusOf(gatewayError)
  if (status !== null) return failureOfStatus({ status, gatewayError, headers: new Headers(), now }, setting)
  const said = saidIn(gatewayError, setting)
  return unusable(`${nameOf(setting)} broke off with an error of its own${said}. Try again later.`, {
    again: true,
  })
}

/** What an error means that the door met on the way; anything else than a problem is not ours to judge. */
export function failureOfError(error: unknown, setting: GatewaySetting): Failure {
  if (!(error instanceof Problem) || error.code === 'internal') throw error
  const cause = causeWithoutKey(error.cause, setting.key)
  const problem = new Problem(error.code, error.message, cause === '' ? {} : { cause })
  const passing = error.code === 'gateway_unreachable'
  return { problem, again: passing, blame: passing, pauseMs: null, dislike: null }
}

/** An answer that is there and of no use. */
export function unusable(detail: string, more: Partial<Failure> = {}): Failure {
  const problem = new Problem('gateway_unusable', detail)
  return { problem, again: false, blame: false, pauseMs: null, dislike: null, ...more }
}

/** An answer that ended before it was whole. */
export function cutOff(setting: GatewaySetting): Failure {
  const detail = `${nameOf(setting)} broke off in the middle of its answer. Try again later.`
  return {
    problem: new Problem('gateway_unreachable', detail),
    again: true,
    blame: true,
    pauseMs: null,
    dislike: null,
  }
}

function isPassing({ status, gatewayError }: Refusal): boolean {
  if (status === 429) return !isQuotaUsedUp(gatewayError)
  return status === 408 || status >= 500
}
