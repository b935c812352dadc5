import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { listen, localFolder, openService } from '../http/service.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { type Agent, clientKinds, openAgent } from './clients.ts'

const root = makeFolder()
const widget = buildRepository(
  [
    {
      commit: 'Release 1.0.0',
      texts: { 'CHANGELOG.md': '# Changelog\n\n- Search understands quotes (#1)\n' },
    },
    { tag: 'v1.0.0' },
    'feat(api): add cursor pagination to /orders (#118)',
    'fix: crash when the config file is empty (#121)',
    'docs: explain retries',
    { tag: 'v1.1.0' },
  ],
  { path: join(root, 'acme/widget') },
)
const { app, drain } = await openService([localFolder(root)])
const url = new URL(`http://127.0.0.1:${await listen(app)}/mcp`)
afterAll(drain)

const ends = { from: 'v1.0.0', to: 'v1.1.0' }
const entries = [
  { ids: ['pr-118'], text: 'Page through `/orders` with a cursor' },
  { ids: ['pr-121'], text: 'An empty config file no longer causes a crash' },
]
const places = [
  ['over HTTP', { url }, { repo: 'acme/widget', ...ends }, 'notewright://house-style/local/acme/widget'],
  ['over stdio', { cwd: widget }, ends, 'notewright://house-style'],
] as const

describe.each(clientKinds)('%s', (kind) => {
  describe.each(places)('%s', (where, place, range, houseStyle) => {
    let agent: Agent
    afterAll(() => agent.close())

    test('connects', async () => {
      agent = await openAgent(kind, place)
      // Over stdio the 1.x client does not expose the protocol version.
      const silent = kind === 'the 1.x client' && where === 'over stdio'
      expect(agent.version).toBe(silent ? undefined : kind.includes('2026') ? '2026-07-28' : '2025-11-25')
      expect(agent.client.getServerVersion()).toMatchObject({ name: 'notewright' })
      expect(agent.client.getInstructions()).toContain('`collect_changes`')
    })

    test('lists what there is', async () => {
      const { tools } = await agent.client.listTools()
      const { prompts } = await agent.client.listPrompts()
      const { resources } = await agent.client.listResources()
      expect(tools.map(({ name }) => name)).toEqual([
        'resolve_range',
        'collect_changes',
        'show_change',
        'check_notes',
        'render_notes',
        'generate_changelog',
        'next_version',
        'check_config',
        // Only where the files are the agent's own is there something to write.
        ...(where === 'over stdio' ? ['update_changelog'] : []),
      ])
      expect(prompts.map(({ name }) => name)).toEqual(['release-notes', 'changelog-entry'])
      expect(resources.map(({ uri }) => uri)).toContain('notewright://formats/keepachangelog')
    })

    test('calls every tool', async () => {
      const { answer: resolved } = await agent.call('resolve_range', range)
      expect(resolved).toMatchObject({
        commitCount: 3,
        version: '1.1.0',
        tags: [{ name: 'v1.1.0' }, { name: 'v1.0.0' }],
      })
      const { answer: page, text } = await agent.call('collect_changes', range)
      expect(page).toMatchObject({ changeCount: 2, omittedCounts: { docs: 1 }, nextCursor: null })
      expect(page.pastEntries).toEqual(['Search understands quotes'])
      expect(JSON.parse(text)).toEqual(page)
      const { answer: checked } = await agent.call('check_notes', { ...range, entries })
      expect(checked).toMatchObject({ ok: true, faults: [], uncovered: 0 })
      const { answer: rendered } = await agent.call('render_notes', { ...range, entries, format: 'simple' })
      expect(rendered.changelog).toBe(
        '- Page through `/orders` with a cursor (#118)\n- An empty config file no longer causes a crash (#121)\n',
      )
      expect(rendered.writer.engine).toBe('agent')
      const { answer: made } = await agent.call('generate_changelog', { ...range, format: 'simple' })
      expect(made.changelog).toContain('- **api:** Add cursor pagination to `/orders` (#118)\n')
    })

    test('gets an invalid call as a tool error, with the text of the catalogue', async () => {
      const { isError, text } = await agent.call('resolve_range', {
        ...range,
        from: 'v9',
        to: '-x',
        format: 'PDF',
      })
      expect(isError).toBe(true)
      expect(text).toMatch(/^invalid_request: Invalid field `to`: must not begin with a dash\./)
      expect(text).toContain('\n- to: must not begin with a dash\n- The unknown field "format" was ignored.')
      const { text: lost } = await agent.call('resolve_range', { ...range, from: 'v9' })
      expect(lost).toMatch(/^ref_not_found: \S+ has no tag, branch or commit "v9"\. Check the spelling/)
    })

    test('hears of progress, in numbers that only grow', async () => {
      const heard: number[] = []
      // A range that was not requested before, because a cached answer reports no progress.
      const asked = { ...range, version: `7.0.${clientKinds.indexOf(kind)}` }
      await agent.call('generate_changelog', asked, { onprogress: ({ progress }) => heard.push(progress) })
      expect(heard.length).toBeGreaterThan(5)
      expect(heard).toEqual([...new Set(heard)].sort((one, other) => one - other))
      expect(heard.at(-1)).toBeLessThan(6)
    })

    test('reads prompts and resources', async () => {
      const prompt = await agent.client.getPrompt({ name: 'release-notes', arguments: { from: 'v1.0.0' } })
      expect(prompt.messages).toMatchObject([
        { content: { text: expect.stringContaining('From: "v1.0.0".') } },
      ])
      const rules = await agent.client.readResource({ uri: 'notewright://formats/simple' })
      expect(rules.contents).toMatchObject([
        { mimeType: 'text/markdown', text: expect.stringContaining('# A flat list') },
      ])
      const style = await agent.client.readResource({ uri: houseStyle })
      expect(style.contents).toMatchObject([{ text: expect.stringContaining('- Search understands quotes') }])
    })
  })
})
