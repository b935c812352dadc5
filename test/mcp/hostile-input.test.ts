import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen, localFolder, openService } from '../http/service.ts'
import { attacks } from '../support/attacks.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { type Agent, clientKinds, openAgent } from './clients.ts'

/** The attacks whose words an agent can send by itself, and must not. */
const spoken = attacks.filter(({ modelOutput, textPasses }) => typeof modelOutput === 'string' && !textPasses)

const root = makeFolder()
buildRepository(
  [
    'Start',
    { tag: 'v1.0.0' },
    'fix: cursor jumps in lists (#1)',
    'feat!: drop Node 18 (#2)\n\nBREAKING CHANGE: Node 20 is the oldest supported version.',
    'fix(auth): reject expired refresh tokens (#3)\n\nThis closes CVE-2026-31337.',
    'Deprecate --legacy-output (#4)',
    { tag: 'v1.1.0' },
  ],
  { path: join(root, 'acme/widget') },
)
const { app, drain } = await openService([localFolder(root)])
const url = new URL(`http://127.0.0.1:${await listen(app)}/mcp`)
let agent: Agent
beforeAll(async () => {
  agent = await openAgent(clientKinds[0], { url })
})
afterAll(async () => {
  await agent.close()
  await drain()
})

const range = { repo: 'acme/widget', from: 'v1.0.0', to: 'v1.1.0' }
const honest = [
  { ids: ['pr-1'], text: 'The cursor no longer jumps in lists' },
  { ids: ['pr-2'], text: 'Node 18 is dropped; Node 20 is the oldest supported version' },
  { ids: ['pr-3'], text: 'Expired refresh tokens are rejected, which closes CVE-2026-31337' },
  { ids: ['pr-4'], text: '`--legacy-output` is deprecated' },
]

test('an honest agent is let through', async () => {
  const { isError, answer } = await agent.call('render_notes', { ...range, entries: honest })
  expect(isError).toBe(false)
  expect(answer.changelog).toContain('- The cursor no longer jumps in lists (#1)')
})

describe('hostile input of an agent is rejected with a reason', () => {
  test.each(spoken.map((attack) => [attack.name, String(attack.modelOutput)]))('%s', async (_name, text) => {
    const entries = [{ ids: ['pr-1'], text: text.slice(0, 4000) }, ...honest.slice(1)]
    const { isError, text: said } = await agent.call('render_notes', { ...range, entries })
    expect(isError).toBe(true)
    expect(said).toMatch(/^(?:notes_refused|invalid_request): /)
    expect(said).toMatch(/\n- entries\/0\/(?:text|category): .+/)
  })

  test.each([
    [
      'unknown SHAs',
      { entries: [...honest, { commits: ['deadbeef'], text: 'A secret feature' }] },
      'entries/4: the commit `deadbeef` is not one of the 4 commits of the range',
    ],
    [
      'a fix described as another change',
      { entries: [{ ...honest[0]!, ids: ['pr-3'] }, { ...honest[2]!, ids: ['pr-1'] }, honest[1], honest[3]] },
      'entries/0/text: it has no word in common with its change',
    ],
    [
      'a security fix that is moved',
      {
        entries: honest.map((entry) => (entry.ids[0] === 'pr-3' ? { ...entry, category: 'Changed' } : entry)),
      },
      'entries/2/category: its category must stay Security',
    ],
    [
      'a break that is hidden in another entry',
      { entries: [{ ids: ['pr-1', 'pr-2'], text: 'The cursor no longer jumps' }, ...honest.slice(2)] },
      'entries/0: it combines a breaking change with one that is not breaking',
    ],
    [
      'an invented alarm',
      { entries: [{ ...honest[0]!, category: 'Security' }, ...honest.slice(1)] },
      'entries/0/category: its category cannot be Security',
    ],
    [
      'a summary that boasts',
      { entries: honest, summary: 'The safest release, 10x faster' },
      'summary: says `10x`',
    ],
    [
      'a summary with a link',
      { entries: honest, summary: 'See https://evil.example' },
      'summary: contains a link',
    ],
    [
      'the claim to be a person',
      { entries: honest.slice(0, 2), omit: [{ ids: ['pr-4'], reason: 'Dull' }], writtenBy: 'person' },
      'entries: no entry cites the change `pr-3`',
    ],
  ])('%s', async (_name, notes, fault) => {
    const { isError, text } = await agent.call('render_notes', { ...range, ...notes })
    expect(isError).toBe(true)
    expect(text).toContain(`\n- ${fault}`)
  })

  test('a security fix that is kept quiet is named in a warning', async () => {
    const { answer } = await agent.call('render_notes', {
      ...range,
      entries: honest.filter(({ ids }) => ids[0] !== 'pr-3'),
      omit: [{ ids: ['pr-3'], reason: 'Not interesting' }],
    })
    expect(answer.warnings).toContainEqual({
      code: 'must-tell-left-out',
      detail: expect.stringContaining('The change pr-3 is excluded although its category is Security.'),
    })
  })

  test.each([
    [
      'entries without end',
      { entries: Array(5001).fill({ text: 'x' }) },
      'entries: has 5001 items, the maximum is 5000',
    ],
    [
      'values without end',
      { entries: [{ commits: Array(100_001).fill(0), text: 'x' }] },
      'has more than 100000 values',
    ],
    [
      'a text without end',
      { entries: [{ ids: ['pr-1'], text: 'x'.repeat(100_000) }] },
      'entries/0/text: must be at most',
    ],
    [
      'a text that is long',
      { entries: [{ ids: ['pr-1'], text: 'cursor '.repeat(500) }, ...honest.slice(1)] },
      'entries/0/text: is 3499 characters long; shorten it to at most 220',
    ],
    [
      'things that are no text',
      { entries: [{ ids: [{}], text: [] }], omit: 'all' },
      'entries/0/ids/0: must be a string, not an object',
    ],
    [
      'a repository that is a path',
      { repo: '../../etc/passwd', entries: [] },
      'repo: must not contain the parts',
    ],
  ])('giant or broken input: %s', async (_name, notes, fault) => {
    const { isError, text } = await agent.call('render_notes', { ...range, ...notes })
    expect(isError).toBe(true)
    expect(text).toContain(fault)
    expect(text.length).toBeLessThan(40_000)
  })
})
