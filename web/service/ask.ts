import type { Session, Trouble } from '../state/app-state.ts'

/** A refusal of the service, or its silence, in words for a person. */
export class Refusal extends Error {
  readonly trouble: Trouble

  constructor(trouble: Trouble) {
    super(trouble.detail)
    this.name = 'Refusal'
    this.trouble = trouble
  }
}

/** One question to the service. */
export interface Question {
  path: string
  body?: unknown
  accept?: 'application/json' | 'text/event-stream'
  session?: Session | null
  signal?: AbortSignal
}

const mostTries = 3
const mostWaitMs = 5000

/** Asks the service this page came from; one that has too much to do just now is asked again by itself. */
export async function ask(question: Question): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await askOnce(question)
    if (response.ok) return response
    const trouble = await readTrouble(response)
    if (trouble.code !== 'overloaded' || tries === mostTries) throw new Refusal(trouble)
    const seconds = Number(response.headers.get('retry-after') ?? 1)
    await pause(Math.min(seconds * 1000, mostWaitMs), question.signal)
  }
}

/** The only way out of the page. */
async function askOnce({ path, body, accept, session, signal }: Question): Promise<Response> {
  const headers = new Headers({ accept: accept ?? 'application/json' })
  if (session) headers.set('authorization', `Bearer ${session.token}`)
  if (session?.modelKey) headers.set('x-api-key', session.modelKey)
  if (body !== undefined) headers.set('content-type', 'application/json')
  return fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new Refusal(silence)
  })
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/** Asks, and reads the answer as JSON. */
export async function askJson<Answer>(question: Question): Promise<Answer> {
  const response = await ask(question)
  return (await response.json()) as Answer
}

const silence: Trouble = {
  code: 'unreachable',
  title: 'The service does not answer',
  detail: 'Check that it runs and that you are online. What is on the desk stays in this browser.',
  retryable: true,
}

async function readTrouble(response: Response): Promise<Trouble> {
  // A proxy in between may answer with a page of its own.
  const document: unknown = await response.json().catch(() => null)
  return (
    asTrouble(document) ?? {
      code: `http_${response.status}`,
      title: `The answer was ${response.status}`,
      detail: 'It does not come from Notewright. Check the address, and any proxy in between.',
      retryable: response.status >= 500,
    }
  )
}

/** A problem document as trouble; null when it is none. */
export function asTrouble(document: unknown): Trouble | null {
  if (typeof document !== 'object' || document === null) return null
  const { code, title, detail, retryable } = document as Record<string, unknown>
  if (typeof code !== 'string' || typeof title !== 'string' || typeof detail !== 'string') return null
  return { code, title, detail, retryable: retryable === true }
}

/** Whatever was thrown, as trouble. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof Refusal) return error.trouble
  return {
    code: 'page',
    title: 'Something broke on this page',
    detail: `${error instanceof Error ? error.message : String(error)}. Reload the page; the draft is kept.`,
    retryable: true,
  }
}
