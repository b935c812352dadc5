import { expect, test } from 'vitest'
import { asHistory, type SampleCommit, sampleHistory } from '../../../test/support/sample-history.ts'
import { curate } from '../curate.ts'

const users = { audience: 'users' as const, paths: [] }

/** A release that is large enough to exclude changes. */
function release(...messages: SampleCommit[]) {
  const others = Array.from({ length: 30 }, (_, at) => `Add tool ${at}`)
  return curate(asHistory(sampleHistory(...others, ...messages)), users)
}

test('each decision describes its reasons', () => {
  const { changes, omitted } = release('Support tabs in tables', 'Upload the release matrix')
  const included = changes.find(({ title }) => title === 'Support tabs in tables')!
  expect(included.evidence.at(-1)).toMatchObject({
    kind: 'notability',
    detail: expect.stringMatching(/^Probability of being listed: 0\.\d\d \(.*"(?:support|tabs)"/),
  })
  expect(omitted).toMatchObject([
    {
      reason: 'not-notable',
      detail: expect.stringMatching(/^Similar changes are rarely listed: .*"release"/),
    },
  ])
})

test('the type that the author wrote outranks the model', () => {
  const { omitted } = release('fix: release the matrix of the build script')
  expect(omitted).toEqual([])
})

test('without paths the words decide', () => {
  const { changes, omitted } = release(
    { message: 'Support tabs in tables', paths: [], pathsCut: true },
    { message: 'Upload the release matrix', paths: [], pathsCut: true },
  )
  expect(changes.at(-1)!.title).toBe('Support tabs in tables')
  expect(omitted.map(({ subject }) => subject)).toEqual(['Upload the release matrix'])
})

test('a small release includes what a large one excludes', () => {
  const small = curate(asHistory(sampleHistory('Sync drafts')), users)
  expect(small.changes.map(({ title }) => title)).toEqual(['Sync drafts'])
})
