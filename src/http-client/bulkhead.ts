/** How many questions one place may be asked at the same time, and how many may wait for that. */
export interface BulkheadLimits {
  most: number
  mostWaiting: number
  waitMs: number
}

/** Keeps one slow place from taking up what all others need. */
export class Bulkhead {
  readonly #limits: BulkheadLimits
  readonly #waiting = new Set<() => void>()
  #inside = 0

  constructor(limits: BulkheadLimits) {
    this.#limits = limits
  }

  /** Waits for a place, a bounded time; null when there is none. What it gives must be called at the end. */
  async enter(signal: AbortSignal): Promise<(() => void) | null> {
    signal.throwIfAborted()
    if (this.#inside < this.#limits.most) this.#inside += 1
    else if (!(await this.#waitForPlace(signal))) return null
    let left = false
    return () => {
      if (!left) this.#leave()
      left = true
    }
  }

  /** Hands the place to whoever waits longest; it counts as taken all the while. */
  #leave(): void {
    const [next] = this.#waiting
    if (!next) this.#inside -= 1
    else {
      this.#waiting.delete(next)
      next()
    }
  }

  async #waitForPlace(signal: AbortSignal): Promise<boolean> {
    if (this.#waiting.size >= this.#limits.mostWaiting) return false
    const turn = Promise.withResolvers<boolean>()
    const come = () => turn.resolve(true)
    const giveUp = () => turn.resolve(false)
    const timer = setTimeout(giveUp, this.#limits.waitMs)
    signal.addEventListener('abort', giveUp, { once: true })
    this.#waiting.add(come)
    const came = await turn.promise
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
    this.#waiting.delete(come)
    // Whoever left just when the turn came gives the place on.
    if (came && signal.aborted) this.#leave()
    signal.throwIfAborted()
    return came
  }
}
