import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { editChangelog } from '../../src/changelog/edit-changelog.ts'
import { parseOutline } from '../../src/changelog/parse-outline.ts'

/** Each folder has a changelog in one of the shapes that projects use, notes, and the changelog after the update. */
const folder = join(import.meta.dirname, 'shapes')

/** Writes the results instead of comparing them; read them before you commit them. */
const rewrite = process.env.UPDATE_SCENARIOS === '1'

describe.each(readdirSync(folder))('%s', (name) => {
  const path = readdirSync(join(folder, name)).find((file) => file.startsWith('before.'))!
  const read = (file: string) => readFileSync(join(folder, name, file), 'utf8')
  const [before, notes] = [read(path), read('notes.md')]
  const { text } = editChangelog(before, notes, { path })

  test('is updated as expected', () => {
    const after = path.replace('before', 'after')
    if (rewrite || !existsSync(join(folder, name, after))) writeFileSync(join(folder, name, after), text)
    expect(text).toBe(read(after))
  })

  test('is not changed by a second run', () => {
    const again = editChangelog(text, notes, { path })
    expect(again.text).toBe(text)
    expect(again.releases.map(({ action }) => action)).toEqual(['unchanged'])
  })

  test('keeps every line, and has no release twice', () => {
    const lines = text.split('\n')
    let at = 0
    for (const line of before.split('\n')) {
      const found = lines.findIndex((each, index) => index >= at && isSameLine(line, each))
      expect(found, line).toBeGreaterThanOrEqual(at)
      at = found + 1
    }
    expect(labelsTwice(text, path)).toEqual(labelsTwice(before, path))
  })
})

/** The compare link of unreleased changes and the date of a planned version are the only texts that change. */
function isSameLine(before: string, after: string): boolean {
  const plain = (line: string) =>
    line
      .replace(/(\/compare\/)\S+(\.\.\.HEAD)/, '$1$2')
      .replace(/\b(?:Next|unreleased|2026-11-02)(?=\))/i, '')
      .replace(/ \(\)$| (?:TBD|November 2, 2026)$/, '')
      .replace(/^(?:Unreleased|Released 2026-11-02)$/, '')
  return plain(before) === plain(after)
}

function labelsTwice(text: string, path: string): string[] {
  const labels = parseOutline(text, { path }).sections.map(
    ({ heading }) => `${heading.product} ${heading.label}`,
  )
  return labels.filter((label, index) => labels.indexOf(label) !== index)
}
