import { expect, test } from 'vitest'
import { findFragment } from './find-fragment.ts'

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
])('%s speaks for its change', (path, told, category) => {
  const found = findFragment(['src/a.ts', path])
  expect(found).toMatchObject({ kind: 'fragment', told, category })
  expect(found!.detail).toContain(path)
})

test.each([
  [['src/news.ts', 'docs/changes.md']],
  [['.changeset/README.md', '.changeset/config.json']],
  [['newsfragments/.gitignore', 'changelog.d/README.rst', 'newsfragments/template.rst']],
  [[1, 2, 3, 4].map((n) => `newsfragments/${n}.bugfix.rst`)],
])('%j has none of its own', (paths) => {
  expect(findFragment(paths)).toBeNull()
})

test('of several the one that says where it belongs is taken', () => {
  const paths = ['newsfragments/1.misc.rst', '.changeset/a-b.md', 'newsfragments/1.bugfix.rst']
  const detail = 'It brings a note of its own, newsfragments/1.bugfix.rst.'
  expect(findFragment(paths)).toMatchObject({ told: true, category: 'Fixed', detail })
})
