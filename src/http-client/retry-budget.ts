const most = 4
const shareOfCalls = 0.1

/** Lets a place be asked again as long as that is rare: in an outage it gets little more than it would anyway. */
export class RetryBudget {
  #left = most

  /** Notes a question that was asked for the first time. */
  earn(): void {
    this.#left = Math.min(most, this.#left + shareOfCalls)
  }

  /** Whether another attempt may be made; it is taken off when it may. */
  spend(): boolean {
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
