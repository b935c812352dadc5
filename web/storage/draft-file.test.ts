import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { draftFrom, makeEvidence } from '../../test/support/sample-evidence.ts'
import type { Publication } from '../editor-model/draft-record.ts'
import { emptyEditorModel } from '../editor-model/editor-model.ts'
import { toPlainText } from '../editor-model/inline-markdown.ts'
import { rebaseOnDraft } from '../editor-model/rebase.ts'
import { defaultOptions, type SavedDraft } from '../state/app-state.ts'
import { formatDraftFile, readDraftFile, toStoredDraft } from './draft-file.ts'

const oldFile = join(import.meta.dirname, 'draft-0.1.0.json')
const index = makeEvidence([{ commits: [1, 2] }], [3])
const draft: SavedDraft = {
  key: 'github:acme/widget v1..HEAD',
  savedAt: 1,
  host: 'github',
  options: { ...defaultOptions, repo: 'acme/widget', fromRef: 'v1' },
  evidence: index.answer,
  editor: rebaseOnDraft(emptyEditorModel, draftFrom(index)),
}

test('an exported draft is read back unchanged', () => {
  expect(readDraftFile(formatDraftFile(draft))).toEqual(draft)
})

test('the stored field names are those of version 0.1.0', () => {
  const written = JSON.parse(readFileSync(oldFile, 'utf8'))
  const stored = toStoredDraft(readDraftFile(readFileSync(oldFile, 'utf8')))
  const { summary: _summary, ...desk } = written.desk
  expect(JSON.parse(JSON.stringify(stored))).toMatchObject({ ...written, version: 2, desk })
})

test('a draft that version 0.1.0 wrote can be opened', () => {
  const { options, editor } = readDraftFile(readFileSync(oldFile, 'utf8'))
  expect(options).toMatchObject({ repo: 'acme/widget', instructions: 'Be brief.' })
  expect(editor.entries.map(({ text }) => text)).toEqual(['Written by a person', 'change 3, second'])
  expect(editor.entries[0]!.offer!.text).toBe('change 1, second')
  expect(editor.excluded.map(({ text }) => text)).toEqual(['change 4, first'])
})

test('what the user wrote in version 0.1.0 prints as it did', () => {
  const written = JSON.parse(readFileSync(oldFile, 'utf8'))
  written.desk.items[0].text = 'Use [*all* of it](https://x.example) and `a*b`'
  written.desk.items[1].text = 'Not [mine]'
  written.desk.summary = 'A *great* release.'
  const { editor } = readDraftFile(JSON.stringify(written))
  expect(editor.introduction).toBe('A \\*great\\* release.')
  expect(editor.isIntroductionDrafted).toBe(false)
  expect(editor.entries.map(toPlainText)).toEqual([
    'Use [*all* of it](https://x.example) and a*b',
    'Not [mine]',
  ])
  const again = readDraftFile(formatDraftFile({ ...draft, editor }))
  expect(again.editor.entries[0]!.text).toBe(editor.entries[0]!.text)
})

test('free blocks, entries without commits and kept wordings are saved', () => {
  const editor = {
    ...draft.editor,
    ...{ introduction: '# Hi', highlights: '- a', upgradeNotes: '> b', footer: 'Bye' },
    entries: [
      { ...draft.editor.entries[0]!, keptChecks: ['x'] },
      { ...draft.editor.entries[0]!, id: 'own', commits: [], drafted: null, writtenBy: 'person' as const },
    ],
  }
  expect(readDraftFile(formatDraftFile({ ...draft, editor })).editor).toEqual(editor)
})

test('the key is computed from the range, so that a file cannot overwrite the draft of another range', () => {
  const file = formatDraftFile({ ...draft, key: 'github:acme/other x..y' })
  expect(readDraftFile(file).key).toBe(draft.key)
})

/** The draft with one field, named by its path, set to something else. */
function broken(path: string, value: unknown): string {
  const copy = structuredClone(toStoredDraft(draft)) as unknown as Record<string, unknown>
  const names = path.split('.')
  const last = names.pop()!
  const place = names.reduce((each, name) => each[name] as Record<string, unknown>, copy)
  place[last] = value
  return JSON.stringify(copy)
}

describe('an invalid file is rejected with what to do', () => {
  test.each([
    ['what is not JSON', '{"kind"'],
    ['another JSON', '[]'],
    ['null', 'null'],
    ['another kind', broken('kind', 'something')],
    ['another version', broken('version', 3)],
    ['a text that is not a string', broken('desk.items.0.text', { toString: 1 })],
    ['an unknown category', broken('desk.items.0.category', 'Hacked')],
    ['an introduction that is not a string', broken('desk.introduction', 1)],
    ['a commit that is not a SHA', broken('desk.items.0.commits.0', '<script>')],
    [
      'a script as the address of the host',
      broken('evidence.layout.web', { kind: 'github', url: 'javascript:alert(1)' }),
    ],
    ['a script as the address of the range', broken('evidence.range.compareUrl', 'javascript:alert(1)')],
    ['a change whose commits have no subjects', broken('evidence.changes.0.subjects', undefined)],
    ['evidence without changes', broken('evidence.changes', undefined)],
  ])('%s', (_what, text) => {
    expect(() => readDraftFile(text)).toThrow(
      /^This (?:isn’t a draft file\. Choose |draft file is damaged or incomplete\. Export )/,
    )
  })
})

test('publications are exported, links are not', () => {
  const publication: Publication = {
    kind: 'release',
    action: 'created',
    state: 'draft',
    name: 'v1',
    place: 'github.com/acme/widget',
    url: 'https://github.com/acme/widget/releases/1',
    at: 5,
  }
  const link = { id: 'x', key: 'the key', expiresAt: '2026-01-01T00:00:00Z', createdAt: 1, temporary: false }
  const text = formatDraftFile({ ...draft, record: { publications: [publication], links: [link] } })
  expect(text).not.toContain('the key')
  expect(readDraftFile(text).record).toEqual({ publications: [publication], links: [] })
  const hostile = text.replace('https://github.com/acme/widget/releases/1', 'javascript:alert(1)')
  expect(() => readDraftFile(hostile)).toThrow('damaged')
})
