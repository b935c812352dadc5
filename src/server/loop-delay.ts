const sampleMs = 100
const windowMs = 1_500
const minSamples = 3

/**
 * Measures how late the event loop is. One slow turn delays a single sample; only a loop that cannot keep up is late
 * every time. Therefore the lowest delay of the last samples counts, as in the queue management of networks (CoDel).
 */
export class LoopDelay {
  #samples: { at: number; delay: number }[] = []
  #expectedAt = performance.now() + sampleMs
  readonly #timer: NodeJS.Timeout

  constructor() {
    this.#timer = setTimeout(() => this.#sample(), sampleMs)
    this.#timer.unref()
  }

  /** The lowest delay of the last second and a half, in milliseconds; 0 while there are too few samples. */
  lowest(): number {
    if (this.#samples.length < minSamples) return 0
    return this.#samples.reduce((lowest, { delay }) => Math.min(lowest, delay), Number.POSITIVE_INFINITY)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #sample(): void {
    const now = performance.now()
    this.#samples.push({ at: now, delay: Math.max(0, now - this.#expectedAt) })
    // The newest samples stay, however long they took.
    const start = Math.min(
      this.#samples.length - minSamples,
      this.#samples.findIndex(({ at }) => at >= now - windowMs),
    )
    this.#samples = this.#samples.slice(Math.max(0, start))
    this.#expectedAt = now + sampleMs
    this.#timer.refresh()
  }
}
