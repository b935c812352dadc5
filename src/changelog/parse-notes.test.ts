import { expect, test } from 'vitest'
import { parseNotes } from './parse-notes.ts'

const texts = (notes: string) => parseNotes(notes)!.entries.map(({ title, text }) => `${title}: ${text}`)

test('entries that are grouped by area name their area', () => {
  const notes =
    '## [1.1.0]\n\n### Added\n\n- Tabs\n\n#### cli\n\n- Add `--json`\n- Colours\n\n### Fixed\n\n- Crash\n'
  expect(texts(notes)).toEqual([
    'Added: Tabs',
    'Added: cli: add `--json`',
    'Added: cli: Colours',
    'Fixed: Crash',
  ])
})

test('the highlights are part of the opening and no entries', () => {
  const notes = '## [1.1.0]\n\nA large release.\n\n**Highlights**\n\n- Tabs\n\n### Added\n\n- Tabs (#1)\n'
  expect(texts(notes)).toEqual(['Added: Tabs (#1)'])
  expect(parseNotes(notes)!.opening).toBe('A large release.\n\n**Highlights**\n\n- Tabs')
})
