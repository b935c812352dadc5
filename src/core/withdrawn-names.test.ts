import { expect, test } from 'vitest'
import type { Change } from './change.ts'
import type { DiffFact } from './diff-fact.ts'
import { collectWithdrawn, withCurrentNames } from './withdrawn-names.ts'

const change = (title: string, more: Partial<Change> = {}) =>
  ({ title, messages: [], ...more }) as unknown as Change
const fact = (action: DiffFact['action'], name: string, from?: string): DiffFact => ({
  ...{ kind: 'metric', action, name, path: 'src/metrics.ts' },
  ...(from === undefined ? {} : { from }),
})
const review = { messages: [{ subject: 'Rename http_total to http_requests_total', body: '' }] }

test.each<[string, Change[], [string, string | null][]]>([
  [
    'a title',
    [change('Rename `http_total` to `http_requests_total`')],
    [['http_total', 'http_requests_total']],
  ],
  ['a commit of a pull request', [change('Add metrics', review)], [['http_total', 'http_requests_total']]],
  [
    'a renamed thing',
    [change('x', { facts: [fact('renamed', 'b_total', 'a_total')] })],
    [['a_total', 'b_total']],
  ],
  ['a removed thing', [change('x', { facts: [fact('removed', 'a_total')] })], [['a_total', null]]],
  ['plain words', [change('Rename the button to Save')], []],
  ['a name that came back', [change('Rename a_b to c_d'), change('Rename c_d to a_b')], []],
  [
    'a name that the diff still has',
    [change('Rename a_b to c_d'), change('x', { facts: [fact('added', 'a_b')] })],
    [],
  ],
])('withdrawn names of %s', (_what, changes, expected) => {
  expect([...collectWithdrawn(changes)]).toEqual(expected)
})

test.each([
  ['Add the http_total metric', 'Add the http_requests_total metric'],
  ['Add `http_total` and http_total_2', 'Add `http_requests_total` and http_total_2'],
  ['Fix http_total.', 'Fix http_requests_total.'],
  ['Rename http_total to http_requests_total', 'Rename http_total to http_requests_total'],
  ['Drop http_total', 'Drop http_total'],
])('%s', (title, expected) => {
  const withdrawn = new Map([['http_total', 'http_requests_total']])
  expect(withCurrentNames(title, change(title), withdrawn)).toBe(expected)
})
