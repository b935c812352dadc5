import { Metrics } from '../../src/observability/metrics.ts'
import { openState } from '../../src/state/open-state.ts'

/** A worker that takes a request and never ends it; for tests that kill it. */
const [redisUrl = '', secret = '', lockMs = ''] = process.argv.slice(2)
const state = await openState({
  kind: 'worker',
  redisUrl,
  secret,
  previousSecret: null,
  deadlineMs: 1000,
  requestsPerMinute: 1,
  concurrency: 1,
  metrics: new Metrics(),
  log: () => {},
})
await state.jobs!.work(
  async () => {
    process.stdout.write('taken\n')
    await new Promise(() => setInterval(() => {}, 1000))
  },
  { concurrency: 1, lockMs: Number(lockMs) },
)
process.stdout.write('ready\n')
