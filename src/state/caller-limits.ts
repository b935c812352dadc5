/** How much one caller may ask. */
export interface LimitSettings {
  requestsPerMinute: number
  concurrency: number
}

/** What a caller has left, for the headers of the answer. */
export interface Allowance {
  allowed: boolean
  /** Which of the two limits was met. */
  reason: 'rate' | 'concurrency' | null
  remaining: number
  resetSeconds: number
}

/** Who decides whether a caller's request may begin. */
export interface Limits {
  /** Takes a place for a request; whoever is allowed in must `leave` again. */
  enter(caller: string): Allowance | Promise<Allowance>
  leave(caller: string): void
}

interface Caller {
  windowStart: number
  used: number
  running: number
}

const windowMs = 60_000
const mostIdleCallers = 10_000

/** Counts requests a minute and requests at once, for each caller, in this process. */
export class CallerLimits implements Limits {
  readonly #settings: LimitSettings
  readonly #now: () => number
  readonly #callers = new Map<string, Caller>()

  constructor(settings: LimitSettings, now: () => number) {
    this.#settings = settings
    this.#now = now
  }

  /** Takes a place for a request; whoever is allowed in must `leave` again. */
  enter(key: string): Allowance {
    const now = this.#now()
    const caller = this.#callerOf(key, now)
    const resetSeconds = Math.max(1, Math.ceil((caller.windowStart + windowMs - now) / 1000))
    const { requestsPerMinute, concurrency } = this.#settings
    if (caller.used >= requestsPerMinute)
      return { allowed: false, reason: 'rate', remaining: 0, resetSeconds }
    const remaining = requestsPerMinute - caller.used - 1
    if (caller.running >= concurrency) {
      return { allowed: false, reason: 'concurrency', remaining: remaining + 1, resetSeconds: 1 }
    }
    caller.used += 1
    caller.running += 1
    return { allowed: true, reason: null, remaining, resetSeconds }
  }

  /** Gives the place back. */
  leave(key: string): void {
    const caller = this.#callers.get(key)
    if (caller && caller.running > 0) caller.running -= 1
  }

  #callerOf(key: string, now: number): Caller {
    const known = this.#callers.get(key)
    if (known && now - known.windowStart < windowMs) return known
    if (this.#callers.size >= mostIdleCallers) this.#forgetIdle(now)
    const caller = { windowStart: now, used: 0, running: known?.running ?? 0 }
    // Taken out first: those whose minute began before stand before it.
    this.#callers.delete(key)
    this.#callers.set(key, caller)
    return caller
  }

  /** Only as far as there are some: a flood of new callers must not have all of them looked at each time. */
  #forgetIdle(now: number): void {
    for (const [key, caller] of this.#callers) {
      if (now - caller.windowStart < windowMs) return
      if (caller.running === 0) this.#callers.delete(key)
    }
  }
}
