import { expect, test } from 'vitest'
import { isBelow } from './requested-paths.ts'

test.each([
  ['packages/core', true],
  ['packages/core/a.ts', true],
  ['packages/core-extra/a.ts', false],
  ['src/packages/core/a.ts', false],
])('%s is below packages/core: %s', (path, below) => {
  expect(isBelow(path, ['other', 'packages/core'])).toBe(below)
})
