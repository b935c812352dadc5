import { expect, test } from 'vitest'
import { sampleHistory, sampleSha } from '../../test/support/sample-history.ts'
import { mainLineStart } from './main-line.ts'

test('a range begins with its main line, not with an old branch', () => {
  const commits = sampleHistory(
    { message: 'old branch', parents: [], committedAt: 5 },
    { message: 'main', parents: [], committedAt: 100 },
    { message: 'merge', parents: [sampleSha(2), sampleSha(1)], committedAt: 200 },
  )
  expect(mainLineStart(commits)).toBe(100)
  expect(mainLineStart([])).toBe(0)
})
