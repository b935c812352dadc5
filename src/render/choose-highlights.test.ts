import { expect, test } from 'vitest'
import type { Entry } from '../core/entry.ts'
import { chooseHighlights } from './choose-highlights.ts'

function entries(count: number, more: (index: number) => Partial<Entry> = () => ({})): Entry[] {
  return Array.from({ length: count }, (_, index) => {
    const base = { id: `${index}`, category: 'Added', text: `Text ${index}`, breaking: false, scope: null }
    return { ...base, importance: index / 100, ...more(index) } as unknown as Entry
  })
}
const ids = (given: Entry[]) => chooseHighlights(given).map(({ id }) => id)

test('notes with few entries have none', () => {
  expect(ids(entries(5))).toEqual([])
})

test('there are three to five, the most important first', () => {
  expect(ids(entries(6, (index) => ({ importance: index / 10 })))).toEqual(['5', '4', '3'])
  expect(ids(entries(100))).toHaveLength(5)
})

test('breaking changes come first, and fixes only if there is not enough else', () => {
  const given = entries(8, (index) => ({
    category: index < 6 ? 'Fixed' : 'Added',
    breaking: index === 0,
    importance: 1 - index / 10,
  }))
  expect(ids(given)).toEqual(['0', '6', '7'])
})

test('no area has more than two', () => {
  const given = entries(10, (index) => ({ scope: index > 4 ? 'cli' : null, importance: index / 10 }))
  expect(ids(given)).toEqual(['9', '8', '4'])
})
