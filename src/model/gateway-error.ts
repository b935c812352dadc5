import { z } from 'zod'

/** An error response of a gateway. */
export interface GatewayError {
  message: string
  /** The code or type of the error; empty if it has none. */
  code: string
  /** Whether moderation stopped the request. */
  moderated: boolean
  /** The whole response, in which parameter names are searched. */
  text: string
}

const codeText = z.union([z.string(), z.number()]).transform(String).catch('')
const details = z.object({
  message: z.string().catch(''),
  code: codeText,
  type: codeText,
  metadata: z
    .object({ reasons: z.unknown().optional(), flagged_input: z.unknown().optional() })
    .nullish()
    .catch(null),
})
// Gateways use OpenAI's form, plain text, the form of web frameworks, or Google's array.
const some = z.unknown().optional()
const object = z.looseObject({ error: some, message: some, detail: some })
const body = z.union([object, z.array(object).min(1)])

/** Reads the body of an error response in any known form; a body that is not JSON is the message itself. */
export function readGatewayError(text: string): GatewayError {
  const json = asJson(text)
  // An HTML page is not a message.
  if (json === undefined) return { ...emptyError, message: /^\s*</.test(text) ? '' : text, text }
  const read = body.safeParse(json)
  if (!read.success) return { ...emptyError, text }
  const outer = Array.isArray(read.data) ? read.data[0]! : read.data
  const inner = outer.error ?? (typeof outer.message === 'string' ? outer : outer.detail)
  return { ...parseGatewayError(inner), text }
}

/** Reads the `error` field of a response. */
export function parseGatewayError(error: unknown): GatewayError {
  const text = JSON.stringify(error) ?? ''
  if (typeof error === 'string') return { ...emptyError, message: error, text }
  const read = details.safeParse(error)
  if (!read.success) return { ...emptyError, text }
  const { message, code, type, metadata } = read.data
  const moderated = metadata?.reasons !== undefined || metadata?.flagged_input !== undefined
  return { message, code: code || type, moderated, text }
}

const emptyError: GatewayError = { message: '', code: '', moderated: false, text: '' }

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // An HTML page or plain text.
    return undefined
  }
}

const statuses: Record<string, number> = {
  invalid_request_error: 400,
  context_length_exceeded: 400,
  invalid_api_key: 401,
  authentication_error: 401,
  insufficient_quota: 402,
  permission_error: 403,
  model_not_found: 404,
  not_found_error: 404,
  timeout: 408,
  rate_limit_exceeded: 429,
  rate_limit_error: 429,
  server_error: 500,
  api_error: 500,
  internal_server_error: 500,
  overloaded_error: 503,
}

/** The HTTP status that corresponds to an error inside a response; null if it has no known code. */
export function statusOf({ code }: GatewayError): number | null {
  if (/^[45]\d\d$/.test(code)) return Number(code)
  return Object.hasOwn(statuses, code) ? statuses[code]! : null
}

const maxSearched = 4_000

/** Whether the error says that the model does not exist. */
export function isModelMissing({ code, message }: GatewayError): boolean {
  if (code === 'model_not_found') return true
  const text = message.slice(0, maxSearched)
  return /\bmodels?\b/i.test(text) && missing.test(text)
}

const missing =
  /not exist|not found|not a valid model|(?:invalid|unknown|unrecogni[sz]ed|no such|unsupported) model/i
