import type { CallerLimits } from '../../state/caller-limits.ts'
import type { Host } from '../../types.ts'

/** What the service needs from outside. */
export interface ServiceWorld {
  hosts: Map<string, Host>
  defaultHost: string
  limits: CallerLimits
  requestsPerMinute: number
  maxCommits: number
  deadlineMs: number
  /** Keys the hash under which a caller is counted. */
  secret: string
}
