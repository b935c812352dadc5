import { Problem } from '../core/errors.ts'
import type { Failure } from './failure.ts'
import { type GatewaySetting, gatewayName } from './gateway-setting.ts'

/** How long a gateway may send nothing. */
export interface WaitingLimits {
  firstTokenMs: number
  silenceMs: number
}

/** Aborts a call that starts too late, pauses for too long, or exceeds its deadline. */
export class StreamTimeout {
  readonly #setting: GatewaySetting
  readonly #limits: WaitingLimits
  readonly #timeLeft: () => number
  readonly #aborted = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #failure: Failure | null = null

  constructor(setting: GatewaySetting, limits: WaitingLimits, timeLeft: () => number) {
    this.#setting = setting
    this.#limits = limits
    this.#timeLeft = timeLeft
    this.#wait(limits.firstTokenMs, 'did not start to answer within')
  }

  /** Aborted on timeout. */
  get signal(): AbortSignal {
    return this.#aborted.signal
  }

  /** Why the call was aborted; null if it was not. */
  get failure(): Failure | null {
    return this.#failure
  }

  /** Restarts the timer; call it whenever data arrives. */
  onData(): void {
    this.#wait(this.#limits.silenceMs, 'stopped in the middle of its answer for')
  }

  /** Stops the timer. */
  end(): void {
    clearTimeout(this.#timer)
  }

  #wait(limitMs: number, what: string): void {
    clearTimeout(this.#timer)
    const left = this.#timeLeft()
    const giveUp = () => {
      this.#failure = left <= limitMs ? tooLate(this.#setting) : tooSlow(this.#setting, what, limitMs)
      this.#aborted.abort(this.#failure.problem)
    }
    this.#timer = setTimeout(giveUp, Math.max(0, Math.min(limitMs, left)))
  }
}

function tooSlow(setting: GatewaySetting, what: string, limitMs: number): Failure {
  const detail = `${gatewayName(setting)} ${what} ${limitMs / 1000} seconds. Try again later, or choose a faster model.`
  const problem = new Problem('gateway_timeout', detail)
  return { problem, isRetryable: true, isGatewayFault: true, pauseMs: null, parameterError: null }
}

/** The deadline of the request passed. It may have been short, so it is not the gateway's fault. */
export function tooLate(setting: GatewaySetting): Failure {
  const detail = `${gatewayName(setting)} did not finish before the deadline of this request. Ask for a smaller range, or choose a faster model.`
  const problem = new Problem('gateway_timeout', detail)
  return { problem, isRetryable: false, isGatewayFault: false, pauseMs: null, parameterError: null }
}
