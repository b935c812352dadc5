import { expect, test } from 'vitest'
import { listCodeNames, spellingsOf } from './name-spellings.ts'

test.each([
  [['--clear-cache'], ['clear-cache']],
  [['Level::fromName'], ['fromName']],
  [
    ['http_requests_total', 'HTTP_PROXY=1'],
    ['http_requests_total', 'HTTP_PROXY'],
  ],
  [['retries', 'true', '1.2.3', 'GET /orders', 'a-b'], []],
])('the names of %j are %j', (code, names) => {
  expect(listCodeNames(code)).toEqual(names)
})

test('a file can spell a name in other ways', () => {
  expect(spellingsOf('clear-cache')).toEqual(['clear-cache', 'clear_cache', 'clearcache'])
  expect(spellingsOf('clearCache')).toEqual(['clearCache', 'clear_Cache', 'clear-Cache'])
  expect(spellingsOf('http_requests_total')).toEqual(
    expect.arrayContaining(['http_requests_total', '"requests_total"', "'http_requests'"]),
  )
})
