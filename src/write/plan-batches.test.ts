import { describe, expect, test } from 'vitest'
import type { Change } from '../core/change.ts'
import { planBatches } from './plan-batches.ts'
import { writeByRules } from './write-by-rules.ts'

function changeOf(number: number, more: Partial<Change> = {}): Change {
  return {
    id: `pr-${number}`,
    title: `part ${number}`,
    type: 'feat',
    scope: null,
    category: 'Added',
    breaking: false,
    breakingNotes: [],
    advisories: [],
    notability: 0.7,
    importance: 0.5,
    commits: [String(number).padStart(40, '0')],
    messages: [{ subject: 'x', body: '' }],
    pullRequests: [number],
    authors: [],
    labels: [],
    sources: [`feat: part ${number}`],
    requestBodies: [],
    paths: [],
    evidence: [],
    ...more,
  }
}

function plan(changes: Change[]) {
  return planBatches(changes, writeByRules(changes, null))
}

const many = (count: number, more: Partial<Change> = {}) =>
  Array.from({ length: count }, (_, index) => changeOf(index + 1, more))

describe('batches', () => {
  test.each([
    [1, 1],
    [12, 1],
    [13, 2],
    [50, 5],
    [192, 16],
    [1000, 16],
  ])('%i changes make %i', (count, batches) => {
    expect(plan(many(count))).toHaveLength(batches)
  })

  test('contain every change once, each with its draft by rules', () => {
    const tasks = plan(many(100)).flat()
    expect(new Set(tasks.map(({ change }) => change.id)).size).toBe(100)
    expect(new Set(tasks.map(({ item }) => item.id)).size).toBe(100)
    for (const { change, byRules } of tasks) expect(byRules.changeIds).toEqual([change.id])
  })

  test('are more if the texts are too long', () => {
    const long = many(96, {
      requestBodies: ['word '.repeat(400)],
      paths: Array(8).fill('p'.repeat(3000)),
    })
    expect(plan(long).length).toBeGreaterThan(16)
  })

  test('keep changes of one scope together', () => {
    const changes = many(24).map((change, index) => ({ ...change, scope: index % 2 === 0 ? 'api' : 'ui' }))
    const [first, second] = plan(changes)
    expect(new Set(first!.map(({ change }) => change.scope))).toEqual(new Set(['api']))
    expect(new Set(second!.map(({ change }) => change.scope))).toEqual(new Set(['ui']))
  })
})

describe('the evidence of a change', () => {
  const itemOf = (more: Partial<Change>) => plan([changeOf(1, more)])[0]![0]!.item

  test('has the title, bodies, labels, paths and the text by rules', () => {
    const [body, requestBody] = [
      'They can be moved.\n\n\n\nSigned-off-by: Ada <a@b.c>\nCo-authored-by: Ben <b@b.c>',
      'They can be moved.',
    ]
    expect(
      itemOf({
        scope: 'ui',
        title: 'tabs',
        messages: [{ subject: 'x', body }],
        requestBodies: [requestBody],
        labels: ['ux'],
        paths: ['src/a.ts'],
        breaking: true,
      }),
    ).toEqual({
      ...{
        id: 'c1',
        title: 'tabs',
        scope: 'ui',
        body: 'They can be moved.',
        labels: ['ux'],
        paths: ['src/a.ts'],
      },
      ...{ category: 'Added', breaking: true, rules: 'ui: Add tabs' },
    })
  })

  test('is cut between words and marked as cut', () => {
    const { body, bodyCut } = itemOf({ requestBodies: ['word '.repeat(1000)] })
    expect(body).toMatch(/^(?:word )*word$/)
    expect(body!.length).toBeLessThanOrEqual(1200)
    expect(bodyCut).toBe(true)
  })
})
