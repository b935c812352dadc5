import { expect, test } from 'vitest'
import { isDependencyTitle } from './dependency-title.ts'

test.each([
  ['Bump lodash from 4.17.20 to 4.17.21', true],
  ['chore(deps): bump lodash from 4.17.20 to 4.17.21', true],
  ['build(deps-dev): bump vite', true],
  ['Update dependency eslint to v9', true],
  ['fix(deps): update dependency zod to v4', true],
  ['chore: lock file maintenance', true],
  ['Update all dependencies', true],
  ['Upgrade deps', true],
  ['Update the parser', false],
  ['Add dependency injection', false],
  ['Update the dependency graph view', false],
])('%j is a dependency update: %s', (title, update) => {
  expect(isDependencyTitle(title)).toBe(update)
})
