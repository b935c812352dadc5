import { expect, test } from 'vitest'
import { writeDemo } from './demo-writer.ts'

const change = { id: 'c1', title: 'fix: a { brace', category: 'Fixed', rules: 'Fix a "brace"' }
const entry = { ids: ['c1'], category: 'Fixed', text: 'Fix a "brace"', notable: true }

test.each([
  ['alone', JSON.stringify({ changes: [change] })],
  [
    'between words and other braces',
    `Data {not JSON} {"a":1}:\n${JSON.stringify({ changes: [change] }, null, 2)}\nend }`,
  ],
  ['deep inside of a document', JSON.stringify({ project: 'x', evidence: [{ changes: [change] }] })],
])('the demo words every change of a document, wherever it stands: %s', (_where, message) => {
  expect(writeDemo(message)).toEqual({ entries: [entry] })
})

test('the demo takes the title where the rules have no words', () => {
  const bare = { id: 'c2', title: 'A title', category: 'Added' }
  expect(writeDemo(JSON.stringify({ changes: [bare] }))).toMatchObject({ entries: [{ text: 'A title' }] })
})

test('the demo has nothing to say about a message without changes', () => {
  expect(writeDemo('Hello { there')).toEqual({ entries: [] })
})
