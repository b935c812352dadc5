const firstDelayMs = 500
const longestDelayMs = 8_000

/** Returns how long the server asks clients to wait, in milliseconds, by `Retry-After`; null without a valid header. */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(value)) return Number(value) * 1000
  // An HTTP date starts with a weekday; anything else that `Date.parse` accepts is a mistake.
  const until = /^[A-Za-z]{3,9},? /.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(until)) return null
  // The server's own clock, if it sends one: ours may differ.
  const from = Date.parse(headers.get('date') ?? '')
  return Math.max(0, until - (Number.isNaN(from) ? now : from))
}

/** The same in whole seconds, rounded up, as `Problem.retryAfter` reports it. */
export function retryAfterSeconds(headers: Headers, now: number): number | null {
  const delay = retryAfterMs(headers, now)
  return delay === null ? null : Math.ceil(delay / 1000)
}

/** Returns the delay before the next attempt in milliseconds: exponential backoff with full jitter. */
export function backoffMs(attempt: number, random: () => number): number {
  return random() * Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1))
}

const maxRetries = 4
const retriesPerRequest = 0.1

/** Limits retries to a tenth of all requests, so that an outage does not multiply the load on the server. */
export class RetryBudget {
  #left = maxRetries

  /** Adds the share of a retry that every first attempt earns. */
  earn(): void {
    this.#left = Math.min(maxRetries, this.#left + retriesPerRequest)
  }

  /** Takes one retry from the budget; returns false if none is left. */
  spend(): boolean {
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
