import { expect, test } from 'vitest'
import { sampleHistory } from '../../../test/support/sample-history.ts'
import { mayLackTags, newestTags } from './tags.ts'

const noon = Date.parse('2026-01-06T12:00:00Z') / 1000
const [commit] = sampleHistory('One')
const tagAt = (name: string, date: string | null) => ({
  name,
  target: { __typename: 'Commit', oid: 'a'.repeat(40), committer: date === null ? null : { date } },
})
const lacking = (tags: Parameters<typeof newestTags>[0], hasMore: boolean) =>
  [noon - 1, noon, noon + 1].map((committedAt) =>
    mayLackTags({ ...commit!, committedAt }, newestTags(tags, hasMore)),
  )

test('where the list of tags is cut, a commit of the very moment of the last tag may have another', () => {
  const tags = [tagAt('v1.1.0', '2026-01-07T12:00:00Z'), tagAt('v1.0.0', '2026-01-06T12:00:00Z')]
  expect(lacking(tags, true)).toEqual([true, true, false])
})

test('where it is whole, no commit has another', () => {
  expect(lacking([tagAt('v1.0.0', '2026-01-06T12:00:00Z')], false)).toEqual([false, false, false])
})

test('where the last tag has no moment, every commit may have another', () => {
  expect(lacking([tagAt('v1.0.0', null)], true)).toEqual([true, true, true])
  expect(lacking([], true)).toEqual([true, true, true])
})
