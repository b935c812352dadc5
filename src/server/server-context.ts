import type { GenerateUpdate } from '../app/generate-once.ts'
import type { Gateway } from '../core/gateway.ts'
import type { Host } from '../core/host.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Traces } from '../observability/traces.ts'
import type { Limits } from '../state/caller-limits.ts'
import type { Idempotency } from '../state/idempotency.ts'
import type { Jobs } from '../state/jobs.ts'
import type { MemoCache } from '../state/memo-cache.ts'
import type { SingleFlight } from '../state/single-flight.ts'

/** What the service needs from outside. */
export interface ServerContext {
  hosts: Map<string, Host>
  defaultHost: string
  limits: Limits
  flights: SingleFlight<GenerateUpdate>
  idempotency: Idempotency
  /** The queue for requests that are answered later; null where there is none. */
  jobs: Jobs | null
  /** What an operator should know of what replicas share; null when all is well. */
  stateNote: () => string | null
  metrics: Metrics
  /** Follows requests, where spans are collected. */
  traces: Traces | null
  memoCache: MemoCache
  /** A language model for a caller's own key, or else the operator's; null where there is none. */
  gatewayFor: (key: string | null, model: string | null) => Gateway | null
  /** The model that is asked when a request names none. */
  model: string
  requestsPerMinute: number
  /** The most requests that are answered at the same time, whoever asks. */
  maxInFlight: number
  /** The origins whose pages may call the service from a browser. */
  allowedOrigins: string[]
  maxCommits: number
  deadlineMs: number
  /** The delay of the event loop from which on requests are turned away. */
  shedDelayMs: number
  /** Keys the hash under which a caller is counted. */
  secret: string
}
