/** How many requests to one server may run at the same time, and how many more may wait. */
export interface BulkheadLimits {
  maxRunning: number
  maxWaiting: number
  maxWaitMs: number
}

/** Limits concurrent requests, so that one slow server cannot use up the resources of all others. */
export class Bulkhead {
  readonly #limits: BulkheadLimits
  readonly #queue = new Set<() => void>()
  #running = 0

  constructor(limits: BulkheadLimits) {
    this.#limits = limits
  }

  /** Waits for a free slot and returns the function that releases it; null if none becomes free in time. */
  async acquire(signal: AbortSignal): Promise<(() => void) | null> {
    signal.throwIfAborted()
    if (this.#running < this.#limits.maxRunning) this.#running += 1
    else if (!(await this.#waitForSlot(signal))) return null
    let released = false
    return () => {
      if (!released) this.#release()
      released = true
    }
  }

  /** Hands the slot to the request that has waited longest; it counts as running throughout. */
  #release(): void {
    const [next] = this.#queue
    if (!next) this.#running -= 1
    else {
      this.#queue.delete(next)
      next()
    }
  }

  async #waitForSlot(signal: AbortSignal): Promise<boolean> {
    if (this.#queue.size >= this.#limits.maxWaiting) return false
    const turn = Promise.withResolvers<boolean>()
    const start = () => turn.resolve(true)
    const giveUp = () => turn.resolve(false)
    const timer = setTimeout(giveUp, this.#limits.maxWaitMs)
    signal.addEventListener('abort', giveUp, { once: true })
    this.#queue.add(start)
    const acquired = await turn.promise
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
    this.#queue.delete(start)
    // A request that is aborted just as it gets the slot passes it on.
    if (acquired && signal.aborted) this.#release()
    signal.throwIfAborted()
    return acquired
  }
}
