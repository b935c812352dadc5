import { expect, test } from 'vitest'
import { makeEvidence, shaOf } from '../../test/support/sample-evidence.ts'
import { splitTexts } from './evidence.ts'

const [change] = makeEvidence([{ commits: [1, 2] }], []).answer.changes
const texts = ['fix: one', 'fix: two\n\nBody', 'Title\n\nDescription']

test('the texts of pull requests are apart from the messages of the commits', () => {
  const { ofPullRequests, ofCommits } = splitTexts({
    ...change!,
    texts,
    textSources: ['commit', 'commit', 'pull_request'],
  })
  expect(ofPullRequests).toEqual(['Title\n\nDescription'])
  expect([...ofCommits]).toEqual([
    [shaOf(1), 'fix: one'],
    [shaOf(2), 'fix: two\n\nBody'],
  ])
})

test('in a draft of an older version all texts count for the pull request', () => {
  const { textSources: _sources, ...older } = { ...change!, texts }
  expect(splitTexts(older)).toEqual({ ofPullRequests: texts, ofCommits: new Map() })
})
