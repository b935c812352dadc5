import { Problem } from '../core/errors.ts'
import type { Failure } from './failure.ts'
import { type GatewaySetting, nameOf } from './gateway-setting.ts'

/** How long a gateway may keep us waiting. */
export interface WaitingLimits {
  firstTokenMs: number
  silenceMs: number
}

/** Ends a call that does not begin to answer, falls silent, or would be too late. */
export class StreamTimeout {
  readonly #setting: GatewaySetting
  readonly #limits: WaitingLimits
  readonly #timeLeft: () => number
  readonly #over = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #failure: Failure | null = null

  constructor(setting: GatewaySetting, limits: WaitingLimits, timeLeft: () => number) {
    this.#setting = setting
    this.#limits = limits
    this.#timeLeft = timeLeft
    this.#wait(limits.firstTokenMs, 'began no answer within')
  }

  /** Aborted when patience is over. */
  get signal(): AbortSignal {
    return this.#over.signal
  }

  /** Why it is over; null while it lasts. */
  get failure(): Failure | null {
    return this.#failure
  }

  /** A sign of life: from here on silence is counted anew. */
  heard(): void {
    this.#wait(this.#limits.silenceMs, 'fell silent in the middle of its answer for')
  }

  /** The call is over, however it ended. */
  end(): void {
    clearTimeout(this.#timer)
  }

  #wait(limitMs: number, what: string): void {
    clearTimeout(this.#timer)
    const left = this.#timeLeft()
    const giveUp = () => {
      this.#failure = left <= limitMs ? tooLate(this.#setting) : tooSlow(this.#setting, what, limitMs)
      this.#over.abort(this.#failure.problem)
    }
    this.#timer = setTimeout(giveUp, Math.max(0, Math.min(limitMs, left)))
  }
}

function tooSlow(setting: GatewaySetting, what: string, limitMs: number): Failure {
  const detail = `${nameOf(setting)} ${what} ${limitMs / 1000} seconds. Try again later, or choose a faster model.`
  const problem = new Problem('gateway_timeout', detail)
  return { problem, again: true, blame: true, pauseMs: null, dislike: null }
}

/** A deadline that passed; it may have been a near one, so the gateway is not blamed. */
export function tooLate(setting: GatewaySetting): Failure {
  const detail = `${nameOf(setting)} was not done when the time for this request was over. Ask for a smaller range, or choose a faster model.`
  const problem = new Problem('gateway_timeout', detail)
  return { problem, again: false, blame: false, pauseMs: null, dislike: null }
}
