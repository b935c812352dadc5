import { describe, expect, test } from 'vitest'
import { faultOfRef, faultOfRepoName } from './ref-names.ts'

describe('a ref', () => {
  test.each([
    'HEAD',
    'HEAD~50',
    'HEAD~',
    'v2.0.0^',
    'v2^2~3^',
    'main',
    'feature/x',
    'refs/tags/v1.0.0',
    '0123abc',
    '@acme/core@1.2.0',
    'ünïcode',
    'a'.repeat(250),
  ])('may be %s', (ref) => {
    expect(faultOfRef(ref)).toBeNull()
  })

  test.each([
    ['', 'must not be empty'],
    ['a'.repeat(251), 'at most 250'],
    ['--upload-pack=x', 'dash'],
    ['-v', 'dash'],
    ['a b', 'spaces'],
    ['a\nb', 'control'],
    ['a\0b', 'control'],
    ['HEAD:file', 'not contain :'],
    ['a*', 'not contain *'],
    ['a?', 'not contain ?'],
    ['a[b', 'not contain ['],
    ['a\\b', 'not contain \\'],
    ['@', '@{'],
    ['HEAD@{1}', '@{'],
    ['v1..v2', 'not a range'],
    ['v1...v2', 'not a range'],
    ['^main', 'only ~n and ^'],
    ['~3', 'must name a ref'],
    ['main^{tree}', 'only ~n and ^'],
    ['main~x', 'only ~n and ^'],
    ['main~1\n', 'only ~n and ^'],
    ['main^{/text}', 'only ~n and ^'],
    ['/a', 'slash'],
    ['a/', 'slash'],
    ['a//b', 'slash'],
    ['a.lock', '.lock'],
    ['.a', 'dot'],
    ['a/.b', 'dot'],
    ['a.', 'dot'],
  ])('must not be %j', (ref, fault) => {
    expect(faultOfRef(ref)).toContain(fault)
  })
})

describe("a repository's name", () => {
  test.each(['acme/tool', 'a/b/c/d', 'a.b/c-d_e', '.github/x', 'acme/tool.git', '_x/_y'])(
    'may be %s',
    (name) => {
      expect(faultOfRepoName(name)).toBeNull()
    },
  )

  test.each([
    '',
    'tool',
    'acme/',
    '/tool',
    'acme//tool',
    '../tool',
    'acme/..',
    './tool',
    'acme/.git',
    '-acme/tool',
    'acme/-tool',
    'acme/to ol',
    'acme/tool\n',
    'acme/tool\0',
    'acme\\tool/x',
    'https://github.com/acme/tool',
    'acmé/tool',
    `acme/${'x'.repeat(251)}`,
  ])('must not be %j', (name) => {
    expect(faultOfRepoName(name)).toMatch(/^must /)
  })
})
