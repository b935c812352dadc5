import { expect, test } from 'vitest'
import { asHistory, sampleHistory } from '../../../test/support/sample-history.ts'
import { curate } from '../curate.ts'

const users = { audience: 'users' as const, paths: [] }

/** A release large enough that not everything finds room. */
function release(...messages: Parameters<typeof sampleHistory>) {
  const others = Array.from({ length: 30 }, (_, at) => `Add tool ${at}`)
  return curate(asHistory(sampleHistory(...others, ...messages)), users)
}

test('each decision says in words what spoke for it', () => {
  const { changes, omitted } = release('Support tabs in tables', 'Prepare the next release')
  const told = changes.find(({ title }) => title === 'Support tabs in tables')!
  expect(told.evidence.at(-1)).toMatchObject({
    kind: 'notability',
    detail: expect.stringMatching(/^Worth telling with a chance of 0\.\d\d: .*"(?:support|tabs)"/),
  })
  expect(omitted).toMatchObject([
    {
      reason: 'not-notable',
      detail: expect.stringMatching(/^Maintainers seldom tell its like: .*"release"/),
    },
  ])
})

test('the type that an author wrote stands above what was learned', () => {
  const { omitted } = release('fix: release the matrix of the build script')
  expect(omitted).toEqual([])
})

test('where nobody knows the paths the words decide', () => {
  const { changes, omitted } = release(
    { message: 'Support tabs in tables', paths: [], pathsCut: true },
    { message: 'Prepare the next release', paths: [], pathsCut: true },
  )
  expect(changes.at(-1)!.title).toBe('Support tabs in tables')
  expect(omitted.map(({ subject }) => subject)).toEqual(['Prepare the next release'])
})

test('a small release tells what a large one leaves out', () => {
  const small = curate(asHistory(sampleHistory('Sync drafts')), users)
  expect(small.changes.map(({ title }) => title)).toEqual(['Sync drafts'])
})
