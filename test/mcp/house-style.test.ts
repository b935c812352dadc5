import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Host } from '../../src/core/host.ts'
import { listen, localFolder, openService, token } from '../http/service.ts'
import { buildRepository, makeFolder, type Step } from '../support/build-repository.ts'
import { type Agent, clientKinds, openAgent } from './clients.ts'

/** A project that lists what it does in the editor and never what it does in the server. */
function project(releases: number): Step[] {
  const steps: Step[] = ['Start']
  const sections: string[] = []
  let number = 0
  for (let release = 1; release <= releases; release += 1) {
    const numbers = Array.from({ length: 6 }, () => {
      number += 1
      return number
    })
    for (const at of numbers) {
      const [type, part] = at % 2 === 0 ? ['fix', 'editor'] : ['chore', 'server']
      steps.push({ commit: `${type}: keep lane ${at} open (#${at})`, files: [`${part}/file-${at}.ts`] })
    }
    const listed = numbers
      .filter((at) => at % 2 === 0)
      .map((at) => `- Patched lane ${at}, which stays open (#${at})`)
    sections.unshift(`## 0.${release}.0\n\n### Bug fixes\n\n${listed.join('\n')}\n`)
    steps.push(
      { commit: `Release 0.${release}.0`, files: [], texts: { 'CHANGELOG.md': sections.join('\n') } },
      { tag: `v0.${release}.0` },
    )
  }
  return steps
}

const root = makeFolder()
const clone = buildRepository([...project(8), 'fix: keep the last lane open (#500)'], {
  path: join(root, 'acme/widget'),
})
buildRepository(['feat: begin'], { path: join(root, 'acme/young') })
buildRepository(
  [{ commit: 'feat: begin', texts: { 'CHANGELOG.md': '# Changelog\n\n- Search understands quotes\n' } }],
  { path: join(root, 'acme/silent') },
)
const { app, drain } = await openService([localFolder(root)])
const url = new URL(`http://127.0.0.1:${await listen(app)}/mcp`)
afterAll(drain)

async function read(agent: Agent, uri: string): Promise<string> {
  const { contents } = await agent.client.readResource({ uri })
  return (contents[0] as { text: string }).text
}

async function generated() {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/generate',
    headers: { authorization: `Bearer ${token}` },
    payload: { repo: 'acme/widget', from: 'v0.8.0' },
  })
  return answer.json()
}

describe.each([
  ['over HTTP', { url }, 'notewright://house-style/local/acme/widget'],
  ['over stdio', { cwd: clone }, 'notewright://house-style'],
] as const)('the house style of a repository is available to agents %s', (_where, place, uri) => {
  let agent: Agent
  let text: string
  beforeAll(async () => {
    agent = await openAgent(clientKinds[0], place)
    text = await read(agent, uri)
  })
  afterAll(() => agent.close())

  test('with its origin, in the figures of an answer', async () => {
    const { houseStyle } = await generated()
    const voice = { tense: null, fullStop: false, scope: null, capitalAfterScope: null }
    expect(houseStyle).toEqual({ from: 'CHANGELOG.md', releases: 7, changes: 42, listed: 21, voice })
    expect(text).toContain('Learned from CHANGELOG.md: 7 releases with 42 changes, of which 21 were listed.')
  })

  test('which changes it lists more or less often', () => {
    expect(text).toContain('- `fix`: 21 of 21 listed\n')
    expect(text).toContain('- `chore`: 0 of 21 listed\n')
    const [more, less] = text.split('Less often listed than others:')
    expect(more).toContain('- it changes editor: 21 of 21 listed\n')
    expect(less).toContain('- it changes server: 0 of 21 listed\n')
    expect(text).not.toMatch(/it is by|the word "(?:to|in)"/)
  })

  test('what its headings mean', () => {
    expect(text).toContain('- "Bug fixes" (24 entries): Fixed\n')
  })

  test('how it writes', () => {
    expect(text).toContain(
      'An entry has about 33 characters. Entries end without a full stop. They often begin with "Patched".',
    )
    expect(text).toContain('\n- Patched lane 44, which stays open\n')
  })
})

test('a repository whose changelog shows too little, or that has none, gets an explanation', async () => {
  const agent = await openAgent(clientKinds[0], { url })
  expect(await read(agent, 'notewright://house-style/local/acme/silent')).toMatch(
    /CHANGELOG\.md cites too few of the pull requests .+\n\n- Search understands quotes\n$/s,
  )
  expect(await read(agent, 'notewright://house-style/local/acme/young')).toBe(
    'The repository has no changelog, so it has no house style yet.\n',
  )
  await agent.close()
})

test('a missing repository is reported as invalid parameters', async () => {
  const agent = await openAgent(clientKinds[0], { url })
  await expect(read(agent, 'notewright://house-style/local/acme/nowhere')).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('repository_not_found: No repository "acme/nowhere" is visible'),
  })
  await agent.close()
})

test('what was learned is shared with every token that reads the same changelog at the same commit', async () => {
  const host = localFolder(root)
  let read = 0
  const watched: Host = {
    ...host,
    open: async (access) => {
      const repository = await host.open({ ...access, token })
      return {
        ...repository,
        past: (sha, most) => {
          read += 1
          return repository.past(sha, most)
        },
      }
    },
  }
  const service = await openService([watched])
  const place = new URL(`http://127.0.0.1:${await listen(service.app)}/mcp`)
  for (const [name, times] of [
    ['ada', 1],
    ['ada', 1],
    ['ben', 1],
  ] as const) {
    const agent = await openAgent(clientKinds[0], { url: place, headers: { 'x-host-token': name } })
    const { isError } = await agent.call('collect_changes', { repo: 'acme/widget', from: 'v0.8.0' })
    expect([name, isError, read]).toEqual([name, false, times])
    await agent.close()
  }
  for (const [name, version, times] of [
    ['ada', '1.0.0', 1],
    ['cyd', '1.0.0', 1],
    ['cyd', '2.0.0', 1],
  ] as const) {
    const { statusCode } = await service.app.inject({
      method: 'POST',
      url: '/api/v1/generate',
      headers: { authorization: `Bearer ${name}` },
      payload: { repo: 'acme/widget', from: 'v0.8.0', version },
    })
    expect([name, statusCode, read]).toEqual([name, 200, times])
  }
  await service.drain()
})
