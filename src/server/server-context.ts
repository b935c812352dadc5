import type { GenerateUpdate } from '../app/generate-once.ts'
import type { Gateway } from '../core/gateway.ts'
import type { RunHeavy } from '../core/heavy-work.ts'
import type { Host } from '../core/host.ts'
import type { StageQueue } from '../core/progress.ts'
import type { Check } from '../core/request.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Traces } from '../observability/traces.ts'
import type { Limits } from '../state/caller-limits.ts'
import type { Idempotency } from '../state/idempotency.ts'
import type { Jobs } from '../state/jobs.ts'
import type { MemoCache } from '../state/memo-cache.ts'
import type { SharedDrafts } from '../state/shared-drafts.ts'
import type { SingleFlight } from '../state/single-flight.ts'

/** Threads that run heavy work. */
export interface HeavyPool {
  run: RunHeavy
  /** Whether the next task would be rejected. */
  readonly isFull: boolean
}

/** The dependencies and settings of the HTTP service. */
export interface ServerContext {
  hosts: Map<string, Host>
  defaultHost: string
  limits: Limits
  /** The limits for the editor's pickers, apart from those for notes. */
  listingLimits: Limits
  flights: SingleFlight<GenerateUpdate>
  stageQueue: StageQueue
  /** The threads for heavy work; without them it runs in the thread of the event loop. */
  pool?: HeavyPool
  idempotency: Idempotency
  /** The queue for asynchronous requests; null without Redis. */
  jobs: Jobs | null
  /** A degraded state of the shared store that the operator should know of; null if there is none. */
  stateNote: () => string | null
  metrics: Metrics
  /** Null if tracing is disabled. */
  traces: Traces | null
  memoCache: MemoCache
  /** Opens the gateway with a client's own key or, without one, with the operator's key; null without any key. */
  gatewayFor: (key: string | null, model: string | null) => Gateway | null
  /** The default model. */
  model: string
  /** How entries of a model are checked, for requests that do not say; `full` if absent. */
  check?: Check
  requestsPerMinute: number
  listingsPerMinute: number
  /** The maximum number of concurrent requests of all clients. */
  maxInFlight: number
  /** The origins whose pages may call the API from a browser. */
  allowedOrigins: string[]
  /** The names that the server answers for beside IP addresses and localhost; any name if absent or null. */
  serverNames?: string[] | null
  maxCommits: number
  deadlineMs: number
  /** The event-loop delay above which requests are rejected. */
  shedDelayMs: number
  /** Drafts that the editor encrypts and shares; none can be shared if absent. */
  sharedDrafts?: SharedDrafts
  /** The key for hashes of tokens. */
  secret: string
}
