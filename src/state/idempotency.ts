import { createHmac, randomUUID } from 'node:crypto'
import { Problem } from '../core/errors.ts'
import type { Store } from './store.ts'

const storedMs = 24 * 60 * 60 * 1000

/** A request with the idempotency key that its caller chose. */
export interface KeyedRequest {
  caller: string
  key: string
  content: unknown
  /** The longest that the work can take. */
  workMs: number
}

/** A key that is bound to a request. */
export interface Binding {
  name: string
  isNew: boolean
}

/** Does equal requests with the same key once, and repeats the answer for a day. */
export class Idempotency {
  readonly #store: Store
  readonly #secret: string

  constructor(store: Store, secret: string) {
    this.#store = store
    this.#secret = secret
  }

  /** Returns the stored answer of the key, or the one that `work` makes; a failure is not stored. */
  async once(
    request: KeyedRequest,
    work: () => Promise<string>,
  ): Promise<{ text: string; isReplay: boolean }> {
    const binding = await this.bind(request)
    try {
      return await this.#doOnce(request, work)
    } catch (error) {
      if (binding.isNew) await this.unbind(binding.name)
      throw error
    }
  }

  /** Binds a key to a request, whether it is answered at once or queued; a key of another request is an error. */
  async bind({ caller, key, content }: Pick<KeyedRequest, 'caller' | 'key' | 'content'>): Promise<Binding> {
    const name = `key:${this.#hash([caller, key])}`
    const print = this.#hash([content])
    const write = { rank: 1, maxReplacedRank: 0, milliseconds: storedMs }
    if (await this.#store.advance(name, print, write)) return { name, isNew: true }
    const bound = await this.#store.get(name)
    if (bound !== null && bound !== print) throw reused()
    return { name, isNew: false }
  }

  /** Frees a key, so that it can be used for another request. */
  async unbind(name: string): Promise<void> {
    await this.#store.delete(name)
  }

  async #doOnce(
    request: KeyedRequest,
    work: () => Promise<string>,
  ): Promise<{ text: string; isReplay: boolean }> {
    const name = `once:${this.#hash([request.caller, request.key])}`
    const print = this.#hash([request.content])
    const stored = await this.#storedAnswer(name, print)
    if (stored !== null) return { text: stored, isReplay: true }
    const holder = `${print}:${randomUUID()}`
    if (!(await this.#store.claim(name, holder, request.workMs))) {
      await this.#rejectInProgress(name, print)
    }
    try {
      // Another replica may have stored the answer between our read and our claim.
      const meanwhile = await this.#storedAnswer(name, print)
      if (meanwhile !== null) return { text: meanwhile, isReplay: true }
      const text = await work()
      await this.#store.set(name, JSON.stringify({ print, text }), storedMs)
      return { text, isReplay: false }
    } finally {
      await this.#store.release(name, holder)
    }
  }

  async #storedAnswer(name: string, print: string): Promise<string | null> {
    const found = await this.#store.get(name)
    if (found === null) return null
    const stored = JSON.parse(found) as { print: string; text: string }
    if (stored.print !== print) throw reused()
    return stored.text
  }

  async #rejectInProgress(name: string, print: string): Promise<never> {
    const holder = await this.#store.holderOf(name)
    if (holder !== null && !holder.startsWith(`${print}:`)) throw reused()
    throw new Problem(
      'idempotency_in_progress',
      'A request with this Idempotency-Key is still running. Wait a second and send it again; it will not be done twice.',
      { retryAfter: 1 },
    )
  }

  #hash(values: unknown[]): string {
    return createHmac('sha256', this.#secret).update(JSON.stringify(values)).digest('base64url')
  }
}

/** Reads the Idempotency-Key header; null if none was sent. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header
  throw new Problem(
    'invalid_request',
    'The Idempotency-Key header is invalid: it must be 1 to 255 characters of printable ASCII, such as a UUID.',
  )
}

function reused(): Problem {
  return new Problem(
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request within the last day. Choose a new key for each request.',
  )
}
