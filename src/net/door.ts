import { Problem } from '../errors.ts'
import { askedPause, nextPause } from './pause.ts'

/** A question to a configured origin. */
export interface Question {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  url: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  signal: AbortSignal
  /** The moment, by the clock, after which no answer is of use. */
  deadlineAt: number
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
export interface Reply {
  status: number
  headers: Headers
  bytes: () => AsyncGenerator<Uint8Array>
  text: () => Promise<string>
  /** Lets go of a body that nobody will read. */
  discard: () => Promise<void>
}

/** The one way out of the process. */
export type Door = (question: Question) => Promise<Reply>

/** What the door needs from outside. */
export interface DoorWorld {
  fetch: typeof fetch
  now: () => number
  random: () => number
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

const pageBytes = 10 * 1024 * 1024
const usualAnswerMs = 20_000

/** Opens a door to some origins; nothing else is ever asked, and no redirection is followed. */
export function openDoor(origins: string[], world: DoorWorld): Door {
  const allowed = new Set(origins.map((origin) => new URL(origin).origin))
  return async (question) => {
    if (!allowed.has(new URL(question.url).origin)) {
      throw new Problem(
        'internal',
        'A request to a host that is not configured was stopped; please report it.',
        {
          cause: new URL(question.url).origin,
        },
      )
    }
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt >= (question.attempts ?? 3)
      const result = await ask(question, world).catch((error: unknown) => {
        question.signal.throwIfAborted()
        if (last) throw unreachable(question, error)
        return null
      })
      if (result && (last || !isPassing(result.status))) return result
      const pause = pauseBefore(attempt, result, world)
      // A wait that ends after the deadline helps nobody: the caller is told at once.
      if (world.now() + pause >= question.deadlineAt) {
        if (result) return result
        throw unreachable(question, new Error('no time for another attempt'))
      }
      await result?.discard()
      await world.sleep(pause, question.signal)
    }
  }
}

async function ask(question: Question, world: DoorWorld): Promise<Reply> {
  // The time is for the beginning of an answer; how long its body may take is the deadline's matter.
  const { answerMs = usualAnswerMs } = question
  const late = new AbortController()
  const end = () => late.abort(new Error('no answer began in time'))
  const timer = answerMs === null ? undefined : setTimeout(end, answerMs)
  const answer = await world
    .fetch(question.url, {
      method: question.method,
      headers: { 'user-agent': 'notewright', ...question.headers },
      ...(question.body === undefined ? {} : { body: question.body }),
      redirect: 'manual',
      signal: AbortSignal.any([question.signal, late.signal]),
    })
    .finally(() => clearTimeout(timer))
  const bytes = () => capped(answer, question)
  return {
    status: answer.status,
    headers: answer.headers,
    bytes,
    text: () => asText(bytes()),
    discard: () => answer.body?.cancel() ?? Promise.resolve(),
  }
}

/** Failures that often pass by themselves. */
function isPassing(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504
}

/** What the server asks for, or else a longer and longer pause. */
function pauseBefore(attempt: number, result: Reply | null, { random, now }: DoorWorld): number {
  return (result && askedPause(result.headers, now())) ?? nextPause(attempt, random)
}

async function* capped(answer: Response, question: Question): AsyncGenerator<Uint8Array> {
  const most = question.maxBytes ?? pageBytes
  let seen = 0
  try {
    for await (const chunk of answer.body ?? []) {
      seen += chunk.length
      if (seen > most) {
        const { source = 'host' } = question
        throw new Problem(
          `${source}_unusable`,
          `The ${source}'s answer is larger than ${most} bytes. Ask for a smaller range.`,
        )
      }
      yield chunk
    }
  } catch (error) {
    question.signal.throwIfAborted()
    throw error instanceof Problem ? error : unreachable(question, error)
  }
}

async function asText(bytes: AsyncGenerator<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of bytes) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

function unreachable(question: Question, cause: unknown): Problem {
  return new Problem(
    `${question.source ?? 'host'}_unreachable`,
    `${new URL(question.url).host} did not give a whole answer. It may be down, or the connection to it; try again later.`,
    { cause },
  )
}
