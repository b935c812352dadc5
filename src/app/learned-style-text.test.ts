import { expect, test } from 'vitest'
import { asHistory, sampleHistory } from '../../test/support/sample-history.ts'
import { learnFromPastReleases } from '../curate/learned/learn-from-past-releases.ts'
import { learnedStyleText } from './learned-style-text.ts'

test('what was learned is the same after it was written and read', async () => {
  const past = Array.from({ length: 6 }, (_, release) => {
    const numbers = [1, 2, 3, 4].map((each) => release * 10 + each)
    return {
      history: asHistory(
        sampleHistory(...numbers.map((each) => `feat(area-${each % 3}): add ${each} (#${each})`)),
      ),
      listed: numbers
        .slice(1)
        .map((each) => ({ pullRequests: [each], commits: [], category: 'Added' as const })),
    }
  })
  const { style, releases } = learnFromPastReleases(past)!
  const learned = { style: style.data, releases }
  expect(learned.style.features.length).toBeGreaterThan(20)
  expect(await learnedStyleText.read(await learnedStyleText.write(learned))).toEqual(learned)
  expect(await learnedStyleText.read(await learnedStyleText.write(null))).toBeNull()
})
