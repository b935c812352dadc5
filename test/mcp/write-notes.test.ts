import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { answerSchema } from '../../src/api/answer-schema.ts'
import type { ChangesPage, PagedChange } from '../../src/core/changes-page.ts'
import { estimateJsonTokens } from '../../src/write/fill-page.ts'
import { listen, localFolder, openService } from '../http/service.ts'
import { buildRepository, makeFolder, type Step } from '../support/build-repository.ts'
import { type Agent, clientKinds, openAgent, type Place } from './clients.ts'

/** The release of the examples: a little of everything. */
const widget: Step[] = [
  { commit: 'Release 1.4.0', files: ['package.json'] },
  { tag: 'v1.4.0' },
  'feat(api): add cursor pagination to /orders (#118)',
  { commit: 'chore(deps): bump undici from 6.1.0 to 6.2.0 (#119)', by: 'dependabot[bot]' },
  'docs: explain retries (#120)',
  'fix: crash when the config file is empty (#121)',
  'feat!: drop Node 18 (#122)\n\nBREAKING CHANGE: Node 20.11 is the oldest supported version.',
  'refactor: split the router (#123)',
  'fix(auth): reject expired refresh tokens (#124)\n\nThis closes CVE-2026-31337.',
  'Deprecate --legacy-output, removal planned for 2.0 (#127)',
  'perf(export): stream files over 100 MB (#128)',
  { commit: 'Release 1.5.0', files: ['package.json'] },
  { tag: 'v1.5.0' },
]

/** A project that works by merges, with branches of several commits and words of other languages. */
const merges: Step[] = [
  'Start',
  { tag: 'v1.4.0' },
  ...Array.from({ length: 45 }, (_, index): Step[] => [
    { branch: `topic-${index}`, from: 'main' },
    `feat: add filter ${index} to the search\n\nListen lassen sich filtern: ${'weiß '.repeat(index)}`,
    { commit: `fix: filter ${index} forgets its order`, by: 'Ben' },
    { switch: 'main' },
    {
      merge: `topic-${index}`,
      commit: `Merge pull request #${200 + index} from acme/topic-${index}\n\nFilter ${index} in the search`,
    },
  ]).flat(),
  { tag: 'v1.5.0' },
]

const kinds = ['feat', 'fix', 'feat', 'docs', 'perf', 'chore', 'fix', 'test']
const things = ['search', 'export', 'login', 'cache', 'upload', 'report', 'editor', 'import']

/** A year of work: 1,500 commits. */
const year: Step[] = [
  'Start',
  { tag: 'v1.4.0' },
  ...Array.from({ length: 1500 }, (_, index): Step => {
    const thing = things[index % 7]!
    const body = `The ${thing} of part ${index} was not what people expect. `.repeat(1 + (index % 9))
    return `${kinds[index % 8]}(${thing}): ${kinds[index % 8] === 'fix' ? 'wrong order' : 'support columns'} in part ${index} (#${index + 1})\n\n${body}`
  }),
  { tag: 'v1.5.0' },
]

const root = makeFolder()
const histories: [name: string, steps: Step[], tokens: number, leastPages: number][] = [
  ['widget', widget, 4000, 1],
  ['merges', merges, 4000, 2],
  ['year', year, 30_000, 4],
]
for (const [name, steps] of histories) buildRepository(steps, { path: join(root, 'acme', name) })
const { app, drain } = await openService([localFolder(root)])
const url = new URL(`http://127.0.0.1:${await listen(app)}/mcp`)
afterAll(drain)

interface Written {
  ids: string[]
  text: string
}

/** Words of its own, as an agent finds them; not all of them are what the commits say. */
function write({ id, title, rules, category }: PagedChange, index: number): Written {
  if (category === 'Removed' || category === 'Security' || category === 'Deprecated')
    return { ids: [id], text: rules ?? title }
  const text = category === 'Fixed' ? `No more ${title}` : `It is now possible to have ${title}`
  return { ids: [id], text: index % 20 === 3 ? `${text}, 40 % faster than Redis` : text }
}

/** Reads a range page by page, each within its budget. */
async function collect(agent: Agent, range: Record<string, unknown>, tokens: number) {
  const changes: PagedChange[] = []
  let pages = 0
  for (let cursor: string | null = null, next = true; next; next = cursor !== null) {
    const { answer, text } = await agent.call('collect_changes', {
      ...range,
      tokens,
      ...(cursor ? { cursor } : {}),
    })
    const page = answer as ChangesPage
    expect(estimateJsonTokens(page)).toBeLessThanOrEqual(tokens)
    // By the rule of thumb of four characters, with room for whatever the tokenizer.
    expect(text.length / 4).toBeLessThan(0.8 * tokens)
    changes.push(...page.changes)
    pages += 1
    cursor = page.nextCursor
  }
  return { changes, pages }
}

describe.each(histories)('an agent that writes the notes of %s', (name, _steps, tokens, leastPages) => {
  const ends = { from: 'v1.4.0', to: 'v1.5.0' }
  const places: [where: string, place: Place, range: Record<string, unknown>][] = [
    ['over HTTP', { url }, { repo: `acme/${name}`, ...ends }],
    ['over stdio', { cwd: join(root, 'acme', name) }, ends],
  ]
  const how = '%s is led from the range to a text in which every claim stands'
  test.each(places)(how, { timeout: 60_000 }, async (_where, place, range) => {
    const agent = await openAgent(clientKinds[0], place)
    const { answer: resolved } = await agent.call('resolve_range', range)
    const { changes, pages } = await collect(agent, range, tokens)
    expect(pages).toBeGreaterThanOrEqual(leastPages)

    const first = changes.map(write)
    const { answer: checked } = await agent.call('check_notes', {
      ...range,
      entries: first.slice(1),
      partial: true,
    })
    const wrong = [{ ids: ['pr-99999'], text: 'A change that never was' }, ...first.slice(1)]
    const refused = await agent.call('render_notes', { ...range, entries: wrong })
    expect(checked.uncovered).toBe(1)
    expect(refused.isError).toBe(true)
    expect(refused.text).toContain('- entries/0: there is no change `pr-99999` in the range')
    expect(refused.text).toContain(`no entry cites the change \`${changes[0]!.id}\``)

    // The agent replaces rejected texts with the text of the rules until all pass.
    const entries = first
    for (let round = 0; round < 10; round += 1) {
      const { answer } = await agent.call('check_notes', { ...range, entries })
      if (answer.ok) break
      for (const { pointer } of answer.faults as { pointer: string }[]) {
        const at = Number(/^#\/entries\/(\d+)/.exec(pointer)![1])
        entries[at]!.text = changes[at]!.rules ?? changes[at]!.title
      }
    }
    const { answer: rendered } = await agent.call('render_notes', { ...range, entries, format: 'simple' })
    expect(answerSchema.pick({ changelog: true, commitCount: true }).parse(rendered)).toBeTruthy()
    expect(rendered.commitCount).toBe(resolved.commitCount)
    // A year changes more files than are compared.
    const isExpected = ({ code }: { code: string }) => code === 'diffs-limited'
    expect(rendered.warnings.filter((warning: { code: string }) => !isExpected(warning))).toEqual([])
    expect(rendered.changelog).not.toMatch(/Redis|never was/)
    expect(rendered.changelog.match(/^- /gm)).toHaveLength(changes.length)
    await agent.close()
  })
})

test('a page of a range that has moved is rejected', async () => {
  const agent = await openAgent(clientKinds[0], { url })
  const range = { repo: 'acme/year', from: 'v1.4.0', to: 'v1.5.0' }
  const { answer } = await agent.call('collect_changes', range)
  const moved = await agent.call('collect_changes', { ...range, to: 'v1.5.0~1', cursor: answer.nextCursor })
  expect(moved.text).toMatch(
    /^invalid_request: Invalid field `cursor`: the range has moved since the page before/,
  )
  await agent.close()
})

test('an agent can list the excluded commits and include them', async () => {
  const agent = await openAgent(clientKinds[0], { url })
  const range = { repo: 'acme/widget', from: 'v1.4.0', to: 'v1.5.0' }
  const { answer } = await agent.call('collect_changes', { ...range, omitted: true })
  const page = answer as ChangesPage
  const docs = page.omitted.find(({ reason }) => reason === 'docs')!
  const entries = [
    ...page.changes.map(({ id, rules, title }) => ({ ids: [id], text: rules ?? title })),
    { commits: [docs.commit], text: 'Explain retries' },
  ]
  const { answer: rendered } = await agent.call('render_notes', { ...range, entries, format: 'simple' })
  expect(rendered.changelog).toContain('- Explain retries (#120)')
  for (const id of [docs.id, '#120', '120']) {
    const given = {
      ...range,
      entries: [{ ids: [id], text: 'Explain retries' }],
      rest: 'rules',
      format: 'simple',
    }
    expect((await agent.call('render_notes', given)).answer.changelog).toContain('- Explain retries (#120)')
  }
  await agent.close()
})
