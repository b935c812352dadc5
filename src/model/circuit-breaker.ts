/** What a call shows about the gateway. */
export type CallResult = 'worked' | 'failed' | 'unclear'

/** Whether a call may be made. An admitted call must be settled; only the first `settle` counts. */
export type BreakerAdmission =
  | { allowed: true; settle: (result: CallResult) => void }
  | { allowed: false; retryAfterSeconds: number }

const maxFailures = 3
const openMs = 5_000

/** Blocks calls to a gateway after several failures in a row, then admits one call to test it. */
export class CircuitBreaker {
  readonly #now: () => number
  #failures = 0
  /** When the next call may test the gateway; null while the breaker is closed. */
  #retryAt: number | null = null
  #testing = false

  constructor(now: () => number) {
    this.#now = now
  }

  enter(): BreakerAdmission {
    if (this.#retryAt === null) return this.#admit((result) => this.#settle(result))
    const left = this.#retryAt - this.#now()
    if (left > 0 || this.#testing) {
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)) }
    }
    this.#testing = true
    return this.#admit((result) => this.#settleTrial(result))
  }

  #admit(settle: (result: CallResult) => void): BreakerAdmission {
    let settled = false
    return {
      allowed: true,
      settle: (result) => {
        if (!settled) settle(result)
        settled = true
      },
    }
  }

  #settle(result: CallResult): void {
    // A call that began before the breaker opened says nothing about the gateway now.
    if (this.#retryAt !== null) return
    if (result === 'worked') this.#failures = 0
    if (result !== 'failed') return
    this.#failures += 1
    if (this.#failures >= maxFailures) this.#retryAt = this.#now() + openMs
  }

  #settleTrial(result: CallResult): void {
    this.#testing = false
    if (result === 'failed') this.#retryAt = this.#now() + openMs
    if (result !== 'worked') return
    this.#retryAt = null
    this.#failures = 0
  }
}
