import { expect, test } from 'vitest'
import type { EditorEntry } from '../editor-model/editor-model.ts'
import { findPrinted } from './link-lines.ts'

const entry = (id: string, text: string): EditorEntry => ({
  id,
  text,
  commits: [],
  category: 'Added',
  breaking: false,
  locked: false,
  writtenBy: 'rules',
  drafted: null,
  offer: null,
})

test('each line belongs to the entry with the longest text, and each entry to one line', () => {
  const entries = [
    entry('a', 'Add tabs'),
    entry('b', 'Add tabs to `lists`'),
    entry('c', 'Drop **Node**'),
    entry('d', 'Fix'),
    entry('e', 'Fix'),
  ]
  expect(
    findPrinted(
      ['Add tabs to lists (#2)', 'Add tabs (#1)', 'Breaking: Drop Node 18', 'Fix (#4)', 'Fix (#5)', 'Thanks'],
      entries,
    ),
  ).toEqual(['b', 'a', 'c', 'd', 'e', null])
})
