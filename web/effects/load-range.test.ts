import { afterEach, expect, test, vi } from 'vitest'
import { makeEvidence } from '../../test/support/sample-evidence.ts'
import { initialState } from '../state/reduce.ts'
import { type AppServices, createStore } from '../state/store.ts'
import { finishLoading, loadRangeFrom, loadRangeSoon } from './load-range.ts'

const { answer } = makeEvidence([{ commits: [1] }])
const noDrafts = { read: async () => null } as unknown as AppServices['drafts']

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The services of a page whose server answers each request when the test says so. */
function startPage() {
  vi.useFakeTimers()
  const answers: (() => void)[] = []
  const requested: string[] = []
  vi.stubGlobal('fetch', (_path: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    requested.push(JSON.parse(body).fromRef)
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    signal.addEventListener('abort', () => reject(signal.reason))
    answers.push(() => resolve(Response.json(answer)))
    return promise
  })
  const store = createStore(initialState)
  store.dispatch({ type: 'signed-in', session: { host: 'github', token: 't', modelKey: '' } })
  store.dispatch({ type: 'set-options', options: { repo: 'acme/widget' } })
  const services: AppServices = { store, drafts: noDrafts }
  const choose = (fromRef: string) => {
    store.dispatch({ type: 'set-options', options: { fromRef } })
    loadRangeSoon(services)
  }
  return { store, services, choose, requested, answerLast: () => answers.at(-1)?.() }
}

test('a draft waits for the range that was chosen last, also if it was chosen while waiting', async () => {
  const { store, services, choose, requested, answerLast } = startPage()
  choose('v1.0.0')
  const finished = finishLoading(services).then(() => store.get().range.status)
  choose('v2.0.0')
  await vi.advanceTimersByTimeAsync(300)
  answerLast()
  expect(await finished).toBe('loaded')
  expect(requested).toEqual(['v1.0.0', 'v2.0.0'])
})

test('a start that is found too late does not replace the range that was chosen', async () => {
  const { store, services, choose, requested, answerLast } = startPage()
  const late = Promise.withResolvers<string>()
  loadRangeFrom(services, () => late.promise)
  choose('v1.0.0')
  await vi.advanceTimersByTimeAsync(300)
  answerLast()
  await finishLoading(services)
  late.resolve('v3.0.0')
  await vi.advanceTimersByTimeAsync(300)
  expect(store.get().options.fromRef).toBe('v1.0.0')
  expect(store.get().range.status).toBe('loaded')
  expect(requested).toEqual(['v1.0.0'])
})

test('a draft waits until the start of the range is found', async () => {
  const { store, services, answerLast } = startPage()
  const start = Promise.withResolvers<string>()
  loadRangeFrom(services, () => start.promise)
  const finished = finishLoading(services).then(() => store.get().range.status)
  start.resolve('v3.0.0')
  await vi.advanceTimersByTimeAsync(0)
  answerLast()
  expect(await finished).toBe('loaded')
  expect(store.get().options.fromRef).toBe('v3.0.0')
})
