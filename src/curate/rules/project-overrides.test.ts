import { expect, test } from 'vitest'
import { asHistory, sampleHistory } from '../../../test/support/sample-history.ts'
import type { TypeConfig } from '../../core/project-files.ts'
import { curate } from '../curate.ts'
import { findNewsFragment } from './project-overrides.ts'

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

test('a type that the project shows is included in the category of its heading', () => {
  const { changes } = curated('feat: improve retries')
  expect(changes).toMatchObject([{ category: 'Added' }])
  expect(changes[0]!.evidence).toContainEqual({
    kind: 'type-config',
    detail: '.versionrc.json shows the type feat under "Features".',
  })
  expect(curated('docs: explain retries').changes).toMatchObject([{ title: 'explain retries' }])
})

test('a type that the project hides is excluded, and the reason names the file', () => {
  expect(curated('perf: cache the index')).toMatchObject({
    changes: [],
    omitted: [{ reason: 'not-notable', detail: '.versionrc.json hides the type perf.' }],
  })
})

test('a change that must be included is included in its own category all the same', () => {
  expect(curated('perf!: cache the index').changes).toMatchObject([{ breaking: true }])
  expect(curated('feat: deprecate the index').changes).toMatchObject([{ category: 'Deprecated' }])
  expect(curated('feat: remove the --index flag').changes).toMatchObject([{ category: 'Removed' }])
})

test('other types are not affected', () => {
  expect(curated('fix: retries').changes).toMatchObject([{ category: 'Fixed' }])
  expect(curated('chore: tidy').changes).toEqual([])
})

test.each([
  ['newsfragments/123.bugfix.rst', true, 'Fixed'],
  ['newsfragments/123.feature', true, 'Added'],
  ['doc/changelog.d/+a1b2.removal.md', true, 'Removed'],
  ['changelog.d/123.deprecation.1.md', true, 'Deprecated'],
  ['changelog.d/20260102_030405_ada_tabs.md', true, null],
  ['.changes/unreleased/Added-20260102-030405.yaml', true, 'Added'],
  ['changelogs/unreleased/fix-tabs.yml', true, 'Fixed'],
  ['releasenotes/notes/tabs-move-0123456789abcdef.yaml', true, null],
  ['packages/core/.changeset/brave-lions-sing.md', true, null],
  ['newsfragments/123.misc.rst', false, null],
  ['newsfragments/123.doc.rst', false, null],
])('%s decides about its change', (path, included, category) => {
  const found = findNewsFragment(['src/a.ts', path])
  expect(found).toMatchObject({ kind: 'fragment', included, category })
  expect(found!.detail).toContain(path)
})

test.each([
  [['src/news.ts', 'docs/changes.md']],
  [['.changeset/README.md', '.changeset/config.json']],
  [['newsfragments/.gitignore', 'changelog.d/README.rst', 'newsfragments/template.rst']],
  [[1, 2, 3, 4].map((n) => `newsfragments/${n}.bugfix.rst`)],
])('%j contains no news fragment of its own', (paths) => {
  expect(findNewsFragment(paths)).toBeNull()
})

test('of several news fragments, one with a category decides', () => {
  const paths = ['newsfragments/1.misc.rst', '.changeset/a-b.md', 'newsfragments/1.bugfix.rst']
  const detail = 'It adds the news fragment newsfragments/1.bugfix.rst.'
  expect(findNewsFragment(paths)).toMatchObject({ included: true, category: 'Fixed', detail })
})
