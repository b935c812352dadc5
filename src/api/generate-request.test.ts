import { describe, expect, test } from 'vitest'
import { Problem } from '../core/errors.ts'
import { parseGenerateRequest } from './generate-request.ts'

const minimal = { repoFullName: 'acme/tool' }

function faultsOf(body: unknown): string[] {
  try {
    parseGenerateRequest(body)
  } catch (error) {
    expect(error).toBeInstanceOf(Problem)
    expect((error as Problem).code).toBe('invalid_request')
    return (error as Problem).faults.map(({ pointer }) => pointer)
  }
  return []
}

describe('a request', () => {
  test('needs only the repository, the rest has defaults', () => {
    expect(parseGenerateRequest(minimal)).toEqual({
      request: {
        repoFullName: 'acme/tool',
        fromRef: 'HEAD~50',
        toRef: 'HEAD',
        format: 'keepachangelog',
        writer: 'auto',
        model: null,
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
        instructions: null,
        summary: false,
        highlights: false,
        only: [],
        check: null,
      },
      host: null,
      warnings: [],
    })
  })

  test('may use the short names, also together with equal long ones', () => {
    const { request } = parseGenerateRequest({
      repo: 'acme/tool',
      repoFullName: 'acme/tool',
      from: 'v1',
      to: 'v2',
    })
    expect(request).toMatchObject({ repoFullName: 'acme/tool', fromRef: 'v1', toRef: 'v2' })
  })

  test.each([
    [
      ['src/', 'docs//', 'a'],
      ['src', 'docs', 'a'],
    ],
    [
      ['./src', 'a/./b'],
      ['src', 'a/b'],
    ],
    [['src', '.'], []],
  ])('normalises the paths %j as git writes them', (given, paths) => {
    expect(parseGenerateRequest({ ...minimal, paths: given }).request.paths).toEqual(paths)
  })

  test('with unknown fields is accepted, with a suggestion for each', () => {
    const { warnings } = parseGenerateRequest({ ...minimal, formt: 'simple', colour: 'red' })
    expect(warnings).toEqual([
      {
        code: 'unknown-field',
        detail: 'The unknown field "formt" was ignored. Did you mean "format"?',
      },
      { code: 'unknown-field', detail: 'The unknown field "colour" was ignored.' },
    ])
  })

  test('with very many unknown fields gets twenty-one warnings', () => {
    const fields = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`zzzz-${index}`, 1]))
    const { warnings } = parseGenerateRequest({ ...minimal, ...fields })
    expect(warnings).toHaveLength(21)
    expect(warnings.at(-1)!.detail).toBe('30 more unknown fields were ignored.')
  })
})

describe('a request is rejected', () => {
  test.each([
    ['no repository', {}, ['#/repoFullName']],
    ['a path as repository', { repo: '../etc' }, ['#/repo']],
    ['a hostile ref', { ...minimal, fromRef: '--help' }, ['#/fromRef']],
    ['an empty ref', { ...minimal, toRef: '' }, ['#/toRef']],
    ['an unknown format', { ...minimal, format: 'HTML' }, ['#/format']],
    ['a day that does not exist', { ...minimal, date: '2026-02-30' }, ['#/date']],
    ['a day in another form', { ...minimal, date: '1.2.2026' }, ['#/date']],
    ['a version of two lines', { ...minimal, version: '1\n2' }, ['#/version']],
    ['a version that starts with a caret', { ...minimal, version: '^1.0' }, ['#/version']],
    ['a version in brackets', { ...minimal, version: '1.0]' }, ['#/version']],
    ['a version with a line separator', { ...minimal, version: '1\u20282' }, ['#/version']],
    ['a path outside', { ...minimal, paths: ['a', '../b'] }, ['#/paths/1']],
    ['an absolute path', { ...minimal, paths: ['/etc'] }, ['#/paths/0']],
    ['an empty path', { ...minimal, paths: [''] }, ['#/paths/0']],
    ['too many paths', { ...minimal, paths: Array.from({ length: 101 }, () => 'a') }, ['#/paths']],
    ['no language', { ...minimal, language: 'English!' }, ['#/language']],
    ['long instructions', { ...minimal, instructions: 'x'.repeat(2001) }, ['#/instructions']],
    ['a null', { ...minimal, fromRef: null }, ['#/fromRef']],
    ['a number', { ...minimal, toRef: 7 }, ['#/toRef']],
    ['short and long names that differ', { ...minimal, repo: 'a/b' }, ['#/repo']],
    ['from and fromRef that differ', { ...minimal, from: 'a', fromRef: 'b' }, ['#/from']],
    ['a list', [], ['#']],
    ['a string', 'acme/tool', ['#']],
    ['nothing', undefined, ['#']],
    ['null', null, ['#']],
  ])('for %s', (_what, body, pointers) => {
    expect(faultsOf(body)).toEqual(pointers)
  })

  test('with every fault listed', () => {
    expect(faultsOf({ fromRef: '-', toRef: 'a b', format: 'X' })).toEqual([
      '#/fromRef',
      '#/toRef',
      '#/format',
      '#/repoFullName',
    ])
  })
})
