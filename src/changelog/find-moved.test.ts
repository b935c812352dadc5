import { expect, test } from 'vitest'
import { hasConflictMarkers } from './conflict-markers.ts'
import { findMovedTo } from './find-moved.ts'

test.each([
  ['# Changelog\n\nThe changelog has moved to [docs/changes.md](docs/changes.md).\n', 'docs/changes.md'],
  ['This file has moved to `docs/CHANGELOG.md`.\n', 'docs/CHANGELOG.md'],
  ['# Changelog\n\nSee <https://example.org/widget/releases>.\n', 'https://example.org/widget/releases'],
  ['# Change Log\n\nSee the [releases page][r].\n\n[r]: https://example.org/r\n', 'https://example.org/r'],
  ['Release notes are now published at https://example.org/notes.', 'https://example.org/notes'],
  [
    '# History\n\nThis file is no longer updated.\nSee [here](https://example.org/r).\n',
    'https://example.org/r',
  ],
  ['Changes\n=======\n\nThe changelog can be found in `the docs <docs/changes.rst>`_.\n', 'docs/changes.rst'],
  ['../../CHANGELOG.md', '../../CHANGELOG.md'],
  ['Changelog\n=========\n\n.. include:: ../CHANGES.rst\n', '../CHANGES.rst'],
  ['# Changes\n\n```{include} ../CHANGES.md\n```\n', '../CHANGES.md'],
  [
    '# Changelog\n\nThis changelog is no longer maintained, see [releases](https://example.org/r).\n\n## 1.0.0\n\n- One\n',
    'https://example.org/r',
  ],
])('%j says where the changelog is', (text, target) => {
  expect(findMovedTo(text)).toEqual({ target })
})

test.each([
  '',
  '# Changelog\n',
  '# Changelog\n\nAll notable changes to this project are documented in this file.\n\nThe format is based on [Keep a Changelog](https://keepachangelog.com/en/1.0.0/).\n',
  '# Changelog\n\nSee [the guide](CONTRIBUTING.md) for contributing.\n',
  '# Changelog\n\nOlder changes have moved to [old.md](old.md).\n',
  '# Changelog\n\nChanges before 2.0 have been moved to [old.md](old.md).\n\n## 2.0.0\n\n- One\n',
  '# Changelog\n\n## 1.0.0\n\n- The docs have moved to [docs](https://example.org)\n',
  '# Changelog\n\n- [core](core/CHANGELOG.md)\n- [cli](cli/CHANGELOG.md)\n',
])('%j is a changelog of its own', (text) => {
  expect(findMovedTo(text)).toBeNull()
})

test('conflict markers are recognised, and underlines are not', () => {
  expect(hasConflictMarkers('<<<<<<< HEAD\n- One\n=======\n- Two\n>>>>>>> topic\n')).toBe(true)
  expect(hasConflictMarkers('<<<<<<< HEAD\r\n- One\r\n=======\r\n- Two\r\n>>>>>>> topic\r\n')).toBe(true)
  expect(hasConflictMarkers('History\n=======\n\n- One\n')).toBe(false)
})
