import { expect, test } from 'vitest'
import { maskCredentials } from './logger.ts'

// No pattern for secrets matches these; they are found only by their values.
test.each([
  ['the token of the host', { authorization: 'Bearer moonlit' }],
  ['the token that an agent sends', { 'x-host-token': 'sunlit' }],
  ['the key of a gateway', { 'x-api-key': 'starlit' }],
])('%s is masked anywhere in a line', (_what, headers) => {
  const [value = ''] = Object.values(headers)
  const secret = value.split(' ').at(-1)!
  const masked = maskCredentials({ headers })(`rejected: ${value}, or ${secret}`)
  expect(masked).toMatch(/^rejected: /)
  expect(masked).not.toContain(secret)
})

test('a line of a caller without credentials is unchanged', () => {
  expect(maskCredentials({ headers: {} })('nothing to hide')).toBe('nothing to hide')
})
