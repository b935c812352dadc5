import { describe, expect, test } from 'vitest'
import { draftFrom, makeEvidence, shaOf } from '../../test/support/sample-evidence.ts'
import { type Act, act } from '../editor-model/actions.ts'
import { emptyEditorModel } from '../editor-model/editor-model.ts'
import { rebase } from '../editor-model/rebase.ts'
import { printNotes } from './print-notes.ts'

const index = makeEvidence(
  [
    { commits: [1, 2], title: 'tabs' },
    { commits: [3], title: 'lists', category: 'Fixed' },
  ],
  [4],
)
const editor = rebase(emptyEditorModel, draftFrom(index))
const printed = (...acts: Act[]) =>
  printNotes(
    acts.reduce((each, what) => act(each, what, index), editor),
    index,
    { format: 'keepachangelog', part: 'section' },
  )

test('the editor is printed in its order, with what each entry cites', () => {
  expect(printed().text).toBe(
    '## [Unreleased]\n\n### Added\n\n- tabs, first (#1)\n\n### Fixed\n\n- lists, first (#3)\n',
  )
  expect(printed().findings).toEqual([])
})

test('a commit that was taken in cites the pull request of its subject', () => {
  expect(printed({ do: 'take-in', shas: [shaOf(4)] }).text).toContain('### Changed\n\n- Explain 4 (#4)')
})

test('what a person writes does nothing but say it', () => {
  const { text } = printed({ do: 'write', id: 'pr-3', text: 'See <b>@ada</b> https://evil.example' })
  expect(text).toContain('`https://evil.example`')
  expect(text).not.toMatch(/(?<!`)<b>/)
})

describe('a finding', () => {
  test('of the format leads to its entry', () => {
    expect(printed({ do: 'write', id: 'pr-3', text: 'fix: lists' }).findings).toContainEqual({
      detail: expect.stringContaining("the commit's prefix was left in"),
      itemId: 'pr-3',
    })
  })

  test('of a claim names what the commits do not say', () => {
    const { findings } = printed({ do: 'write', id: 'pr-3', text: 'Fix CVE-2026-99999 in lists' })
    expect(findings).toContainEqual({ detail: expect.stringContaining('CVE-2026-99999'), itemId: 'pr-3' })
  })

  test('is not made of what the draft said', () => {
    expect(printed({ do: 'file', ids: ['pr-3'], category: 'Changed' }).findings).toEqual([])
  })
})
