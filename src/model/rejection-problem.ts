import { Problem, type ProblemCode } from '../core/errors.ts'
import { type GatewayError, isModelMissing } from './gateway-error.ts'
import { type GatewaySetting, gatewayName } from './gateway-setting.ts'
import { quote } from './quote.ts'

const maxSearched = 4_000

/** An error response with its status and headers. */
export interface GatewayRejection {
  status: number
  gatewayError: GatewayError
  headers: Headers
  now: number
}

/** The problem that an error response means for the caller. */
export function problemOfRejection(
  rejection: GatewayRejection,
  setting: GatewaySetting,
  pauseMs: number | null,
): Problem {
  const { status, gatewayError } = rejection
  if (status === 429 && !isQuotaUsedUp(gatewayError)) return limited(rejection, setting, pauseMs)
  if (status === 403 && gatewayError.moderated) return moderated(rejection, setting)
  if (status === 401 || status === 402 || status === 403 || status === 429)
    return keyProblem(rejection, setting)
  if (status === 404 || (status === 400 && isModelMissing(gatewayError))) return noModel(rejection, setting)
  if (status < 400) return redirected(rejection, setting)
  if (status < 500 && status !== 408) return rejected(rejection, setting)
  return down(rejection, setting)
}

/** The problem with a key. If it is the operator's key, the caller gets no details. */
export function keyProblem(
  rejection: Pick<GatewayRejection, 'status' | 'gatewayError'>,
  setting: GatewaySetting,
): Problem {
  const { status, gatewayError } = rejection
  const name = gatewayName(setting)
  const message = quotedMessage(gatewayError, setting)
  if (setting.keyOwner === 'operator') {
    return new Problem(
      'gateway_unusable',
      `${name} rejected the key of this service's operator (${status}). Contact the operator, send a model key of your own, or use the writer "rules".`,
      message === '' ? {} : { cause: `${status}${message}` },
    )
  }
  if (status === 401) {
    // The gateway's message is omitted: it often repeats the start and the end of the key.
    return new Problem(
      'gateway_key_rejected',
      `${name} rejected the model key (401). It may be mistyped, revoked or made for another gateway. Check it there, or create a new one.`,
    )
  }
  if (status === 403) {
    return new Problem(
      'gateway_denied',
      `${name} does not allow this model key to use "${modelIn(setting)}" (403${message}). Check the key's permissions there, or use another key or model.`,
    )
  }
  return new Problem(
    'gateway_credit',
    `${name} reports that the model key has no credit left (${status}${message}). Add credit there, or use another key.`,
  )
}

function limited(
  { gatewayError }: GatewayRejection,
  setting: GatewaySetting,
  pauseMs: number | null,
): Problem {
  const retryAfter = pauseMs === null ? null : Math.max(1, Math.ceil(pauseMs / 1000))
  return new Problem(
    'gateway_rate_limited',
    `${gatewayName(setting)} rate-limits this model key (429${quotedMessage(gatewayError, setting)}). Try again ${retryAfter === null ? 'in a minute' : `in ${retryAfter} seconds`}.`,
    retryAfter === null ? {} : { retryAfter },
  )
}

function moderated({ gatewayError }: GatewayRejection, setting: GatewaySetting): Problem {
  return new Problem(
    'gateway_unusable',
    `The moderation of ${gatewayName(setting)} stopped the request (403${quotedMessage(gatewayError, setting)}). Choose another model, or use the writer "rules".`,
  )
}

function noModel({ status, gatewayError }: GatewayRejection, setting: GatewaySetting): Problem {
  const message = quotedMessage(gatewayError, setting)
  const hint = message === '' ? " If it lists this one, the gateway's configured URL is wrong." : ''
  return new Problem(
    'model_not_found',
    `${gatewayName(setting)} has no model "${modelIn(setting)}" (${status}${message}). Choose one that it lists.${hint}`,
  )
}

function redirected({ status }: GatewayRejection, setting: GatewaySetting): Problem {
  return new Problem(
    'gateway_unusable',
    `${gatewayName(setting)} returned status ${status}. Redirects are not followed, so that the key is sent only to the configured URL. Check that URL.`,
  )
}

function rejected({ status, gatewayError }: GatewayRejection, setting: GatewaySetting): Problem {
  return new Problem(
    'gateway_unusable',
    `${gatewayName(setting)} rejected the request (${status}${quotedMessage(gatewayError, setting)}). Choose another model, or a smaller range.`,
  )
}

const downCodes: Record<number, ProblemCode> = {
  408: 'gateway_timeout',
  500: 'gateway_unusable',
  504: 'gateway_timeout',
  522: 'gateway_timeout',
  524: 'gateway_timeout',
}

function down({ status, gatewayError }: GatewayRejection, setting: GatewaySetting): Problem {
  return new Problem(
    downCodes[status] ?? 'gateway_unreachable',
    `${gatewayName(setting)} failed (${status}${quotedMessage(gatewayError, setting)}). Try again later, or choose another model.`,
  )
}

function modelIn(setting: GatewaySetting): string {
  return quote(setting.model, setting.key)
}

/** The gateway's message after a colon; empty if it has none. */
export function quotedMessage({ message }: GatewayError, setting: GatewaySetting): string {
  const quoted = quote(message, setting.key).replace(/\.$/, '')
  return quoted === '' ? '' : `: ${quoted}`
}

/** OpenAI returns 429 for an account without credit; waiting does not help. */
export function isQuotaUsedUp({ text }: GatewayError): boolean {
  return /\binsufficient_quota\b/.test(text.slice(0, maxSearched))
}
