import { expect, test } from 'vitest'
import { readAddedLines } from './added-lines.ts'

test('reads the lines that commits added', async () => {
  const log = [
    '\0aaa\n\ndiff --git a/C.md b/C.md\n--- a/C.md\n+++ b/C.md\n@@ -1,0 +2,2 @@\n+- One\n+++ two\n@@ -9 +11 @@\n-- Old\n+- New\n',
    '\0bbb\n\ndiff --git a/C.md b/C.md\n--- a/C.md\n+++ b/C.md\n@@ -3 +2,0 @@\n-- Gone\n',
    '\0ccc\n',
  ]
  const output = (async function* () {
    for (const part of log) yield Buffer.from(part)
  })()
  expect(await readAddedLines(output)).toEqual(
    new Map([
      ['aaa', ['- One', '++ two', '- New']],
      ['bbb', []],
      ['ccc', []],
    ]),
  )
})
