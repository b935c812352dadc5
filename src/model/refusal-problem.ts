import { Problem, type ProblemCode } from '../core/errors.ts'
import { type GatewayError, isModelMissing } from './gateway-error.ts'
import { type GatewaySetting, nameOf } from './gateway-setting.ts'
import { quote } from './quote.ts'

const mostSearched = 4_000

/** A refusal with what came along with it. */
export interface Refusal {
  status: number
  gatewayError: GatewayError
  headers: Headers
  now: number
}

/** What a refusal means for the caller. */
export function problemOfRefusal(refusal: Refusal, setting: GatewaySetting, pauseMs: number | null): Problem {
  const { status, gatewayError } = refusal
  if (status === 429 && !isQuotaUsedUp(gatewayError)) return limited(refusal, setting, pauseMs)
  if (status === 403 && gatewayError.moderated) return moderated(refusal, setting)
  if (status === 401 || status === 402 || status === 403 || status === 429) return denied(refusal, setting)
  if (status === 404 || (status === 400 && isModelMissing(gatewayError))) return noModel(refusal, setting)
  if (status < 400) return redirected(refusal, setting)
  if (status < 500 && status !== 408) return refused(refusal, setting)
  return down(refusal, setting)
}

/** What is wrong with the key; of an operator's key the caller learns no more than that. */
export function denied(refusal: Pick<Refusal, 'status' | 'gatewayError'>, setting: GatewaySetting): Problem {
  const { status, gatewayError } = refusal
  const name = nameOf(setting)
  const said = saidIn(gatewayError, setting)
  if (setting.keyOwner === 'operator') {
    return new Problem(
      'gateway_unusable',
      `${name} rejected the key of this service's operator (${status}). Tell the operator, bring a model key of your own, or ask for the writer "rules".`,
      said === '' ? {} : { cause: `${status}${said}` },
    )
  }
  if (status === 401) {
    // Its words are left out: gateways like to repeat the beginning and the end of the key.
    return new Problem(
      'gateway_key_rejected',
      `${name} rejected the model key (401). It may be mistyped, revoked or made for another gateway; check it there, or make a new one.`,
    )
  }
  if (status === 403) {
    return new Problem(
      'gateway_denied',
      `${name} does not let this model key ask "${modelIn(setting)}" (403${said}). Check there what the key may do, or use another key or model.`,
    )
  }
  return new Problem(
    'gateway_credit',
    `${name} says that the model key has no credit left (${status}${said}). Add credit there, or use another key.`,
  )
}

function limited({ gatewayError }: Refusal, setting: GatewaySetting, pauseMs: number | null): Problem {
  const retryAfter = pauseMs === null ? null : Math.max(1, Math.ceil(pauseMs / 1000))
  return new Problem(
    'gateway_rate_limited',
    `${nameOf(setting)} limits how much this model key may ask (429${saidIn(gatewayError, setting)}). Try again ${retryAfter === null ? 'in a minute' : `in ${retryAfter} seconds`}.`,
    retryAfter === null ? {} : { retryAfter },
  )
}

function moderated({ gatewayError }: Refusal, setting: GatewaySetting): Problem {
  return new Problem(
    'gateway_unusable',
    `The moderation of ${nameOf(setting)} stopped the question (403${saidIn(gatewayError, setting)}). Choose another model, or ask for the writer "rules".`,
  )
}

function noModel({ status, gatewayError }: Refusal, setting: GatewaySetting): Problem {
  const said = saidIn(gatewayError, setting)
  const hint = said === '' ? " If it does, the gateway's configured address is wrong." : ''
  return new Problem(
    'model_not_found',
    `${nameOf(setting)} has no model "${modelIn(setting)}" (${status}${said}). Choose one that it lists.${hint}`,
  )
}

function redirected({ status }: Refusal, setting: GatewaySetting): Problem {
  return new Problem(
    'gateway_unusable',
    `${nameOf(setting)} answered with status ${status} and not with a model's answer; a key goes to no other address than the configured one. Check the gateway's configured address.`,
  )
}

function refused({ status, gatewayError }: Refusal, setting: GatewaySetting): Problem {
  return new Problem(
    'gateway_unusable',
    `${nameOf(setting)} refused the question (${status}${saidIn(gatewayError, setting)}). Choose another model, or a smaller range.`,
  )
}

const downCodes: Record<number, ProblemCode> = {
  408: 'gateway_timeout',
  500: 'gateway_unusable',
  504: 'gateway_timeout',
  522: 'gateway_timeout',
  524: 'gateway_timeout',
}

function down({ status, gatewayError }: Refusal, setting: GatewaySetting): Problem {
  return new Problem(
    downCodes[status] ?? 'gateway_unreachable',
    `${nameOf(setting)} could not answer (${status}${saidIn(gatewayError, setting)}). Try again later, or choose another model.`,
  )
}

function modelIn(setting: GatewaySetting): string {
  return quote(setting.model, setting.key)
}

/** The gateway's own words, after a colon; nothing when it has none. */
export function saidIn({ message }: GatewayError, setting: GatewaySetting): string {
  const words = quote(message, setting.key).replace(/\.$/, '')
  return words === '' ? '' : `: ${words}`
}

/** OpenAI says 429 of an account without credit, which no waiting mends. */
export function isQuotaUsedUp({ text }: GatewayError): boolean {
  return /\binsufficient_quota\b/.test(text.slice(0, mostSearched))
}
