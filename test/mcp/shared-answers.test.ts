import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { Problem } from '../../src/core/errors.ts'
import type { Gateway } from '../../src/core/gateway.ts'
import type { Host } from '../../src/core/host.ts'
import { Metrics } from '../../src/observability/metrics.ts'
import { ask, listen, localFolder, openService, token } from '../http/service.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { type Agent, clientKinds, openAgent } from './clients.ts'

const root = makeFolder()
buildRepository(['Start', { tag: 'v1.0.0' }, 'feat: add search (#1)', 'fix: crash on empty input (#2)'], {
  path: join(root, 'acme/widget'),
})
const body = { repoFullName: 'acme/widget', fromRef: 'v1.0.0', format: 'simple' }
const range = { repo: 'acme/widget', from: 'v1.0.0', format: 'simple' }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A service over a host for any token whose histories are counted, and come when the test says so. */
async function openShared() {
  const host = localFolder(root)
  const seen = { read: 0, opened: [] as (string | null)[] }
  const gate = Promise.withResolvers<void>()
  const watched: Host = {
    ...host,
    open: async (access) => {
      seen.opened.push(access.token)
      const repository = await host.open({ ...access, token })
      return {
        ...repository,
        commits: async function* (asked, limit) {
          seen.read += 1
          await gate.promise
          yield* repository.commits(asked, limit)
        },
      }
    },
  }
  const metrics = new Metrics()
  const { app, drain } = await openService([watched], { metrics })
  // A client that left may have opened a connection on which it never asks; nothing waits for that here.
  closing.push(drain, async () => app.server.closeAllConnections())
  const url = new URL(`http://127.0.0.1:${await listen(app)}/mcp`)
  const agentOf = async (name: string): Promise<Agent> => {
    const agent = await openAgent(clientKinds[0], { url, headers: { 'x-host-token': name } })
    closing.push(agent.close)
    return agent
  }
  return { app, agentOf, seen, open: gate.resolve, metrics }
}

test('what was made for an agent is known to POST /api/v1/generate, and the other way round', async () => {
  const { app, agentOf, seen, open, metrics } = await openShared()
  open()
  const agent = await agentOf(token)
  const first = await agent.call('generate_changelog', range)
  const second = await ask(app, body)
  expect(second.headers['cache-status']).toBe('notewright; hit')
  expect(second.json().changelog).toBe(first.answer.changelog)
  const keyed = { ...body, version: '2.0.0' }
  const third = await ask(app, keyed)
  const fourth = await agent.call('generate_changelog', { ...range, version: '2.0.0' })
  expect(fourth.answer.changelog).toBe(third.json().changelog)
  expect(seen.read).toBe(2)
  expect(await metrics.print()).toContain('notewright_answers_total{by="memory"} 2')
  // Two entries for the agent, two for the other caller; what was known is not counted again.
  expect(await metrics.print()).toContain('notewright_entries_total{writer="rules"} 4')
})

test('agents that ask the same at the same time wait for one generation, and each hears how far it is', async () => {
  const { app, agentOf, seen, open } = await openShared()
  const agents = await Promise.all([agentOf(token), agentOf(token), agentOf(token)])
  const heard = agents.map((): number[] => [])
  const calls = agents.map((agent, index) =>
    agent.call('generate_changelog', range, { onprogress: ({ progress }) => heard[index]!.push(progress) }),
  )
  const asked = ask(app, body)
  await vi.waitFor(() => expect(seen.opened).toHaveLength(4), 5000)
  open()
  const texts = (await Promise.all(calls)).map(({ answer }) => answer.changelog)
  expect(new Set([...texts, (await asked).json().changelog]).size).toBe(1)
  expect(seen.read).toBe(1)
  for (const numbers of heard) {
    expect(numbers.length).toBeGreaterThan(2)
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
  }
})

test('an agent that disconnects does not affect others that wait for the same answer', async () => {
  const { agentOf, seen, open } = await openShared()
  const [first, second] = [await agentOf(token), await agentOf(token)]
  const leave = new AbortController()
  const lost = first!.call('generate_changelog', range, { signal: leave.signal }).catch(() => 'left')
  await vi.waitFor(() => expect(seen.read).toBe(1), 5000)
  const kept = second!.call('generate_changelog', range)
  await vi.waitFor(() => expect(seen.opened).toHaveLength(2), 5000)
  // It looks up the refs before it waits for the answer.
  await wait(1000)
  leave.abort()
  expect(await lost).toBe('left')
  open()
  expect((await kept).answer.changelog).toContain('Add search')
  expect(seen.read).toBe(1)
})

test('an agent with another token gets nothing from the cache', async () => {
  const { agentOf, seen, open } = await openShared()
  open()
  await (await agentOf(token)).call('generate_changelog', range)
  await (await agentOf('another-token')).call('generate_changelog', range)
  expect(seen.opened).toEqual([token, 'another-token'])
  expect(seen.read).toBe(2)
})

test('progress numbers only increase, also when a model is used', async () => {
  const gateway: Gateway = {
    model: 'test/model',
    ask: () => Promise.reject(new Problem('gateway_down', 'It is left alone.')),
    price: async () => null,
    keep: () => {},
  }
  const { app, drain } = await openService([localFolder(root)], { gatewayFor: () => gateway })
  const url = new URL(`http://127.0.0.1:${await listen(app)}/mcp`)
  const agent = await openAgent(clientKinds[0], { url })
  closing.push(drain, agent.close)
  const heard: number[] = []
  await agent.call('generate_changelog', range, { onprogress: ({ progress }) => heard.push(progress) })
  expect(heard.length).toBeGreaterThan(5)
  expect(heard).toEqual([...new Set(heard)].sort((one, other) => one - other))
})
