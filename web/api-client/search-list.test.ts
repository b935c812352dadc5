import { expect, test, vi } from 'vitest'
import type { Session } from '../state/app-state.ts'
import { type ListPage, searchList } from './search-list.ts'

const { signal } = new AbortController()

function listOf(pages: Record<string, ListPage<string>>) {
  const load = vi.fn(async (query: string) => pages[query] ?? { items: [], nextPage: null })
  return { session: {} as Session, key: 'refs', load, nameOf: (name: string) => name }
}

test('a list of one page is loaded once and searched here', async () => {
  const list = listOf({ '': { items: ['v1.0.0', 'v2.0.0', 'Main'], nextPage: null } })
  expect(await searchList(list, '', signal)).toEqual(['v1.0.0', 'v2.0.0', 'Main'])
  expect(await searchList(list, 'v2', signal)).toEqual(['v2.0.0'])
  expect(await searchList(list, 'mai', signal)).toEqual(['Main'])
  expect(list.load).toHaveBeenCalledTimes(1)
})

test('the server searches a longer list', async () => {
  const list = listOf({
    '': { items: ['v9'], nextPage: 2 },
    v1: { items: ['v1', 'v10'], nextPage: null },
  })
  expect(await searchList(list, 'v1', signal)).toEqual(['v1', 'v10'])
  expect(list.load.mock.calls.map(([query]) => query)).toEqual(['', 'v1'])
})

test('two searches at once share the first page, and a failed one is loaded again', async () => {
  const list = listOf({ '': { items: ['a', 'b'], nextPage: null } })
  list.load.mockRejectedValueOnce(new Error('offline'))
  await expect(searchList(list, 'a', signal)).rejects.toThrow('offline')
  expect(await Promise.all([searchList(list, 'a', signal), searchList(list, 'b', signal)])).toEqual([
    ['a'],
    ['b'],
  ])
  expect(list.load).toHaveBeenCalledTimes(2)
})

test('another session has lists of its own', async () => {
  const list = listOf({ '': { items: ['a'], nextPage: null } })
  await searchList(list, '', signal)
  await searchList({ ...list, session: {} as Session }, '', signal)
  expect(list.load).toHaveBeenCalledTimes(2)
})
