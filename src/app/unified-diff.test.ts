import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeFolder } from '../../test/support/build-repository.ts'
import { unifiedDiff } from './unified-diff.ts'

/** Applies a diff with git and returns the file after it. */
function applyWithGit(path: string, before: string | null, diff: string): string | null {
  const folder = makeFolder()
  if (before !== null) writeFileSync(join(folder, path), before)
  if (diff !== '') execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: folder, input: diff })
  return existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : null
}

test('a diff has three lines of context', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`)
  const after = lines.toSpliced(5, 0, 'new\n').toSpliced(16, 1, 'other\n')
  expect(unifiedDiff('CHANGELOG.md', lines.join(''), after.join(''))).toBe(`--- a/CHANGELOG.md
+++ b/CHANGELOG.md
@@ -3,6 +3,7 @@
 line 3
 line 4
 line 5
+new
 line 6
 line 7
 line 8
@@ -13,7 +14,7 @@
 line 13
 line 14
 line 15
-line 16
+other
 line 17
 line 18
 line 19
`)
})

test.each([
  ['CHANGELOG.md', null, '# Changelog\n'],
  ['CHANGELOG.md', null, '# Changelog'],
  ['CHANGELOG.md', '', '# Changelog\n'],
  ['CHANGELOG.md', '# Changelog', '# Changelog\n\n- New\n'],
  ['CHANGELOG.md', '# Changelog\n- Old', '# Changelog\n- New\n- Old'],
  ['CHANGELOG.md', '\ufeff# Changelog\r\n\r\n- Old\r\n', '\ufeff# Changelog\r\n\r\n- New\r\n- Old\r\n'],
  ['my changes.md', 'one\n', 'one\ntwo\n'],
  ['Änderungen "neu".md', 'one\n', 'one\ntwo\n'],
  ['CHANGELOG.md', 'one\rtwo\r', 'one\rnew\rtwo\r'],
])('git applies the diff of %s from %j to %j', (path, before, after) => {
  expect(applyWithGit(path, before, unifiedDiff(path, before, after))).toBe(after)
})

test('git applies the diff of any two texts', () => {
  const text = fc
    .array(fc.constantFrom('a\n', 'b\n', '\n', 'c\r\n', 'last'), { maxLength: 30 })
    .map((lines) => lines.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      if (after === '') return
      expect(applyWithGit('NEWS', before, unifiedDiff('NEWS', before, after))).toBe(after)
    }),
    { numRuns: 40 },
  )
})

test('more changes than the shortest diff is computed for are still a correct diff', () => {
  const old = Array.from({ length: 3000 }, (_, index) => `old ${index}\n`)
  const insertedBetween = old.map((line, index) => `new ${index}\n${line}`).join('')
  expect(applyWithGit('NEWS', old.join(''), unifiedDiff('NEWS', old.join(''), insertedBetween))).toBe(
    insertedBetween,
  )
  const replaced = old.map((line) => line.replace('old', 'new')).join('')
  expect(applyWithGit('NEWS', old.join(''), unifiedDiff('NEWS', old.join(''), replaced))).toBe(replaced)
})
