import { Problem } from '../core/errors.ts'
import type { Deadline } from '../core/time-left.ts'
import { Bulkhead, type BulkheadLimits } from './bulkhead.ts'
import { busy, notConfigured, tooLarge, unreachable } from './failures.ts'
import { askedPause, nextPause } from './pause.ts'
import { RetryBudget } from './retry-budget.ts'

/** A question to a configured origin. */
export interface HttpRequest extends Deadline {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  url: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  /** The most bytes of the answer, after decompression. */
  maxBytes?: number
  /** How often it may be sent; one where the caller knows better what to do about a failure. */
  attempts?: 1 | 2 | 3
  /** Whose answer it is, and so whose fault when there is none; by default the host's. */
  source?: 'host' | 'gateway'
  /** How long it may take until an answer begins; null where the caller's signal sees to that. */
  answerMs?: number | null
}

/** An answer whose body is read at most once, and never past its cap. */
export interface HttpResponse {
  status: number
  headers: Headers
  bytes: () => AsyncGenerator<Uint8Array>
  text: () => Promise<string>
  /** Lets go of a body that nobody will read. */
  discard: () => Promise<void>
}

/** The one way out of the process. */
export type HttpClient = (question: HttpRequest) => Promise<HttpResponse>

/** Where answers wait until they are asked for again; what lies there may be gone at any time. */
export interface KeptAnswers {
  /** The operator's, so that nobody can tell from a name what was asked. */
  secret: string
  get: (name: string) => Promise<string | null>
  set: (name: string, value: string, milliseconds: number) => Promise<void>
}

/** What the door needs from outside. */
export interface HttpClientContext {
  fetch: typeof fetch
  now: () => number
  random: () => number
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Is told of every call: how it ended, and how long it took until an answer began. */
  onCall?: (call: Call) => void
  /** Where hosts' answers are kept until they are asked for again; without it they are not. */
  kept?: KeptAnswers
  /** How much may be asked at once through one door. */
  bulkhead?: BulkheadLimits
}

/** A call that was made, without anything of what was asked. */
export interface Call {
  source: 'host' | 'gateway'
  method: string
  origin: string
  /** Null when no answer began. */
  status: number | null
  seconds: number
}

const pageBytes = 10 * 1024 * 1024
const usualAnswerMs = 20_000
const usualBulkhead: BulkheadLimits = { most: 512, mostWaiting: 2048, waitMs: 10_000 }
const longestBodyMs = 120_000

/** Opens a door to some origins; nothing else is ever asked, and no redirection is followed. */
export function openHttpClient(origins: string[], context: HttpClientContext): HttpClient {
  const allowed = new Set(origins.map((origin) => new URL(origin).origin))
  const bulkhead = new Bulkhead(context.bulkhead ?? usualBulkhead)
  const budget = new RetryBudget()
  return async (question) => {
    if (!allowed.has(new URL(question.url).origin)) throw notConfigured(question)
    budget.earn()
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt >= (question.attempts ?? 3)
      const result = await askInTurn(question, context, bulkhead).catch((error: unknown) => {
        question.signal.throwIfAborted()
        if (error instanceof Problem) throw error
        if (last) throw unreachable(question, error)
        return null
      })
      if (result && (last || !isPassing(result.status))) return result
      const pause = pauseBefore(attempt, result, context)
      // A wait that ends after the deadline helps nobody: the caller is told at once.
      const why =
        context.now() + pause >= question.deadlineAt ? 'no time' : budget.spend() ? null : 'too many fail'
      if (why !== null) {
        if (result) return result
        throw unreachable(question, new Error(`no other attempt: ${why}`))
      }
      await result?.discard()
      await context.sleep(pause, question.signal)
    }
  }
}

/** Asks when there is a place, and holds it until the answer is read or let go. */
async function askInTurn(
  question: HttpRequest,
  context: HttpClientContext,
  bulkhead: Bulkhead,
): Promise<HttpResponse> {
  const leave = await bulkhead.enter(question.signal)
  if (!leave) throw busy(question)
  // A body that nobody reads to its end must not hold the place for ever.
  const left = Math.max(0, question.deadlineAt - context.now())
  const timer = setTimeout(leave, Math.min(left, longestBodyMs)).unref()
  const end = () => {
    clearTimeout(timer)
    leave()
  }
  try {
    return await ask(question, context, end)
  } catch (error) {
    end()
    throw error
  }
}

async function ask(
  question: HttpRequest,
  context: HttpClientContext,
  onEnd: () => void,
): Promise<HttpResponse> {
  // The time is for the beginning of an answer; how long its body may take is the deadline's matter.
  const { answerMs = usualAnswerMs } = question
  const late = new AbortController()
  const end = () => late.abort(new Error('no answer began in time'))
  const timer = answerMs === null ? undefined : setTimeout(end, answerMs)
  const began = performance.now()
  const note = (status: number | null) => {
    const seconds = (performance.now() - began) / 1000
    context.onCall?.({
      source: question.source ?? 'host',
      method: question.method,
      origin: new URL(question.url).origin,
      status,
      seconds,
    })
  }
  const answer = await context
    .fetch(question.url, {
      method: question.method,
      headers: { 'user-agent': 'notewright', ...question.headers },
      ...(question.body === undefined ? {} : { body: question.body }),
      redirect: 'manual',
      signal: AbortSignal.any([question.signal, late.signal]),
    })
    .catch((error: unknown) => {
      note(null)
      throw error
    })
    .finally(() => clearTimeout(timer))
  note(answer.status)
  const bytes = () => capped(answer, question, onEnd)
  return {
    status: answer.status,
    headers: answer.headers,
    bytes,
    text: () => asText(bytes()),
    discard: async () => {
      onEnd()
      await answer.body?.cancel()
    },
  }
}

/** Failures that often pass by themselves. */
function isPassing(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504
}

/** What the server asks for, or else a longer and longer pause. */
function pauseBefore(
  attempt: number,
  result: HttpResponse | null,
  { random, now }: HttpClientContext,
): number {
  return (result && askedPause(result.headers, now())) ?? nextPause(attempt, random)
}

async function* capped(
  answer: Response,
  question: HttpRequest,
  onEnd: () => void,
): AsyncGenerator<Uint8Array> {
  const most = question.maxBytes ?? pageBytes
  let seen = 0
  try {
    for await (const chunk of answer.body ?? []) {
      seen += chunk.length
      if (seen > most) throw tooLarge(question, most)
      yield chunk
    }
  } catch (error) {
    question.signal.throwIfAborted()
    throw error instanceof Problem ? error : unreachable(question, error)
  } finally {
    onEnd()
  }
}

/** Bytes as the text they are. */
export async function asText(bytes: AsyncGenerator<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of bytes) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}
