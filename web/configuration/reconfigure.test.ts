import { expect, test } from 'vitest'
import { draftFrom, makeEvidence } from '../../test/support/sample-evidence.ts'
import { applyAction } from '../editor-model/actions.ts'
import { emptyEditorModel } from '../editor-model/editor-model.ts'
import { type EvidenceIndex, indexEvidence } from '../editor-model/evidence.ts'
import { followConfiguration } from '../editor-model/follow-configuration.ts'
import { countCommits } from '../editor-model/ledger.ts'
import { rebaseOnDraft } from '../editor-model/rebase.ts'
import { curationKey } from './reconfigure.ts'

test('only what decides about changes and their texts is asked of the server', () => {
  const base = { categories: [{ title: 'A', types: ['feat'] }] }
  const key = curationKey(base)
  expect(curationKey({ ...base, other: 'Misc', entries: { line: '{text}', order: 'newest' } })).toBe(key)
  expect(curationKey({ ...base, formats: { mail: { template: 'x' } } })).toBe(key)
  expect(curationKey({ ...base, entries: { tense: 'past' } })).not.toBe(key)
  expect(curationKey({ ...base, entries: { line: '{scope: }{text}' } })).not.toBe(key)
  expect(curationKey({ ...base, rules: [{ when: { scope: ['ci'] }, exclude: true }] })).not.toBe(key)
  expect(curationKey(null)).not.toBe(curationKey({}))
})

/** Evidence as a configuration reads it: titles by id; a change without one is excluded. */
function configured(
  { answer }: EvidenceIndex,
  sections: Record<string, string>,
  scope: string | null = null,
) {
  const excluded = answer.changes.filter(({ id }) => sections[id] === undefined)
  return indexEvidence({
    ...answer,
    changes: answer.changes
      .filter(({ id }) => sections[id] !== undefined)
      .map((change) => ({ ...change, section: sections[change.id]!, scope })),
    omitted: [
      ...answer.omitted,
      ...excluded.flatMap(({ commits, title }) =>
        commits.map((sha) => ({ sha, subject: title, reason: 'excluded' as const, detail: 'rules[0]: no' })),
      ),
    ],
    layout: {
      ...answer.layout,
      config: { categories: [...new Set(Object.values(sections))].map((title) => ({ title })) },
    },
  })
}

const plain = makeEvidence([{ commits: [1] }, { commits: [2, 3] }, { commits: [4] }], [5])
const written = (index: EvidenceIndex, writtenBy: 'rules' | 'model', word: string) => {
  const draft = draftFrom(index, word)
  return {
    ...draft,
    entries: draft.entries.map((entry) => ({
      ...entry,
      writtenBy,
      section: index.answer.changes.find(({ id }) => id === entry.id)!.section!,
    })),
  }
}

test('entries of the rules are written again, those of a model and of the user keep their texts', () => {
  const before = configured(plain, { 'pr-1': 'A', 'pr-2': 'A', 'pr-4': 'B' })
  const after = configured(plain, { 'pr-1': 'C', 'pr-2': 'C', 'pr-4': 'B' })
  const draft = written(before, 'rules', 'old')
  const [first, ...others] = draft.entries
  const drafted = rebaseOnDraft(emptyEditorModel, {
    ...draft,
    entries: [{ ...first!, writtenBy: 'model' }, ...others],
  })
  const edited = applyAction(drafted, { type: 'set-text', id: 'pr-4', text: 'Mine' }, before)
  const followed = followConfiguration(edited, written(after, 'rules', 'new'), { before, after })
  expect(followed.entries.map(({ text, section, locked }) => [text, section, locked])).toEqual([
    ['change 1, old', 'C', false],
    ['change 2, new', 'C', false],
    ['Mine', 'B', false],
  ])
  expect(countCommits(followed, after).pending).toBe(0)
})

test('what the configuration excludes now leaves the notes, and comes back with it', () => {
  const before = configured(plain, { 'pr-1': 'A', 'pr-2': 'A', 'pr-4': 'B' })
  const after = configured(plain, { 'pr-1': 'A', 'pr-4': 'B' })
  const drafted = rebaseOnDraft(emptyEditorModel, written(before, 'model', 'old'))
  const moved = applyAction(drafted, { type: 'set-category', ids: ['pr-1'], title: 'B' }, before)
  const followed = followConfiguration(moved, written(after, 'rules', 'new'), { before, after })
  expect(followed.entries.map(({ id, section }) => [id, section])).toEqual([
    ['pr-1', 'B'],
    ['pr-4', 'B'],
  ])
  expect(countCommits(followed, after)).toMatchObject({ included: 2, omitted: 3, pending: 0 })
  const back = followConfiguration(followed, written(before, 'rules', 'again'), {
    before: after,
    after: before,
  })
  expect(back.entries.map(({ text }) => text)).toEqual(['change 1, old', 'change 4, old', 'change 2, again'])
})

test('a text that begins with its scope gets the new name of the scope', () => {
  const before = configured(plain, { 'pr-1': 'A', 'pr-2': 'A', 'pr-4': 'A' }, 'auth')
  const after = configured(plain, { 'pr-1': 'A', 'pr-2': 'A', 'pr-4': 'A' }, 'Sign-in')
  const draft = written(before, 'model', 'old')
  const drafted = rebaseOnDraft(emptyEditorModel, {
    ...draft,
    entries: draft.entries.map((entry) => ({ ...entry, text: `auth: ${entry.text}` })),
  })
  const followed = followConfiguration(drafted, null, { before, after })
  expect(followed.entries[0]!.text).toBe('Sign-in: change 1, old')
  const hidden = configured(plain, { 'pr-1': 'A', 'pr-2': 'A', 'pr-4': 'A' }, null)
  expect(followConfiguration(drafted, null, { before, after: hidden }).entries[0]!.text).toBe('Change 1, old')
})
