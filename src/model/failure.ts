import { Problem } from '../core/errors.ts'
import type { ModelResponse } from '../core/gateway.ts'
import { retryAfterMs } from '../http-client/retry.ts'
import { type GatewayError, statusOf } from './gateway-error.ts'
import { type GatewaySetting, gatewayName } from './gateway-setting.ts'
import { causeWithoutKey } from './quote.ts'
import {
  type GatewayRejection,
  isQuotaUsedUp,
  problemOfRejection,
  quotedMessage,
} from './rejection-problem.ts'

/** Why a call failed, and what that means for the next one. */
export interface Failure {
  problem: Problem
  /** Whether another attempt may succeed. */
  isRetryable: boolean
  /** Whether the failure affects all callers of the gateway; only such failures count for the breaker. */
  isGatewayFault: boolean
  /** How long the gateway asks us to wait; null if it does not say. */
  pauseMs: number | null
  /** The error text if the gateway may not support a parameter of the request; null otherwise. */
  parameterError: string | null
}

/** The result of one call. */
export type Outcome = { response: ModelResponse } | { failure: Failure }

/** The failure for a status other than 200. */
export function failureFromStatus(rejection: GatewayRejection, setting: GatewaySetting): Failure {
  const { status, gatewayError, headers, now } = rejection
  const pauseMs = retryAfterMs(headers, now)
  return {
    problem: problemOfRejection(rejection, setting, pauseMs),
    isRetryable: isTransient(rejection),
    isGatewayFault: status === 408 || status >= 500,
    pauseMs,
    parameterError: status === 400 || status === 404 || status === 422 ? gatewayError.text : null,
  }
}

/** The failure for an error inside a response with status 200. */
export function failureFromGatewayError(
  gatewayError: GatewayError,
  now: number,
  setting: GatewaySetting,
): Failure {
  const status = statusOf(gatewayError)
  if (status !== null)
    return failureFromStatus({ status, gatewayError, headers: new Headers(), now }, setting)
  const message = quotedMessage(gatewayError, setting)
  return unusable(`${gatewayName(setting)} ended its answer with an error${message}. Try again later.`, {
    isRetryable: true,
  })
}

/** The failure for a problem of the HTTP client; throws any other error. */
export function failureFromError(error: unknown, setting: GatewaySetting): Failure {
  if (!(error instanceof Problem) || error.code === 'internal') throw error
  const cause = causeWithoutKey(error.cause, setting.key)
  const problem = new Problem(error.code, error.message, cause === '' ? {} : { cause })
  const isUnreachable = error.code === 'gateway_unreachable'
  return {
    problem,
    isRetryable: isUnreachable,
    isGatewayFault: isUnreachable,
    pauseMs: null,
    parameterError: null,
  }
}

/** The failure for a response that cannot be used. */
export function unusable(detail: string, more: Partial<Failure> = {}): Failure {
  const problem = new Problem('gateway_unusable', detail)
  return { problem, isRetryable: false, isGatewayFault: false, pauseMs: null, parameterError: null, ...more }
}

/** The failure for a response that ended too early. */
export function cutOff(setting: GatewaySetting): Failure {
  const detail = `${gatewayName(setting)} ended its answer too early. Try again later.`
  return {
    problem: new Problem('gateway_unreachable', detail),
    isRetryable: true,
    isGatewayFault: true,
    pauseMs: null,
    parameterError: null,
  }
}

function isTransient({ status, gatewayError }: GatewayRejection): boolean {
  if (status === 429) return !isQuotaUsedUp(gatewayError)
  return status === 408 || status >= 500
}
