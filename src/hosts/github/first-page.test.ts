import { expect, test } from 'vitest'
import { rangeInPage } from './first-page.ts'
import type { Page } from './schemas.ts'

const sha = (letter: string) => letter.repeat(40)

/** Builds a page from lines of `child: parents`, newest first. */
function pageOf(lines: string[], hasNextPage: boolean, totalParents?: number): Page {
  const nodes = lines.map((line) => {
    const [oid = '', parents = ''] = line.split(':')
    const names = [...parents.trim()]
    return {
      oid: sha(oid),
      message: oid,
      authoredDate: '2026-01-01T00:00:00Z',
      committedDate: '2026-01-01T00:00:00Z',
      author: null,
      authors: [],
      parents: { totalCount: totalParents ?? names.length, nodes: names.map((name) => ({ oid: sha(name) })) },
      associatedPullRequests: [],
    }
  })
  return { oid: nodes[0]!.oid, history: { pageInfo: { hasNextPage }, nodes } }
}

function closed(page: Page, from: string | null): string | null {
  const range = { fromSha: from === null ? null : sha(from), toSha: page.oid }
  return (
    rangeInPage(page, range)
      ?.map(({ message }) => message)
      .join('') ?? null
  )
}

test.each([
  ['a line', ['d: c', 'c: b', 'b: a'], 'b', 'dc'],
  ['a line whose start is just below the page', ['d: c', 'c: b', 'b: a'], 'a', 'dcb'],
  ['a start further below', ['d: c', 'c: b', 'b: a'], 'z', null],
  ['a merge of a branch made after the start', ['e: dc', 'd: b', 'c: b', 'b: a'], 'b', 'edc'],
  ['a merge of a branch made before the start', ['e: dc', 'd: b', 'c: a', 'b: a'], 'b', null],
  ['a root beside the start', ['d: cx', 'x:', 'c: b'], 'b', null],
  ['nothing', ['d: c', 'c: b'], 'd', ''],
])('%s, with more history below', (_name, lines, from, expected) => {
  expect(closed(pageOf(lines, true), from)).toBe(expected)
})

test.each([
  ['a branch made before the start', ['e: dc', 'd: b', 'c: a', 'b: a', 'a:'], 'b', 'edc'],
  ['a root of its own', ['d: cx', 'x:', 'c: b', 'b:'], 'b', 'dxc'],
  ['no start', ['d: c', 'c: b', 'b:'], null, 'dcb'],
  ['a start that is elsewhere', ['d: c', 'c:'], 'z', null],
])('%s, with the whole history known', (_name, lines, from, expected) => {
  expect(closed(pageOf(lines, false), from)).toBe(expected)
})

test('a page is not enough without all parents, for another end, or for an unfinished history', () => {
  expect(closed(pageOf(['d: c', 'c: b'], true, 25), 'b')).toBeNull()
  expect(closed(pageOf(['d: c', 'c: b'], true), null)).toBeNull()
  expect(rangeInPage(pageOf(['d: c'], false), { fromSha: sha('c'), toSha: sha('e') })).toBeNull()
})
