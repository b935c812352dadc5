import { describe, expect, test } from 'vitest'
import type { Answer } from '../../src/core/answer.ts'
import { buildRepository, type Step } from '../support/build-repository.ts'
import { generateFrom } from '../support/generate-from.ts'
import { historyW } from './histories.ts'

const pathW = buildRepository(historyW)

/** The answer for a range with a configuration in the request. */
function answerWith(config: Record<string, unknown>, path = pathW): Promise<Answer> {
  const range = path === pathW ? { fromRef: 'v1.4.0', toRef: 'v1.5.0' } : { fromRef: 'start' }
  return generateFrom(path, { ...range, config })
}

/** A repository whose range has these commits. */
function history(...steps: Step[]): string {
  return buildRepository(['Start', { tag: 'start' }, ...steps])
}

const codes = ({ warnings }: Answer) => warnings.map(({ code }) => code)
const ids = ({ entries }: Answer) => entries.map(({ id }) => id).sort()

describe('rules', () => {
  test('5: a rule excludes a change with its reason', async () => {
    const answer = await answerWith({
      rules: [{ when: { scope: 'export' }, exclude: 'announced elsewhere' }],
    })
    expect(answer.entries).toHaveLength(5)
    expect(answer.omitted).toHaveLength(7)
    expect(answer.omitted).toContainEqual(
      expect.objectContaining({
        subject: 'perf(export): stream files over 100 MB (#128)',
        reason: 'excluded',
        detail: 'rules[0]: announced elsewhere',
      }),
    )
  })

  test('6: what is breaking is included anyway, unless the rule says that it is not breaking', async () => {
    const rule = { when: { type: 'feat' }, exclude: true }
    const answer = await answerWith({ rules: [rule] })
    expect(ids(answer)).toContain('pr-122')
    expect(ids(answer)).not.toContain('pr-118')
    const overruled = answer.warnings.find(({ code }) => code === 'exclude-overruled')
    expect(overruled?.detail).toContain('rules[0] does not exclude pr-122')
    const corrected = await answerWith({ rules: [{ ...rule, breaking: false }] })
    expect(ids(corrected)).toEqual(['pr-121', 'pr-124', 'pr-127', 'pr-128'])
    expect(codes(corrected)).not.toContain('exclude-overruled')
  })

  test('7: one rule names the scope and another one the section', async () => {
    const answer = await answerWith({
      rules: [
        { when: { scope: 'api' }, scope: 'HTTP API' },
        { when: { type: 'feat' }, category: 'Changed' },
      ],
    })
    const entry = answer.entries.find(({ id }) => id === 'pr-118')!
    expect(entry).toMatchObject({ scope: 'HTTP API', section: 'Changed', category: 'Added' })
    const reasons = entry.evidence.filter(({ kind }) => kind === 'config').map(({ detail }) => detail)
    expect(reasons).toEqual(['rules[0] shows its scope as "HTTP API".', 'rules[1] puts it under "Changed".'])
  })

  test('10: path needs one file, everyPath needs all', async () => {
    const path = history({ commit: 'feat: add search', files: ['docs/a.md', 'src/a.ts'] })
    const rule = (key: string) => ({ rules: [{ when: { [key]: 'docs/**' }, exclude: true }] })
    expect((await answerWith(rule('path'), path)).entries).toHaveLength(0)
    expect((await answerWith(rule('everyPath'), path)).entries).toHaveLength(1)
  })

  test('12: a hostile pattern matches in linear time', async () => {
    const path = history(`feat: ${'a'.repeat(900)}`)
    const answer = await answerWith(
      { rules: [{ when: { title: '*a*a*a*a*a*a*a*a*b' }, exclude: true }] },
      path,
    )
    expect(answer.entries).toHaveLength(1)
    expect(answer.config.unused).toEqual(['rules[0]'])
  })

  test('13: patterns are literal but for asterisks and question marks', async () => {
    const path = history(
      { commit: 'feat: add one', by: 'dependabot[bot]' },
      { commit: 'feat: add two', by: 'dependabo' },
      'feat: feat',
    )
    const excluded = async (when: object) =>
      (await answerWith({ rules: [{ when, exclude: true }] }, path)).omitted.map(({ subject }) => subject)
    expect(await excluded({ author: '*[bot]' })).toEqual(['feat: add one'])
    expect(await excluded({ title: '^feat' })).toEqual([])
  })

  test.each([
    ['a type', { type: 'feat' }, ['one']],
    ['a spelling of a type', { type: 'feature' }, ['one']],
    ['a word of the title', { words: 'search' }, ['one']],
    ['a phrase across punctuation', { words: 'in lists' }, ['one']],
    ['no part of a word', { words: 'sear' }, []],
    ['a trailer', { trailer: 'Changelog: none' }, ['two']],
    ['a kind', { kind: 'fixed' }, ['two']],
    ['a kind of work', { kind: 'documentation' }, ['three']],
    ['several kinds', { kind: ['added', 'fixed'] }, ['one', 'two']],
    ['two conditions', { type: 'fix', scope: 'core' }, []],
    ['a break', { breaking: true }, []],
    ['no break', { breaking: false, type: '*' }, ['one', 'two', 'three']],
  ])('match %s', async (_name, when, expected) => {
    const path = history(
      'feat: add search in lists, one',
      'fix: crash when sorting, two\n\nChangelog: none',
      { commit: 'docs: explain sorting, three', files: ['docs/a.md'] },
    )
    const { omitted } = await answerWith({ rules: [{ when, exclude: 'x' }] }, path)
    const excluded = omitted.filter(({ reason }) => reason === 'excluded').map(({ subject }) => subject)
    expect(excluded.map((subject) => /, (\w+)$/.exec(subject)![1]!).sort()).toEqual(expected.toSorted())
  })

  test('a rule includes what would be excluded, unless another condition holds', async () => {
    const path = history('refactor: split the router', 'refactor: tidy the lexer')
    const rules = [{ when: { type: 'refactor' }, unless: { words: 'lexer' }, include: true }]
    const { entries } = await answerWith({ rules }, path)
    expect(entries.map(({ evidence }) => evidence.at(-1))).toEqual([
      { kind: 'config', detail: 'rules[0] includes it.' },
    ])
  })

  test('a rule corrects what is breaking', async () => {
    const path = history('feat: rename the flag')
    const { entries } = await answerWith({ rules: [{ when: { type: 'feat' }, breaking: true }] }, path)
    expect(entries).toMatchObject([{ breaking: true }])
  })

  test('a rule asks whether a change came by a pull request', async () => {
    const path = history('feat: add alpha (#1)', 'feat: add beta')
    const rules = [{ when: { pullRequest: false }, exclude: 'no pull request' }]
    const answer = await answerWith({ rules }, path)
    expect(ids(answer)).toEqual(['pr-1'])
    expect(answer.omitted.map(({ detail }) => detail)).toEqual(['rules[0]: no pull request'])
  })

  test('an update of dependencies needs more than its type to be included', async () => {
    const path = history('chore(deps): bump undici from 6.1.0 to 6.2.0', 'feat: add search')
    const count = async (config: object) => (await answerWith({ ...config }, path)).entries.length
    expect(await count({ categories: [{ title: 'All', types: ['chore', 'feat'] }] })).toBe(1)
    expect(await count({ rules: [{ when: { type: 'chore' }, include: true }] })).toBe(1)
    expect(await count({ rules: [{ when: { kind: 'dependencies' }, include: true }] })).toBe(2)
    expect(await count({ categories: [{ title: 'Deps', kinds: 'dependencies' }] })).toBe(2)
  })
})

test('patterns that take too many steps are an error of the service', async () => {
  const path = history(...Array.from({ length: 30 }, (_, n) => `feat: ${'a'.repeat(900)}${n}`))
  // The title has the longest text of every pattern, and no pattern matches.
  const when = { title: Array.from({ length: 100 }, () => `*${'a'.repeat(90)}b*${'a'.repeat(95)}*`) }
  const config = { rules: Array.from({ length: 2 }, () => ({ when, exclude: true })) }
  await expect(answerWith(config, path)).rejects.toMatchObject({ code: 'config_too_costly' })
})

test('nothing is learned from the changelog if the file says so', async () => {
  const releases = Array.from({ length: 8 }, (_, n): Step[] => [
    {
      commit: `docs: explain part ${n} (#${n + 1})`,
      files: [`docs/part-${n}.md`],
      texts: {
        'CHANGELOG.md': Array.from({ length: n + 1 }, (_, m) => n - m)
          .map((m) => `## v1.${m}.0\n\n### Fixed\n\n- Explain part ${m} (#${m + 1})\n\n`)
          .join(''),
      },
    },
    { tag: `v1.${n}.0` },
  ]).flat()
  const path = buildRepository(['Start', ...releases, 'feat: add search (#99)'])
  const ask = (config: object) => generateFrom(path, { fromRef: 'v1.7.0', config })
  expect((await ask({ learn: true })).houseStyle).not.toBeNull()
  expect((await ask({ learn: false })).houseStyle).toBeNull()
})

describe('categories', () => {
  test('8: what fits no category is under the last section', async () => {
    const answer = await answerWith({ categories: [{ title: 'Features', types: 'feat' }] })
    const sections = answer.entries.map(({ section }) => section)
    expect(sections.filter((section) => section === 'Features')).toHaveLength(2)
    expect(sections.filter((section) => section === 'Other changes')).toHaveLength(4)
  })

  test('9: a type is more explicit than a kind', async () => {
    const answer = await answerWith({
      categories: [
        { title: 'Changed', kinds: 'changed' },
        { title: 'Speed', types: 'perf' },
      ],
    })
    expect(answer.entries.find(({ id }) => id === 'pr-128')!.section).toBe('Speed')
  })

  test('27: a word that a category names is a type', async () => {
    const path = history('i18n: add Czech (#7)')
    const { entries } = await answerWith({ categories: [{ title: 'Text', types: 'i18n' }] }, path)
    expect(entries).toMatchObject([{ section: 'Text', text: 'Add Czech', scope: null }])
  })

  test('a category that names breaking takes breaking changes, wherever it stands', async () => {
    const { entries, config } = await answerWith({
      categories: [
        { title: 'Features', types: 'feat' },
        { title: 'Docs', types: 'docs' },
        { title: 'Breaks', kinds: 'breaking' },
        { title: 'Nothing', labels: 'none' },
      ],
    })
    const section = (id: string) => entries.find((entry) => entry.id === id)?.section
    expect([section('pr-118'), section('pr-120'), section('pr-122')]).toEqual(['Features', 'Docs', 'Breaks'])
    expect(config.unused).toEqual(['categories[3]'])
  })

  test('a verb in any tense is a sign', async () => {
    const path = history(
      'Reduces allocations of the parser (#1)',
      'Optimized the cache (#2)',
      'Speeding up (#3)',
    )
    const { entries } = await answerWith(
      { categories: [{ title: 'PERF', verbs: ['reduce', 'optimize', 'speed'] }] },
      path,
    )
    expect(entries.map(({ section }) => section)).toEqual(entries.map(() => 'PERF'))
    expect(entries.length).toBeGreaterThan(1)
  })
})
