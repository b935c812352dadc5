import { describe, expect, test } from 'vitest'
import { draftFrom, makeEvidence } from '../../test/support/sample-evidence.ts'
import { emptyEditorModel } from '../editor-model/editor-model.ts'
import { rebase } from '../editor-model/rebase.ts'
import { usualChoice } from '../state/app-state.ts'
import { type KeptDraft, readDraftFile } from './draft-file.ts'

const index = makeEvidence([{ commits: [1, 2] }], [3])
const draft: KeptDraft = {
  kind: 'notewright-draft',
  version: 1,
  key: 'github:acme/widget v1..HEAD',
  savedAt: 1,
  host: 'github',
  choice: { ...usualChoice, repo: 'acme/widget', fromRef: 'v1' },
  evidence: index.answer,
  editor: rebase(emptyEditorModel, draftFrom(index)),
}

test('a draft comes back from its file as it was', () => {
  expect(readDraftFile(JSON.stringify(draft))).toEqual(draft)
})

test('its key is made anew: a file cannot overwrite the draft of another range', () => {
  expect(readDraftFile(JSON.stringify({ ...draft, key: 'github:acme/other x..y' })).key).toBe(draft.key)
})

/** The draft with one field, named by its path, set to something else. */
function broken(path: string, value: unknown): string {
  const copy = structuredClone(draft) as unknown as Record<string, unknown>
  const names = path.split('.')
  const last = names.pop()!
  const place = names.reduce((each, name) => each[name] as Record<string, unknown>, copy)
  place[last] = value
  return JSON.stringify(copy)
}

describe('a file that is no draft is refused, with what to do', () => {
  test.each([
    ['what is not JSON', '{"kind"'],
    ['another JSON', '[]'],
    ['null', 'null'],
    ['another kind', broken('kind', 'something')],
    ['another version', broken('version', 2)],
    ['a text that is no text', broken('editor.items.0.text', { toString: 1 })],
    ['a category that nobody knows', broken('editor.items.0.category', 'Hacked')],
    ['an entry without commits', broken('editor.items.0.commits', [])],
    ['a commit that is no SHA', broken('editor.items.0.commits.0', '<script>')],
    [
      'a script as the address of the host',
      broken('evidence.layout.web', { kind: 'github', url: 'javascript:alert(1)' }),
    ],
    ['a script as the address of the range', broken('evidence.range.compareUrl', 'javascript:alert(1)')],
    ['a change whose commits have no subjects', broken('evidence.changes.0.subjects', undefined)],
    ['evidence without changes', broken('evidence.changes', undefined)],
  ])('%s', (_what, text) => {
    expect(() => readDraftFile(text)).toThrow(/^The file is/)
  })
})
