/** How many requests one caller may make. */
export interface LimitSettings {
  requestsPerMinute: number
  concurrency: number
}

/** What a caller has left, for the headers of the response. */
export interface Allowance {
  remaining: number
  resetSeconds: number
}

/** The request may begin; its slot is taken until `release` is called. Only the first call has an effect. */
interface Admitted extends Allowance {
  allowed: true
  release: () => void
}

/** The request exceeds a limit. */
export interface Rejected extends Allowance {
  allowed: false
  reason: 'rate' | 'concurrency'
}

export type Admission = Admitted | Rejected

/** Decides whether a caller's request may begin. */
export interface Limits {
  enter(caller: string): Admission | Promise<Admission>
}

interface Caller {
  windowStart: number
  used: number
  running: number
}

const windowMs = 60_000
const maxIdleCallers = 10_000

/** Counts requests per minute and concurrent requests of each caller in this process. */
export class CallerLimits implements Limits {
  readonly #settings: LimitSettings
  readonly #now: () => number
  readonly #callers = new Map<string, Caller>()

  constructor(settings: LimitSettings, now: () => number) {
    this.#settings = settings
    this.#now = now
  }

  enter(key: string): Admission {
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
    const release = once(() => {
      caller.running -= 1
    })
    return { allowed: true, remaining, resetSeconds, release }
  }

  /** The counters of a caller, with a new window if the last one is over. */
  #callerOf(key: string, now: number): Caller {
    const known = this.#callers.get(key)
    if (known && now - known.windowStart < windowMs) return known
    if (this.#callers.size >= maxIdleCallers) this.#forgetIdle(now)
    const caller = known ?? { windowStart: now, used: 0, running: 0 }
    caller.windowStart = now
    caller.used = 0
    // Deleted first, so that the map stays sorted by the start of the window.
    this.#callers.delete(key)
    this.#callers.set(key, caller)
    return caller
  }

  /** Stops at the first caller whose window is open, so that a flood of new callers is not scanned each time. */
  #forgetIdle(now: number): void {
    for (const [key, caller] of this.#callers) {
      if (now - caller.windowStart < windowMs) return
      if (caller.running === 0) this.#callers.delete(key)
    }
  }
}

/** Returns a function that calls `act` on its first call only. */
export function once(act: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    act()
  }
}
