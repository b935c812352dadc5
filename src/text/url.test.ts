import { expect, test } from 'vitest'
import { encodePath, queryString, trimTrailingSlashes } from './url.ts'

test.each([
  ['https://git.example.org', 'https://git.example.org'],
  ['https://git.example.org/', 'https://git.example.org'],
  ['https://git.example.org/code//', 'https://git.example.org/code'],
  ['', ''],
  ['//', ''],
])('trimTrailingSlashes(%j) is %j', (url, trimmed) => {
  expect(trimTrailingSlashes(url)).toBe(trimmed)
})

test('a long run of slashes in the middle takes linear time', () => {
  const url = `${'/'.repeat(200_000)}x`
  const start = performance.now()
  expect(trimTrailingSlashes(url)).toBe(url)
  expect(performance.now() - start).toBeLessThan(1000)
})

test.each([
  ['group/sub/project', 'group/sub/project'],
  ['feature/a b#1', 'feature/a%20b%231'],
  ['docs/100%?.md', 'docs/100%25%3F.md'],
  ['../secret', '../secret'],
  ['Änderungen.md', '%C3%84nderungen.md'],
])('encodePath(%j) is %j', (path, encoded) => {
  expect(encodePath(path)).toBe(encoded)
})

test('queryString escapes keys and values', () => {
  expect(queryString({ ref: 'a/b&c=1', 'iids[]': 7 })).toBe('?ref=a%2Fb%26c%3D1&iids%5B%5D=7')
})
