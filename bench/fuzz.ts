import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { z } from 'zod'
import { answerSchema, changesSchema, problemSchema } from '../src/api/answer-schema.ts'
import { generateRequestSchema } from '../src/api/generate-request.ts'
import { buildReplica } from '../test/faults/replica.ts'

/**
 * Sends malformed requests to every path of the OpenAPI document: no response may be a 5xx, and every response must
 * match the document. Usage: npm run bench:fuzz [-- 10000]
 */
const count = Number(process.argv[2] ?? 10_000)
const { service, state } = await buildReplica({
  ...{ redisUrl: null, upstreamUrl: null, gatewayUrl: null, answerMs: 1_000, deadlineMs: 10_000 },
  ...{ requestsPerMinute: 1_000_000, concurrency: 10_000 },
})
const { app } = service
await app.ready()
const document = app.swagger() as { paths: Record<string, Record<string, unknown>> }
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ path, method })),
)
const answers: Record<string, z.ZodType> = {
  '/api/v1/render': answerSchema,
  '/api/v1/generate': answerSchema,
  '/api/v1/changes': changesSchema,
}

const junk = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.json(),
  fc.constantFrom('', '..', '-x', 'v1'),
)
const anything = fc.oneof(
  junk,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(junk, { maxLength: 3 }),
)
const fitting = fc.record({
  repoFullName: fc.constantFrom('ada/widget', 'ben/widget', 'ada'),
  fromRef: fc.constantFrom('v1', 'HEAD~50', 'main^'),
})
const fields = fc.dictionary(fc.constantFrom(...Object.keys(generateRequestSchema.shape)), anything, {
  maxKeys: 4,
})
const bodies = fc.oneof(
  fc.tuple(fitting, fields).map(([good, more]) => JSON.stringify({ ...good, ...more })),
  fitting.map((good) => JSON.stringify(good)),
  fields.map((more) => JSON.stringify(more)),
  junk,
)
const word = fc.string({ maxLength: 60 }).map((text) => text.replace(/[^\x20-\x7e]/g, '_'))
const headers = fc.record(
  {
    authorization: fc.oneof(fc.constantFrom('Bearer ada', 'Bearer ben', 'Basic x', ''), word),
    'content-type': fc.oneof({ weight: 4, arbitrary: fc.constant('application/json') }, word),
    'x-api-key': word,
    'x-request-id': word,
    'idempotency-key': word,
    'cache-control': fc.constantFrom('no-cache', 'x'),
    prefer: fc.constantFrom('respond-async', 'wait=1'),
    accept: fc.oneof(fc.constantFrom('application/json', 'text/event-stream'), word),
  },
  { requiredKeys: ['authorization', 'content-type'] },
)
const requests = fc.record({
  operation: fc.constantFrom(...operations),
  headers,
  body: bodies,
  word: fc.webSegment(),
})

await wait(1_500)
const statuses = new Map<number, number>()
let sent = 0
await fc.assert(
  fc.asyncProperty(requests, async ({ operation, headers, body, word }) => {
    sent += 1
    // The requests are made up in the same process: without a pause it would shed itself as overloaded.
    await setImmediate()
    const { path, method } = operation
    const query = method === 'get' && path.startsWith('/api/') ? `?repo=${word}&q=${word}` : ''
    const answered = await app.inject({
      method: method.toUpperCase() as 'GET',
      url: path.replace(/\{\w+\}/, word || 'x') + query,
      headers,
      ...(method === 'post' ? { payload: body } : {}),
    })
    statuses.set(answered.statusCode, (statuses.get(answered.statusCode) ?? 0) + 1)
    if (answered.statusCode >= 500) throw new Error(`${answered.statusCode}: ${answered.body.slice(0, 300)}`)
    const type = String(answered.headers['content-type'] ?? '')
    // The agents' protocol has errors of its own.
    if (path === '/mcp' && type.startsWith('application/json')) {
      z.looseObject({ jsonrpc: z.literal('2.0') }).parse(answered.json())
    } else if (answered.statusCode >= 400) {
      if (!type.startsWith('application/problem+json')) throw new Error(`a problem as ${type}`)
      problemSchema.strict().parse(answered.json())
    } else if (type.startsWith('application/json')) answers[path]?.parse(answered.json())
  }),
  { numRuns: count, seed: Number(process.env.FUZZ_SEED ?? 1), endOnFailure: true },
)
const tally = [...statuses]
  .toSorted(([one], [other]) => one - other)
  .map(([status, times]) => `${status}: ${times}`)
console.log(
  `${sent} requests against ${operations.length} operations, 0 of them 5xx, every answer fits (${tally.join(', ')})`,
)
await service.drain()
await state.close()
