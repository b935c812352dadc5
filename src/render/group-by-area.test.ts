import { expect, test } from 'vitest'
import type { Entry } from '../core/entry.ts'
import type { AreaMode } from '../core/format.ts'
import { groupByArea } from './group-by-area.ts'

function entries(areas: Record<string, number>, more: Partial<Entry> = {}): Entry[] {
  return Object.entries(areas).flatMap(([area, count]) =>
    Array.from({ length: count }, (_, index) => {
      const scope = area === '-' ? null : area
      const text = scope === null ? `Text ${index}` : `${scope}: text ${index}`
      return { id: `${area}${index}`, text, breaking: false, scope, ...more } as unknown as Entry
    }),
  )
}
const counts = (given: Entry[], mode: AreaMode = 'auto') =>
  groupByArea(given, mode).map(({ area, entries: group }) => [area, group.length])

test('a list of up to 25 entries has no groups', () => {
  expect(counts(entries({ cli: 12, api: 13 }))).toEqual([[null, 25]])
})

test('a longer list is grouped, entries without an area first', () => {
  expect(counts(entries({ cli: 12, '-': 4, api: 13 }))).toEqual([
    [null, 4],
    ['cli', 12],
    ['api', 13],
  ])
})

test('an area with one or two entries is no group', () => {
  expect(counts(entries({ cli: 12, ui: 2, api: 13 }))).toEqual([
    [null, 2],
    ['cli', 12],
    ['api', 13],
  ])
})

test('a list that hardly names areas has no groups', () => {
  expect(counts(entries({ '-': 40, cli: 3, api: 3 }))).toEqual([[null, 46]])
})

test('no entry repeats the name of its group', () => {
  const [cli] = groupByArea(entries({ cli: 14, api: 14 }), 'auto')
  expect(cli!.entries[0]!.text).toBe('Text 0')
})

test('breaking changes stay at the top', () => {
  const breaking = entries({ cli: 1 }, { id: 'b', breaking: true })
  const [first] = groupByArea([...breaking, ...entries({ cli: 14, api: 14 })], 'auto')
  expect(first).toMatchObject({ area: null, entries: [{ id: 'b', text: 'cli: text 0' }] })
})

test('grouping can be turned off, and on for short lists', () => {
  expect(counts(entries({ cli: 14, api: 14 }), 'never')).toEqual([[null, 28]])
  expect(counts(entries({ cli: 1, api: 1 }), 'always')).toEqual([
    ['cli', 1],
    ['api', 1],
  ])
})
