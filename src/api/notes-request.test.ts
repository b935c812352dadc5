import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Problem } from '../core/errors.ts'
import { parseNotesRequest } from './notes-request.ts'

const repo = 'acme/widget'
const entry = { ids: ['pr-1'], text: 'Search' }
const sha = 'a'.repeat(40)

function faultsOf(body: unknown): string[] {
  try {
    parseNotesRequest(body)
    return []
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_request') throw error
    return error.faults.map(({ pointer, detail }) => `${pointer} ${detail}`)
  }
}

describe('notes are parsed', () => {
  test('with every default filled in', () => {
    expect(parseNotesRequest({ repo, entries: [entry] })).toEqual({
      request: {
        repoFullName: repo,
        fromRef: 'HEAD~50',
        toRef: 'HEAD',
        format: 'keepachangelog',
        version: null,
        channel: null,
        date: null,
        part: 'document',
        areas: 'auto',
        audience: 'users',
        language: 'en',
        paths: [],
        diffs: true,
        open: ['format', 'audience', 'language', 'summary'],
        writtenBy: 'person',
        seen: { fromSha: undefined, toSha: undefined },
        summary: null,
        blocks: {},
        entries: [{ ids: ['pr-1'], commits: [], category: null, text: 'Search', quotes: [] }],
        omit: [],
      },
      host: null,
      warnings: [],
    })
  })

  test.each(['writer', 'model', 'instructions', 'only'])(
    'with a warning that `%s`, a field for the writer, was ignored',
    (field) => {
      const { warnings } = parseNotesRequest({ repo: 'acme/widget', entries: [], [field]: ['x'] })
      expect(warnings).toMatchObject([
        { code: 'unknown-field', detail: expect.stringContaining(`unknown field "${field}"`) },
      ])
    },
  )

  test('as an earlier answer gave them', () => {
    const range = {
      fromRef: 'v1',
      toRef: 'v2',
      fromSha: null,
      toSha: sha,
      compareUrl: null,
      relation: 'root',
    }
    const given = {
      id: 'pr-1',
      commits: [sha, sha],
      text: 'Search',
      breaking: false,
      evidence: [],
      writtenBy: 'rules',
    }
    const { request, warnings } = parseNotesRequest({ repo, range, entries: [given], summary: null })
    expect(warnings).toEqual([])
    expect(request).toMatchObject({
      fromRef: 'v1',
      toRef: 'v2',
      seen: { fromSha: null, toSha: sha },
      entries: [{ ids: ['pr-1'], commits: [sha] }],
    })
  })
})

describe('notes are rejected', () => {
  test.each([
    ['without entries', { repo }, '#/entries'],
    ['with a short SHA', { repo, entries: [{ commits: ['abc'], text: 'x' }] }, '#/entries/0/commits/0'],
    ['with an entry without text', { repo, entries: [{ ids: ['pr-1'] }] }, '#/entries/0/text'],
    ['with an empty category', { repo, entries: [{ ...entry, category: '' }] }, '#/entries/0/category'],
    [
      'with an omission without a reason',
      { repo, entries: [], omit: [{ ids: ['pr-1'] }] },
      '#/omit/0/reason',
    ],
    [
      'with a reason of two lines',
      { repo, entries: [], omit: [{ ids: ['pr-1'], reason: 'a\nb' }] },
      '#/omit/0/reason',
    ],
    ['without a repository', { entries: [] }, '#/repoFullName'],
    ['with refs that differ', { repo, from: 'v1', range: { fromRef: 'v2' }, entries: [] }, '#/range/fromRef'],
    ['with half a SHA in the range', { repo, range: { toSha: 'abc' }, entries: [] }, '#/range/toSha'],
  ])('%s', (_how, body, pointer) => {
    const faults = faultsOf(body)
    expect(faults).toHaveLength(1)
    expect(faults[0]!.split(' ')[0]).toBe(pointer)
  })

  test('with more entries than any release has, before the schema checks them', () => {
    expect(faultsOf({ repo, entries: Array(5001).fill(0) })).toEqual([
      '#/entries has 5001 items, the maximum is 5000; write the notes of a smaller range',
    ])
  })

  test('with more values than any release has', () => {
    expect(faultsOf({ repo, entries: [{ commits: Array(100_001).fill(0), text: 'x' }] })).toEqual([
      '# has more than 100000 values; write the notes of a smaller range',
    ])
  })

  test('with at most 200 faults at a time', () => {
    expect(faultsOf({ repo, entries: Array(1000).fill({}) })).toHaveLength(200)
  })

  test('and every rejection lists its faults', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.record({ repo: fc.constant(repo), entries: fc.jsonValue() })),
        (body) => {
          faultsOf(body)
        },
      ),
    )
  })
})
