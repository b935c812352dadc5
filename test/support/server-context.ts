import type { Host } from '../../src/core/host.ts'
import { StageQueue } from '../../src/core/progress.ts'
import { Metrics } from '../../src/observability/metrics.ts'
import type { ServerContext } from '../../src/server/server-context.ts'
import { CallerLimits } from '../../src/state/caller-limits.ts'
import { Idempotency } from '../../src/state/idempotency.ts'
import { MemoCache } from '../../src/state/memo-cache.ts'
import { MemoryStore } from '../../src/state/memory-store.ts'
import { SharedDrafts } from '../../src/state/shared-drafts.ts'
import { SingleFlight } from '../../src/state/single-flight.ts'

const secret = 'a secret of these tests'

/** What a test changes in the default context. */
export type ContextSettings = Partial<ServerContext> & { concurrency?: number }

/** The context of a server in one process with the given hosts, and with limits that no test reaches by chance. */
export function serverContext(hosts: Host[], settings: ContextSettings = {}): ServerContext {
  const store = new MemoryStore(Date.now)
  const { requestsPerMinute = 100_000, listingsPerMinute = 100_000, concurrency = 1000, ...rest } = settings
  return {
    hosts: new Map(hosts.map((host) => [host.name, host])),
    defaultHost: hosts[0]!.name,
    limits: new CallerLimits({ requestsPerMinute, concurrency }, () => 0),
    listingLimits: new CallerLimits({ requestsPerMinute: listingsPerMinute, concurrency }, () => 0),
    flights: new SingleFlight(store, Date.now),
    idempotency: new Idempotency(store, secret),
    sharedDrafts: new SharedDrafts(new MemoryStore(Date.now), { now: Date.now, isTemporary: true }),
    stateNote: () => null,
    jobs: null,
    stageQueue: new StageQueue(),
    maxInFlight: 10_000,
    allowedOrigins: [],
    requestsPerMinute,
    listingsPerMinute,
    metrics: new Metrics(),
    traces: null,
    memoCache: new MemoCache(secret),
    gatewayFor: () => null,
    model: 'test/model',
    maxCommits: 2000,
    deadlineMs: 60_000,
    // A slow machine must not make tests fail; load shedding has its own test.
    shedDelayMs: Number.POSITIVE_INFINITY,
    secret,
    ...rest,
  }
}
