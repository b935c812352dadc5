import { expect, test } from 'vitest'
import { hideCaller } from './logger.ts'

// Words that no pattern for secrets knows: only by their values can they be found.
test.each([
  ['the token of the host', { authorization: 'Bearer moonlit' }],
  ['the token that an agent sends', { 'x-host-token': 'sunlit' }],
  ['the key of a gateway', { 'x-api-key': 'starlit' }],
])('%s is hidden wherever it stands in a line', (_what, headers) => {
  const [value = ''] = Object.values(headers)
  const word = value.split(' ').at(-1)!
  const hidden = hideCaller({ headers })(`refused: ${value}, or ${word}`)
  expect(hidden).toMatch(/^refused: /)
  expect(hidden).not.toContain(word)
})

test('a line of a caller who sent nothing stays as it is', () => {
  expect(hideCaller({ headers: {} })('nothing to hide')).toBe('nothing to hide')
})
