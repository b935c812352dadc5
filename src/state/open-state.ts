import type { Metrics } from '../observability/metrics.ts'
import { CallerLimits, type LimitSettings, type Limits } from './caller-limits.ts'
import type { Jobs } from './jobs.ts'
import { MemoryStore } from './memory-store.ts'
import type { Store } from './store.ts'

/** The state that this process shares with other replicas. */
export interface SharedState {
  store: Store
  limits: Limits
  /** The limits for the editor's pickers. */
  listingLimits: Limits
  /** The queue of requests that a worker answers later; null without Redis. */
  jobs: Jobs | null
  /** A degraded state that the operator should know of; null if there is none. */
  note: () => string | null
  close: () => Promise<void>
}

/** What opening the shared state needs from outside. */
export interface StateSettings extends LimitSettings {
  /** The limits for the editor's pickers; if absent, they are as high as the others. */
  listings?: LimitSettings
  kind: 'service' | 'worker'
  redisUrl: string | null
  secret: string
  previousSecret: string | null
  /** The longest that a request can take. */
  deadlineMs: number
  /** How long Redis may take for one command, if not the default. */
  commandMs?: number
  metrics: Metrics
  log: (line: string) => void
}

const marginMs = 10_000

/** Opens the shared state: in Redis if there is an address, otherwise in this process. */
export async function openState(settings: StateSettings): Promise<SharedState> {
  if (settings.redisUrl !== null) return openRedisState(settings, settings.redisUrl)
  return {
    store: new MemoryStore(Date.now),
    limits: new CallerLimits(settings, Date.now),
    listingLimits: new CallerLimits(settings.listings ?? settings, Date.now),
    jobs: null,
    note: () => null,
    close: async () => {},
  }
}

async function openRedisState(settings: StateSettings, url: string): Promise<SharedState> {
  // Loaded only here because the Redis client is large.
  const [
    { RedisLink, defaultCommandMs },
    { RedisStore },
    { SharedLimits },
    { FallbackStore },
    { Replicas },
    { Encryption },
    { Jobs },
  ] = await Promise.all([
    import('./redis-link.ts'),
    import('./redis-store.ts'),
    import('./shared-limits.ts'),
    import('./fallback-store.ts'),
    import('./replicas.ts'),
    import('./encryption.ts'),
    import('./jobs.ts'),
  ])
  const { metrics, log } = settings
  metrics.set('notewright_redis_lost', {}, 0)
  const link = new RedisLink(url, {
    now: Date.now,
    commandMs: settings.commandMs ?? defaultCommandMs,
    onLost: (error) => {
      metrics.add('notewright_redis_losses_total', {})
      metrics.set('notewright_redis_lost', {}, 1)
      log(`Redis is lost (${error.message}): this process continues alone with its share of the limits`)
    },
    onFound: () => {
      metrics.set('notewright_redis_lost', {}, 0)
      log('Redis is back')
    },
  })
  await link.ready()
  const replicas = new Replicas(link, settings.kind, log)
  await replicas.beat()
  const encryption = new Encryption(settings.secret, settings.previousSecret)
  const shared = new RedisStore(link, encryption)
  const jobs = new Jobs({ link, url, store: shared, encryption })
  const limitsContext = {
    link,
    now: Date.now,
    replicas: () => replicas.count,
    slotMs: settings.deadlineMs + marginMs,
  }
  return {
    store: new FallbackStore(shared, new MemoryStore(Date.now)),
    limits: new SharedLimits(settings, limitsContext),
    listingLimits: new SharedLimits(settings.listings ?? settings, { ...limitsContext, scope: 'list' }),
    jobs,
    note: () =>
      link.lost ? 'Redis is lost: limits and cached answers are not shared with other replicas' : null,
    close: async () => {
      await replicas.end()
      await jobs.close()
      await link.close()
    },
  }
}
