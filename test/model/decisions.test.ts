import { afterEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../src/core/answer.ts'
import { answerTo } from '../http/service.ts'
import { writing } from '../stand-ins/gateway/behaviours.ts'
import type { Step } from '../support/build-repository.ts'
import {
  body,
  changesIn,
  correctEntry,
  type EvidenceChange,
  type ServedModel,
  serveModel,
  withKey,
} from './model-service.ts'

let served: ServedModel
afterEach(() => served.close())

type Shown = EvidenceChange & { excluded?: string }

const answer = (more: object = {}) => answerTo(served.app, { ...body, ...more }, withKey)
const shown = () =>
  served.modelRequests().flatMap(({ body: sent }) => changesIn(sent!.messages.at(-1)!.content))

function expectWhole({ commitCount, entries, omitted }: Answer): void {
  const outcomes = [...entries.flatMap(({ commits }) => commits), ...omitted.map(({ sha }) => sha)]
  expect(new Set(outcomes).size).toBe(outcomes.length)
  expect(outcomes).toHaveLength(commitCount)
}

describe('what the rules exclude by a narrow margin or may concern users', () => {
  const steps: Step[] = [
    'feat: add tabs (#1)',
    {
      commit: 'build(deps): bump undici from 6.1.0 to 7.0.0 (#2)',
      files: ['package.json', 'package-lock.json'],
    },
    { commit: 'build(deps-dev): bump eslint from 8.0.0 to 9.0.0 (#3)', files: ['package.json'] },
    { commit: 'ci: cache more (#4)', files: ['.github/workflows/ci.yml'] },
  ]
  const serve = async (decide: (change: Shown) => object | null, check: 'full' | 'words' = 'words') => {
    served = await serveModel(
      steps,
      writing((message) => ({
        entries: changesIn(message).flatMap((change: Shown) => {
          const decided = change.excluded === undefined ? {} : decide(change)
          return decided === null ? [] : [{ ...correctEntry(change), ...decided }]
        }),
      })),
      { check },
    )
  }

  test('is shown to the model with the reason', async () => {
    await serve(() => null)
    const made = await answer()
    const excluded = (shown() as Shown[]).filter((change) => change.excluded !== undefined)
    expect(excluded.map(({ title, excluded: reason }) => [title, reason])).toEqual([
      ['bump undici from 6.1.0 to 7.0.0', 'It only updates a dependency.'],
    ])
    expectWhole(made)
    expect(made.entries).toHaveLength(1)
    expect(made.omitted.map(({ reason }) => reason)).toEqual(['internal', 'dependency', 'dependency'])
    expect(made.writer.fallback).toBeNull()
    expect(served.modelRequests()).toHaveLength(1)
  })

  test('becomes an entry if the model writes one', async () => {
    await serve(() => ({ text: 'Update undici from 6.1.0 to 7.0.0', category: 'Changed' }))
    const made = await answer()
    expectWhole(made)
    expect(made.entries.map(({ text }) => text)).toContain('Update undici from 6.1.0 to 7.0.0')
    expect(made.changelog).toContain('- Update undici from 6.1.0 to 7.0.0 (#2)')
    expect(made.entries.find(({ id }) => id === 'pr-2')!.evidence).toContainEqual({
      kind: 'notability',
      detail: 'The model includes it; the rules exclude it: It only updates a dependency.',
    })
  })

  test.each([
    ['it is not notable', { notable: false }],
    ['its text is invalid', { text: 'Update undici to 8.0.0, see https://evil.example' }],
  ])('stays excluded if %s, without another request', async (_why, decided) => {
    await serve(() => decided)
    const made = await answer()
    expectWhole(made)
    expect(made.entries).toHaveLength(1)
    expect(made.writer.fallback).toBeNull()
    expect(served.modelRequests()).toHaveLength(1)
  })
})

describe('the whole list of several batches', () => {
  const titles = [
    ...Array.from({ length: 14 }, (_, index) => `feat(tabs): move tab ${index + 1} with the keyboard`),
    'fix(panes): close the pane that has the focus',
  ]
  const steps: Step[] = titles.map((title, index) => `${title} (#${index + 1})`)
  interface Listed {
    id: string
    category: string
    text: string
  }

  const entriesIn = (message: string): Listed[] | null => {
    const json = /^ENTRIES\n(.*)$/m.exec(message)?.[1]
    return json === undefined ? null : (JSON.parse(json) as Listed[])
  }
  const serve = async (review: (entries: Listed[]) => unknown) => {
    served = await serveModel(
      steps,
      writing((message) => {
        const entries = entriesIn(message)
        return entries ? review(entries) : { entries: changesIn(message).map(correctEntry) }
      }),
    )
  }
  const idOf = (entries: Listed[], part: string) => entries.find(({ text }) => text.includes(part))!.id

  test('is sent once, as ids, categories and texts', async () => {
    await serve(() => ({ entries: [], order: [] }))
    const made = await answer()
    const sent = served.modelRequests().at(-1)!.body!
    expect(sent.response_format).toMatchObject({ json_schema: { name: 'list_review' } })
    expect(entriesIn(sent.messages.at(-1)!.content)![0]).toEqual({
      id: '1',
      category: expect.any(String),
      text: expect.any(String),
    })
    expect(made.entries).toHaveLength(15)
  })

  test('may be ordered, and entries of one subject merged', async () => {
    await serve((entries) => {
      const [first, second] = [idOf(entries, 'tab 3 '), idOf(entries, 'tab 5 ')]
      return {
        entries: [{ ids: [first, second], text: 'Move tab 3 and tab 5 with the keyboard' }],
        order: [idOf(entries, 'tab 9 '), ...entries.map(({ id }) => id)],
      }
    })
    const made = await answer()
    expectWhole(made)
    expect(made.entries).toHaveLength(14)
    expect(made.entries.find(({ text }) => text.includes('tab 3 and tab 5'))).toMatchObject({
      pullRequests: [3, 5],
      writtenBy: 'model',
    })
    expect(made.changelog.split('\n').find((line) => /\btab \d/i.test(line))).toContain('tab 9 ')
  })

  test.each<[string, (entries: Listed[]) => unknown]>([
    ['is not JSON', () => 'I like this list.'],
    ['has another form', () => ({ entries: 'none', order: null })],
    ['has unknown ids', () => ({ entries: [{ ids: ['99'], text: 'Gone' }], order: ['98'] })],
    [
      'merges what has nothing in common',
      (entries) => ({
        entries: [{ ids: [idOf(entries, 'tab 3 '), idOf(entries, 'pane')], text: 'Move tab 3 and the pane' }],
        order: [],
      }),
    ],
    [
      'adds a statement',
      (entries) => ({
        entries: [{ ids: [idOf(entries, 'tab 3 ')], text: 'Move tab 3 twice as fast in 4.2' }],
        order: [],
      }),
    ],
    [
      'repeats another entry',
      (entries) => ({
        entries: [
          { ids: [idOf(entries, 'tab 3 ')], text: entries.find(({ text }) => text.includes('tab 5 '))!.text },
        ],
        order: [],
      }),
    ],
  ])('stays as it is if the answer %s', async (_what, review) => {
    await serve(() => ({ entries: [], order: [] }))
    const plain = await answer()
    await served.close()
    await serve(review)
    const made = await answer()
    expect(made.changelog).toBe(plain.changelog)
    expect(made.warnings).toEqual(plain.warnings)
  })
})

describe('highlights', () => {
  const steps: Step[] = [
    'feat: add tabs to windows (#1)',
    'feat: add panes to windows (#2)',
    'fix: close idle windows (#3)',
    'fix: keep the order of windows (#4)',
    'feat!: drop the old window format (#5)',
    'fix: restore minimised windows (#6)',
    'feat: add themes for windows (#7)',
  ]
  const chosenBy = async (choose: (ids: (part: string) => string) => object[]) => {
    served = await serveModel(
      steps,
      writing((message) => {
        const json = /^ENTRIES\n(.*)$/m.exec(message)?.[1]
        if (json === undefined) return { entries: changesIn(message).map(correctEntry) }
        const entries = JSON.parse(json) as { id: string; text: string }[]
        return { highlights: choose((part) => entries.find(({ text }) => text.includes(part))!.id) }
      }),
    )
    return answer({ highlights: true })
  }

  test('are chosen and written by the model, breaking changes first', async () => {
    const made = await chosenBy((id) => [
      { id: id('themes'), text: 'Themes for windows' },
      { id: id('panes'), text: 'Panes and 40 % more speed, see https://evil.example' },
      { id: id('old window'), text: 'Drop the old window format' },
    ])
    expect(made.highlights).toEqual(['pr-5', 'pr-7', 'pr-2'])
    expect(made.changelog).toContain('- Themes for windows\n')
    expect(made.changelog).not.toContain('40 %')
    expect(made.warnings).toEqual([])
  })

  test.each<[string, (id: (part: string) => string) => object[]]>([
    ['it chooses too few', (id) => [{ id: id('themes'), text: 'Themes for windows' }]],
    ['its ids are unknown', () => ['91', '92', '93'].map((id) => ({ id, text: 'Something' }))],
    [
      'it misses a breaking change',
      (id) => ['themes', 'panes', 'tabs'].map((part) => ({ id: id(part), text: 'Windows' })),
    ],
  ])('are those of the rules if %s', async (_why, choose) => {
    const made = await chosenBy(choose)
    expect(made.highlights[0]).toBe('pr-5')
    expect(made.highlights).toHaveLength(3)
    expect(made.changelog).not.toContain('- Themes for windows\n')
  })
})

describe('a model may not', () => {
  const decide = (more: object) =>
    writing((message) => ({
      entries: changesIn(message).map((change) => ({ ...correctEntry(change), ...more })),
    }))

  test('exclude what the authors wrote for the changelog', async () => {
    const changelog = (line: string) => ({
      'CHANGELOG.md': `# Changelog\n\n## [Unreleased]\n\n### Added\n\n${line}`,
    })
    served = await serveModel(
      [
        { commit: 'chore: start the changelog', files: [], texts: changelog('') },
        { tag: 'begin' },
        { commit: 'Tabs can be moved', files: ['src/tabs.ts'], texts: changelog('- Tabs can be moved\n') },
      ],
      decide({ notable: false }),
    )
    const made = await answer({ fromRef: 'begin', instructions: 'Be brief.' })
    expect(made.entries.map(({ text }) => text)).toEqual(['Tabs can be moved now'])
  })

  test('rewrite what the authors wrote for the changelog, unless instructions ask for it', async () => {
    const changelog = (lines: string) => ({
      'CHANGELOG.md': `# Changelog\n\n## [Unreleased]\n\n### Added\n\n${lines}`,
    })
    served = await serveModel(
      [
        { commit: 'chore: start the changelog', files: [], texts: changelog('') },
        { tag: 'begin' },
        { commit: 'Tabs can be moved', files: ['src/tabs.ts'], texts: changelog('- Tabs can be moved\n') },
        { commit: 'Add a menu for tabs', files: ['src/menu.ts'] },
      ],
      decide({}),
    )
    const made = await answer({ fromRef: 'begin' })
    expect(made.entries.map(({ text, writtenBy }) => [text, writtenBy])).toEqual([
      ['Tabs can be moved', 'rules'],
      ['Add a menu for tabs now', 'model'],
    ])
  })

  test.each([
    ['with its words', 'Removed from the menu, but still available', 'Changed'],
    ['without a quote', '', 'Removed'],
  ])('move a change out of Removed but %s', async (_how, quote, expected) => {
    served = await serveModel(
      ['Remove the export button (#1)\n\nRemoved from the menu, but still available in the settings.'],
      decide({ category: 'Changed', quote }),
    )
    expect((await answer()).entries[0]).toMatchObject({ category: expected, writtenBy: 'model' })
  })
})
