import { expect, test } from 'vitest'
import { asHistory, sampleHistory } from '../../../test/support/sample-history.ts'
import type { TypeConfig } from '../../core/project-files.ts'
import { curate } from '../curate.ts'

const typeConfig: TypeConfig = {
  path: '.versionrc.json',
  types: [
    { type: 'feature', section: 'Features', category: 'Added', hidden: false },
    { type: 'docs', section: 'Documentation', category: null, hidden: false },
    { type: 'perf', section: null, category: null, hidden: true },
  ],
}

function curated(message: string) {
  return curate({ ...asHistory(sampleHistory(message)), typeConfig }, { audience: 'users', paths: [] })
}

test('a type that the project shows is told, under what its heading means', () => {
  const { changes } = curated('feat: improve retries')
  expect(changes).toMatchObject([{ category: 'Added' }])
  expect(changes[0]!.evidence).toContainEqual({
    kind: 'type-config',
    detail: '.versionrc.json shows the type feat under "Features".',
  })
  expect(curated('docs: explain retries').changes).toMatchObject([{ title: 'explain retries' }])
})

test('a type that the project hides is left out, and the reason says by which file', () => {
  expect(curated('perf: cache the index')).toMatchObject({
    changes: [],
    omitted: [{ reason: 'not-notable', detail: '.versionrc.json hides the type perf.' }],
  })
})

test('what must be told is told all the same, and where it belongs', () => {
  expect(curated('perf!: cache the index').changes).toMatchObject([{ breaking: true }])
  expect(curated('feat: deprecate the index').changes).toMatchObject([{ category: 'Deprecated' }])
  expect(curated('feat: remove the --index flag').changes).toMatchObject([{ category: 'Removed' }])
})

test('of other types nothing is said', () => {
  expect(curated('fix: retries').changes).toMatchObject([{ category: 'Fixed' }])
  expect(curated('chore: tidy').changes).toEqual([])
})
