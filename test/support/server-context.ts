import type { Host } from '../../src/core/host.ts'
import { Metrics } from '../../src/observability/metrics.ts'
import type { ServerContext } from '../../src/server/server-context.ts'
import { CallerLimits } from '../../src/state/caller-limits.ts'
import { Idempotency } from '../../src/state/idempotency.ts'
import { MemoCache } from '../../src/state/memo-cache.ts'
import { MemoryStore } from '../../src/state/memory-store.ts'
import { SingleFlight } from '../../src/state/single-flight.ts'

const secret = 'a secret of these tests'

/** How a service of the tests differs from the usual one. */
export type ContextSettings = Partial<ServerContext> & { concurrency?: number }

/** The world of a service in one process that asks the given hosts, with limits that no test meets by chance. */
export function serverContext(hosts: Host[], settings: ContextSettings = {}): ServerContext {
  const store = new MemoryStore(Date.now)
  const { requestsPerMinute = 100_000, concurrency = 1000, ...rest } = settings
  return {
    hosts: new Map(hosts.map((host) => [host.name, host])),
    defaultHost: hosts[0]!.name,
    limits: new CallerLimits({ requestsPerMinute, concurrency }, () => 0),
    flights: new SingleFlight(store, Date.now),
    idempotency: new Idempotency(store, secret),
    stateNote: () => null,
    jobs: null,
    maxInFlight: 10_000,
    allowedOrigins: [],
    requestsPerMinute,
    metrics: new Metrics(),
    traces: null,
    memoCache: new MemoCache(secret),
    gatewayFor: () => null,
    model: 'test/model',
    maxCommits: 2000,
    deadlineMs: 60_000,
    // A busy machine must not make the tests fail, even where it does nothing for a second, which counts as an
    // endless delay; what is shed has a test of its own.
    shedDelayMs: Number.POSITIVE_INFINITY,
    secret,
    ...rest,
  }
}
