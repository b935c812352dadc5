/** How a call ended, as far as it tells whether the gateway works. */
export type Sign = 'worked' | 'failed' | 'unclear'

/** Whether a call may be made; one that may must say how it ended. */
export type Entry =
  | { allowed: true; settle: (sign: Sign) => void }
  | { allowed: false; retryAfterSeconds: number }

const mostFailures = 3
const openMs = 5_000

/** Leaves a gateway alone after failures in a row, then lets a single call through to try it. */
export class Breaker {
  readonly #now: () => number
  #failures = 0
  /** The moment from which it may be tried again; null while it works. */
  #tryAt: number | null = null
  #trying = false

  constructor(now: () => number) {
    this.#now = now
  }

  /** Asks to make a call. */
  enter(): Entry {
    if (this.#tryAt === null) return this.#letIn((sign) => this.#settle(sign))
    const left = this.#tryAt - this.#now()
    if (left > 0 || this.#trying) {
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)) }
    }
    this.#trying = true
    return this.#letIn((sign) => this.#settleTrial(sign))
  }

  #letIn(settle: (sign: Sign) => void): Entry {
    let settled = false
    return {
      allowed: true,
      settle: (sign) => {
        if (!settled) settle(sign)
        settled = true
      },
    }
  }

  #settle(sign: Sign): void {
    // A call from before the failures says nothing of now; only the trial does.
    if (this.#tryAt !== null) return
    if (sign === 'worked') this.#failures = 0
    if (sign !== 'failed') return
    this.#failures += 1
    if (this.#failures >= mostFailures) this.#tryAt = this.#now() + openMs
  }

  #settleTrial(sign: Sign): void {
    this.#trying = false
    if (sign === 'failed') this.#tryAt = this.#now() + openMs
    if (sign !== 'worked') return
    this.#tryAt = null
    this.#failures = 0
  }
}
