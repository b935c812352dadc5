import type { CallerLimits } from '../../state/caller-limits.ts'
import type { Counters } from '../../state/counters.ts'
import type { Remembered } from '../../state/remembered.ts'
import type { Gateway, Host } from '../../types.ts'

/** What the service needs from outside. */
export interface ServiceWorld {
  hosts: Map<string, Host>
  defaultHost: string
  limits: CallerLimits
  counters: Counters
  remembered: Remembered
  /** A language model for a caller's own key, or else the operator's; null where there is none. */
  gatewayFor: (key: string | null, model: string | null) => Gateway | null
  /** The model that is asked when a request names none. */
  model: string
  requestsPerMinute: number
  maxCommits: number
  deadlineMs: number
  /** The delay of the event loop from which on requests are turned away. */
  shedDelayMs: number
  /** Keys the hash under which a caller is counted. */
  secret: string
}
