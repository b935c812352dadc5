import { createHmac, randomUUID } from 'node:crypto'
import { Problem } from '../core/errors.ts'
import type { Store } from './store.ts'

const keptMs = 24 * 60 * 60 * 1000

/** A request under a key that its caller chose, and what it asks. */
export interface KeyedRequest {
  caller: string
  key: string
  asked: unknown
  /** The longest that the work can take. */
  workMs: number
}

/** Does the same request under the same key once; for a day its answer is given again. */
export class Idempotency {
  readonly #store: Store
  readonly #secret: string

  constructor(store: Store, secret: string) {
    this.#store = store
    this.#secret = secret
  }

  /** The answer that was given under the key, or the one that `work` makes; a failure is not kept. */
  async once(request: KeyedRequest, work: () => Promise<string>): Promise<{ text: string; again: boolean }> {
    const name = `once:${this.#hash([request.caller, request.key])}`
    const print = this.#hash([request.asked])
    const before = await this.#given(name, print)
    if (before !== null) return { text: before, again: true }
    const holder = `${print}:${randomUUID()}`
    if (!(await this.#store.claim(name, holder, request.workMs))) {
      await this.#refuse(name, print)
    }
    try {
      // It may have been answered between our look and our claim.
      const meanwhile = await this.#given(name, print)
      if (meanwhile !== null) return { text: meanwhile, again: true }
      const text = await work()
      await this.#store.set(name, JSON.stringify({ print, text }), keptMs)
      return { text, again: false }
    } finally {
      await this.#store.release(name, holder)
    }
  }

  async #given(name: string, print: string): Promise<string | null> {
    const found = await this.#store.get(name)
    if (found === null) return null
    const kept = JSON.parse(found) as { print: string; text: string }
    if (kept.print !== print) throw reused()
    return kept.text
  }

  async #refuse(name: string, print: string): Promise<never> {
    const holder = await this.#store.holderOf(name)
    if (holder !== null && !holder.startsWith(`${print}:`)) throw reused()
    throw new Problem(
      'idempotency_in_progress',
      'A request with this Idempotency-Key is still being answered. Wait a moment and send it again; it will not be done twice.',
      { retryAfter: 1 },
    )
  }

  #hash(words: unknown[]): string {
    return createHmac('sha256', this.#secret).update(JSON.stringify(words)).digest('base64url')
  }
}

/** The key of a header; null when none was sent. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header
  throw new Problem(
    'invalid_request',
    'The Idempotency-Key header is no key: it must be 1 to 255 characters of printable ASCII. A UUID does well.',
  )
}

function reused(): Problem {
  return new Problem(
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request within the last day. Choose a new key for each request.',
  )
}
