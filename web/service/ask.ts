import type { Session, Trouble, Wait } from '../state/app-state.ts'
import { asTrouble, Refusal } from './refusal.ts'
import { waitOut } from './wait-out.ts'

/** One question to the service. */
export interface ServiceRequest {
  path: string
  body?: unknown
  accept?: 'application/json' | 'text/event-stream'
  session?: Session | null
  signal?: AbortSignal
  /** Told when the answer has to be waited for, and null when that is over; who hears it can give up. */
  onWait?: (wait: Wait | null) => void
}

/** Asks the service this page came from: the only way out of the page. */
export async function ask({ path, body, accept, session, signal }: ServiceRequest): Promise<Response> {
  const headers = new Headers({ accept: accept ?? 'application/json' })
  if (session) headers.set('authorization', `Bearer ${session.token}`)
  if (session?.modelKey) headers.set('x-api-key', session.modelKey)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const response = await fetch(path, {
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
  if (!response.ok) throw new Refusal(await readTrouble(response))
  return response
}

/** Asks, and reads the answer as JSON; who must wait is asked again after it. */
export async function askJson<Answer>(question: ServiceRequest): Promise<Answer> {
  return waitOut(async () => (await (await ask(question)).json()) as Answer, question)
}

const silence: Trouble = {
  code: 'unreachable',
  title: 'The service does not answer',
  detail: 'Check that it runs and that you are online. What is on the editor stays in this browser.',
  retryAfter: null,
}

async function readTrouble(response: Response): Promise<Trouble> {
  // A proxy in between may answer with a page of its own.
  const document: unknown = await response.json().catch(() => null)
  const trouble = asTrouble(document) ?? {
    code: `http_${response.status}`,
    title: `The answer was ${response.status}`,
    detail: 'It does not come from Notewright. Check the address, and any proxy in between.',
    retryAfter: null,
  }
  const told = response.headers.get('retry-after') ?? ''
  return { ...trouble, retryAfter: trouble.retryAfter ?? (/^\d{1,6}$/.test(told) ? Number(told) : null) }
}
