import { beforeAll, describe, expect, test } from 'vitest'
import { draftFrom, makeEvidence, shaOf } from '../../test/support/sample-evidence.ts'
import { applyAction, type EditorAction } from '../editor-model/actions.ts'
import { emptyEditorModel } from '../editor-model/editor-model.ts'
import { rebaseOnDraft } from '../editor-model/rebase.ts'
import { loadOwnTexts, renderNotes } from './render-notes.ts'

beforeAll(loadOwnTexts)

const index = makeEvidence(
  [
    { commits: [1, 2], title: 'tabs' },
    { commits: [3], title: 'lists', category: 'Fixed' },
  ],
  [4],
)
const editor = rebaseOnDraft(emptyEditorModel, draftFrom(index))
const rendered = (...actions: EditorAction[]) =>
  renderNotes(
    actions.reduce((each, action) => applyAction(each, action, index), editor),
    index,
    { format: 'keepachangelog', part: 'section' },
  )

test('entries are rendered in their order, with their references', () => {
  expect(rendered().text).toBe(
    '## [Unreleased]\n\n### Added\n\n- tabs, first (#1)\n\n### Fixed\n\n- lists, first (#3)\n',
  )
  expect(rendered().findings).toEqual([])
})

test('an entry from an included commit cites the pull request of its subject', () => {
  expect(rendered({ type: 'include-commits', shas: [shaOf(4)] }).text).toContain(
    '### Changed\n\n- Explain 4 (#4)',
  )
})

test('the Markdown of the user is rendered as it was typed, and HTML as text', () => {
  const { text } = rendered({
    type: 'set-text',
    id: 'pr-3',
    text: '**See** <b>@ada</b> [x](https://a.example)',
  })
  expect(text).toContain('- **See** \\<b>@ada\\</b> [x](https://a.example) (#3)')
})

describe('a finding', () => {
  test('about the format names its entry', () => {
    expect(rendered({ type: 'set-text', id: 'pr-3', text: 'fix: lists' }).findings).toContainEqual({
      detail: expect.stringContaining('remove the prefix of the commit message'),
      entryId: 'pr-3',
    })
  })

  test('about a statement names what the commits do not contain', () => {
    const { findings } = rendered({ type: 'set-text', id: 'pr-3', text: 'Fix CVE-2026-99999 in lists' })
    expect(findings).toContainEqual(
      expect.objectContaining({ entryId: 'pr-3', code: 'unknown', words: 'CVE-2026-99999' }),
    )
  })

  test('is not reported for the text of the draft', () => {
    expect(rendered({ type: 'set-category', ids: ['pr-3'], title: 'Changed' }).findings).toEqual([])
  })
})
