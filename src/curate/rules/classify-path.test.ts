import { expect, test } from 'vitest'
import { classifyPath, classifyPaths } from './classify-path.ts'

test.each([
  ['src/main.ts', 'shipped'],
  ['lib/contest.rb', 'shipped'],
  ['package.json', 'shipped'],
  ['Dockerfile', 'shipped'],
  ['src/latest/a.ts', 'shipped'],
  ['src/main.test.ts', 'test'],
  ['test/a.ts', 'test'],
  ['src/__tests__/a.js', 'test'],
  ['pkg/a_test.go', 'test'],
  ['tests/test_a.py', 'test'],
  ['src/ATest.java', 'test'],
  ['README.md', 'docs'],
  ['docs/guide/a.html', 'docs'],
  ['LICENSE', 'docs'],
  ['CHANGELOG', 'docs'],
  ['.github/workflows/ci.yml', 'internal'],
  ['.github/CONTRIBUTING.md', 'internal'],
  ['package-lock.json', 'internal'],
  ['web/yarn.lock', 'internal'],
  ['.gitignore', 'internal'],
  ['tsconfig.build.json', 'internal'],
  ['scripts/release.sh', 'internal'],
])('%s is %s', (path, kind) => {
  expect(classifyPath(path)).toBe(kind)
})

test.each([
  [[], null],
  [['README.md'], 'docs'],
  [['README.md', 'src/a.ts'], 'shipped'],
  [['README.md', '.gitignore'], 'internal'],
  [['README.md', 'test/a.ts'], 'test'],
])('%j together are %s', (paths, kind) => {
  expect(classifyPaths(paths)).toBe(kind)
})
