import { z } from 'zod'

/** What a gateway says about a question that it does not answer. */
export interface GatewayError {
  message: string
  /** Its name for the error, or its number; empty when it has none. */
  code: string
  /** Whether moderation stopped the question. */
  moderated: boolean
  /** All it said, for whoever looks for the name of a parameter in it. */
  text: string
}

const word = z.union([z.string(), z.number()]).transform(String).catch('')
const details = z.object({
  message: z.string().catch(''),
  code: word,
  type: word,
  metadata: z
    .object({ reasons: z.unknown().optional(), flagged_input: z.unknown().optional() })
    .nullish()
    .catch(null),
})
// The forms that gateways have for it: OpenAI's, a bare text, that of frameworks, and Google's list.
const some = z.unknown().optional()
const object = z.looseObject({ error: some, message: some, detail: some })
const body = z.union([object, z.array(object).min(1)])

/** Reads the body of a refusal, in whichever form; what is no JSON is taken by its words. */
export function readGatewayError(text: string): GatewayError {
  const json = asJson(text)
  // A web page has nothing to say to a person who did not ask for one.
  if (json === undefined) return { ...silent, message: /^\s*</.test(text) ? '' : text, text }
  const read = body.safeParse(json)
  if (!read.success) return { ...silent, text }
  const outer = Array.isArray(read.data) ? read.data[0]! : read.data
  const inner = outer.error ?? (typeof outer.message === 'string' ? outer : outer.detail)
  return { ...gatewayErrorIn(inner), text }
}

/** Reads the `error` of an answer that began well. */
export function gatewayErrorIn(error: unknown): GatewayError {
  const text = JSON.stringify(error) ?? ''
  if (typeof error === 'string') return { ...silent, message: error, text }
  const read = details.safeParse(error)
  if (!read.success) return { ...silent, text }
  const { message, code, type, metadata } = read.data
  const moderated = metadata?.reasons !== undefined || metadata?.flagged_input !== undefined
  return { message, code: code || type, moderated, text }
}

const silent: GatewayError = { message: '', code: '', moderated: false, text: '' }

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's page, or plain words.
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

/** The status that a complaint inside an answer would have had by itself; null when it tells none. */
export function statusOf({ code }: GatewayError): number | null {
  if (/^[45]\d\d$/.test(code)) return Number(code)
  return Object.hasOwn(statuses, code) ? statuses[code]! : null
}

const mostSearched = 4_000

/** Whether a complaint is that the model does not exist. */
export function isModelMissing({ code, message }: GatewayError): boolean {
  if (code === 'model_not_found') return true
  const words = message.slice(0, mostSearched)
  return /\bmodels?\b/i.test(words) && missing.test(words)
}

const missing =
  /not exist|not found|not a valid model|(?:invalid|unknown|unrecogni[sz]ed|no such|unsupported) model/i
