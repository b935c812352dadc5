/** How long an answer is of use. */
export interface Deadline {
  /** Aborted when nobody waits for it any more. */
  signal: AbortSignal
  /** The moment, by the clock, after which it is of no use. */
  deadlineAt: number
}
