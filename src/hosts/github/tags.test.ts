import { expect, test } from 'vitest'
import { sampleHistory } from '../../../test/support/sample-history.ts'
import { mayMissTags, newestTags } from './tags.ts'

const noon = Date.parse('2026-01-06T12:00:00Z') / 1000
const [commit] = sampleHistory('One')
const tagAt = (name: string, date: string | null) => ({
  name,
  target: { __typename: 'Commit', oid: 'a'.repeat(40), committer: date === null ? null : { date } },
})
const missing = (tags: ReturnType<typeof tagAt>[], hasMore: boolean) =>
  [noon - 1, noon, noon + 1].map((committedAt) =>
    mayMissTags({ ...commit!, committedAt }, newestTags(tags, hasMore)),
  )

test('if the list of tags is cut, a commit with the date of the last tag may have another', () => {
  const tags = [tagAt('v1.1.0', '2026-01-07T12:00:00Z'), tagAt('v1.0.0', '2026-01-06T12:00:00Z')]
  expect(missing(tags, true)).toEqual([true, true, false])
})

test('if the list is complete, no commit has another tag', () => {
  expect(missing([tagAt('v1.0.0', '2026-01-06T12:00:00Z')], false)).toEqual([false, false, false])
})

test('if the last tag has no date, every commit may have another tag', () => {
  expect(missing([tagAt('v1.0.0', null)], true)).toEqual([true, true, true])
  expect(missing([], true)).toEqual([true, true, true])
})
