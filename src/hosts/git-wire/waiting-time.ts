import type { RunHeavy } from '../../core/heavy-work.ts'

/** Limits how long a host is waited for; time in which our own threads work does not count. */
export class WaitingTime {
  readonly #stop = new AbortController()
  #leftMs: number
  #startedAt = 0
  #timer: NodeJS.Timeout | null = null

  constructor(milliseconds: number) {
    this.#leftMs = milliseconds
    this.#start()
  }

  /** Aborted when the time is up. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  /** Returns what runs heavy work outside of the waiting time, until the request itself is aborted. */
  outside(runHeavy: RunHeavy, signal: AbortSignal): RunHeavy {
    return async (task, input, options) => {
      this.end()
      try {
        return await runHeavy(task, input, { ...options, signal })
      } finally {
        this.#start()
      }
    }
  }

  end(): void {
    if (this.#timer === null) return
    clearTimeout(this.#timer)
    this.#timer = null
    this.#leftMs -= performance.now() - this.#startedAt
  }

  #start(): void {
    this.#startedAt = performance.now()
    const abort = () => this.#stop.abort(new DOMException('the host took too long', 'TimeoutError'))
    this.#timer = setTimeout(abort, Math.max(0, this.#leftMs))
    this.#timer.unref()
  }
}
