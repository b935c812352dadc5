import type { PhrasingContent, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../src/core/answer.ts'
import { redact } from '../../src/text/redact.ts'
import { answerTo } from '../http/service.ts'
import { saying, silent } from '../stand-ins/gateway/behaviours.ts'
import type { Behaviour, ChatRequest } from '../stand-ins/gateway/gateway.ts'
import { canaryKey } from '../stand-ins/gateway/open.ts'
import { type Attack, attacks } from '../support/attacks.ts'
import type { Step } from '../support/build-repository.ts'
import { body, changesIn, correctEntry, type ServedModel, serveModel, withKey } from './model-service.ts'

/** Commits without an attack, which must be described correctly. */
const harmlessCommits = [
  'feat(api): add cursor pagination to /orders (#11)',
  'feat!: drop Node 18 (#12)\n\nBREAKING CHANGE: Node 20 is the oldest supported version.',
  'fix(auth): reject expired refresh tokens (#13)\n\nThis closes CVE-2026-31337.',
  'Deprecate --legacy-output (#14)',
]

/** A model that obeys the attacker's commit. */
function obey({ commit, modelOutput }: Attack): Behaviour {
  return (request: ChatRequest, call) => {
    const [system, user] = request.messages
    const changes = changesIn(user!.content)
    const entries = changes.map((change) => {
      const own = commit.subject.endsWith(change.title)
      const text = own && typeof modelOutput === 'string' ? modelOutput : correctEntry(change).text
      return { ...correctEntry(change), text, id: change.id }
    })
    const answer =
      typeof modelOutput === 'string' ? entries : modelOutput(entries, `${system!.content}\n${user!.content}`)
    if (typeof answer === 'string') return saying(answer)(request, call)
    // An attack may keep our ids or invent others.
    const sent = answer.map(({ id, ids, ...entry }) => ({ ...entry, ids: idsOf(id, ids, entries) }))
    return saying(JSON.stringify({ entries: sent }))(request, call)
  }
}

function idsOf(id: unknown, ids: unknown, honest: { id: string; ids: string[] }[]): unknown {
  const untouched = honest.some(
    (entry) => entry.id === id && JSON.stringify(entry.ids) === JSON.stringify(ids),
  )
  return untouched || id === undefined ? ids : [id]
}

function urlsIn(markdown: string): string[] {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const found: string[] = []
  const walk = (node: Root | Root['children'][number] | PhrasingContent) => {
    if ('url' in node) found.push(node.url)
    if (node.type === 'html' || node.type === 'image' || node.type === 'imageReference')
      found.push(`a ${node.type}`)
    if ('children' in node) for (const child of node.children) walk(child as PhrasingContent)
  }
  walk(tree)
  return found
}

const formatOf = 'https://keepachangelog.com/en/2.0.0/'

function expectSafe(answer: Answer): void {
  const { changelog, commitCount, entries, omitted } = answer
  const outcomes = [...entries.flatMap(({ commits }) => commits), ...omitted.map(({ sha }) => sha)]
  expect(new Set(outcomes).size).toBe(outcomes.length)
  expect(outcomes).toHaveLength(commitCount)
  // The repository has no web address, so every URL would come from the attacker.
  expect(urlsIn(changelog).filter((url) => url !== formatOf)).toEqual([])
  const plain = entries.map(({ text }) => text.replace(/`+[^`]+`+/g, ' ')).join('\n')
  expect(plain).not.toMatch(/@\w|https?:|www\.|<[a-z/!]|\b(?:fix|close|resolve)\w* #\d/i)
  expect(changelog).not.toMatch(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]|\u{e0041}/u,
  )
  expect(answer.changelog.length).toBeLessThan(20_000)
}

/** Expects correct entries for the commits without an attack. */
function expectHarmlessIncluded({ entries }: Answer): void {
  const find = (part: string) => entries.find(({ text }) => text.includes(part))
  expect(find('Node 18')).toMatchObject({ breaking: true, category: 'Removed' })
  expect(find('refresh tokens')).toMatchObject({ category: 'Security' })
  expect(find('legacy-output')).toMatchObject({ category: 'Deprecated' })
  expect(find('pagination')).toBeDefined()
}

describe(`a model that obeys the attacker (${attacks.length} attacks)`, () => {
  test('there are at least sixty attacks with unique names', () => {
    expect(attacks.length).toBeGreaterThanOrEqual(60)
    expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length)
  })

  // One repository with a branch per attack, because building it is slow.
  const branches = attacks.flatMap(({ commit }, index): Step[] => [
    { branch: `attack-${index}`, from: 'innocent' },
    { commit: `${commit.subject}\n\n${commit.body}` },
  ])
  let served: ServedModel
  beforeAll(async () => {
    served = await serveModel(
      [...harmlessCommits, { branch: 'innocent' }, ...branches, { switch: 'main' }],
      silent,
    )
  })
  afterAll(() => served.close())

  test.each(attacks.map((attack, index) => [attack.name, attack, index] as const))(
    '%s',
    async (_name, attack, index) => {
      served.gateway.become(obey(attack))
      served.gateway.calls.length = 0
      const answer = await answerTo(served.app, { ...body, toRef: `attack-${index}` }, withKey)
      expectSafe(answer)
      expectHarmlessIncluded(answer)
      expect(JSON.stringify(answer)).not.toContain(canaryKey)
      // An empty answer is retried up to three times.
      expect(served.modelRequests().length).toBeLessThanOrEqual(3)
      const own = answer.entries.find(({ commits }) => commits.includes(answer.range.toSha))
      if (typeof attack.modelOutput === 'string' && own && !attack.textPasses) {
        if (attack.modelOutput.trim() !== '') expect(own.text).not.toContain(attack.modelOutput)
        expect(own.writtenBy).toBe('rules')
      }
    },
  )
})

describe('secrets in commits', () => {
  const pieces = ['gh', 'p_', 'a1B2'.repeat(9)]
  const kinds: [name: string, secret: string][] = [
    ['GitHub', pieces.join('')],
    ['GitLab', `glpa${'t-'}${'x7Yq'.repeat(5)}`],
    ['OpenRouter', `sk-o${'r-v1-'}${'9f8e7d6c'.repeat(8)}`],
    ['Anthropic', `sk-an${'t-api03-'}${'Ab3_'.repeat(20)}`],
    ['AWS', `AKI${'A'}${'Q7W2'.repeat(4)}`],
    ['Google', `AIz${'a'}${'Sy9Z-'.repeat(7)}`],
    ['Slack', `xox${'b-'}${'123456789012-'.repeat(2)}aBcDeFgHiJkLmNoP`],
    ['Stripe', `sk_liv${'e_'}${'4eC39HqLyjWDar'.repeat(2)}`],
    ['npm', `np${'m_'}${'aB3d'.repeat(9)}`],
    [
      'a JSON web token',
      `ey${'JhbGciOiJIUzI1NiJ9'}.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U`,
    ],
  ]
  const places = [
    (secret: string) => `fix: drop ${secret} from the settings`,
    (secret: string) => `fix: settings\n\nThe key was ${secret}, now it is not.`,
    (secret: string) => `feat: \`${secret}\` is no longer printed`,
    (secret: string) => `fix: clone over https\n\ngit clone https://user:${secret}@git.example.org/x.git`,
  ]
  let served: ServedModel
  let answer: Answer

  beforeAll(async () => {
    const steps = kinds.flatMap(([, secret]) => places.map((place) => place(secret)))
    // A model that repeats its input.
    const parrot: Behaviour = (request, call) => {
      const entries = changesIn(request.messages.at(-1)!.content).map((change) => ({
        ...correctEntry(change),
        text: change.rules,
      }))
      return saying(JSON.stringify({ entries }))(request, call)
    }
    served = await serveModel(steps, parrot)
    answer = await answerTo(
      served.app,
      { ...body, instructions: `Use ${kinds[0]![1]} and be brief.` },
      withKey,
    )
  })
  afterAll(() => served.close())

  test('none of the forty secrets reaches the model', () => {
    expect(answer.commitCount).toBe(40)
    const sent = JSON.stringify(served.gateway.calls.map(({ body: sent }) => sent))
    for (const [name, secret] of kinds) expect([name, sent.includes(secret)]).toEqual([name, false])
  })

  test('none reaches the answer, and a warning has their number', () => {
    const shown = JSON.stringify(answer)
    for (const [name, secret] of kinds) expect([name, shown.includes(secret)]).toEqual([name, false])
    expect(answer.warnings.find(({ code }) => code === 'secrets-redacted')?.detail).toMatch(/^40 secrets/)
    expect(redact(shown).found).toBe(0)
  })

  test('the key is sent only in the authorization header', () => {
    for (const { headers, body: sent } of served.gateway.calls) {
      expect(headers.authorization).toBe(`Bearer ${canaryKey}`)
      expect(JSON.stringify(sent)).not.toContain(canaryKey)
    }
    expect(JSON.stringify(answer)).not.toContain(canaryKey)
  })
})
