import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asHistory, sampleHistory } from '../../test/support/sample-history.ts'
import { curate } from '../curate/curate.ts'
import { estimateJsonTokens, type FilledPage, fillPage, type PagedRange } from './fill-page.ts'
import { writeByRules } from './write-by-rules.ts'

function listed(messages: string[]): PagedRange {
  const history = asHistory(sampleHistory(...messages))
  const { changes, omitted, excluded = [] } = curate(history, { audience: 'users', paths: [] })
  const byRules = writeByRules(changes, null)
  const none = new Set<string>()
  return { changes, byRules, omitted, excluded, doubtful: none, listed: none, pathsOf: () => [] }
}

function pagesOf(all: PagedRange, tokens: number) {
  const pages = []
  for (let at: number | null = 0; at !== null; ) {
    const page: FilledPage = fillPage(all, at, tokens)
    pages.push(page)
    at = page.next
  }
  return pages
}

test('a body does not repeat the title', () => {
  const merge = 'Merge pull request #1 from ada/search\n\nAdd search'
  const squashed = 'feat(core): add part 1 (#2)\n\nAdd part 1\n\nIt does more.'
  const [page] = pagesOf(listed([merge, squashed]), 10_000)
  expect(page!.changes.map(({ body }) => body)).toEqual(expect.arrayContaining([undefined, 'It does more.']))
})

const messages = Array.from({ length: 60 }, (_, index) =>
  index % 4 === 0
    ? `docs: page ${index}`
    : `feat(core): add part ${index}\n\n${'It does more. '.repeat(index)}`,
)

describe('pages', () => {
  test('contain every change and every omitted commit once, in order', () => {
    const all = listed(messages)
    const pages = pagesOf(all, 2000)
    expect(pages.length).toBeGreaterThan(4)
    expect(pages.flatMap(({ changes }) => changes.map(({ id }) => id))).toEqual(
      all.changes.map(({ id }) => id),
    )
    expect(pages.flatMap(({ omitted }) => omitted.map(({ subject }) => subject))).toEqual(
      all.omitted.map(({ subject }) => subject),
    )
  })

  test('keep their budget for any text', () => {
    const message = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.constant('修复：光标跳动\n\n长列表中的光标不再跳动。'),
    )
    fc.assert(
      fc.property(fc.array(message, { maxLength: 30 }), (written) => {
        for (const { next: _next, ...page } of pagesOf(listed(written), 3000))
          expect(estimateJsonTokens(page)).toBeLessThanOrEqual(3100)
      }),
      { numRuns: 60 },
    )
  })

  test('have one item even if it is larger than the budget', () => {
    expect(pagesOf(listed(messages), 1).length).toBe(60)
  })

  test('mark the changes that must be included', () => {
    const [page] = pagesOf(listed(['feat!: drop Node 18', 'fix: crash']), 4000)
    expect(page?.changes.map(({ mustTell, breaking }) => [mustTell, breaking])).toEqual([
      [true, true],
      [undefined, undefined],
    ])
  })
})

test('each letter of other scripts counts as a token', () => {
  expect(estimateJsonTokens('修复')).toBe(3)
  expect(estimateJsonTokens('a'.repeat(278))).toBe(100)
})
