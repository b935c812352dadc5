import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { editChangelog } from '../../src/changelog/edit-changelog.ts'
import { parseOutline } from '../../src/changelog/parse-outline.ts'

const folder = join(import.meta.dirname, 'scenarios')
const names = readdirSync(folder)

/** Write what comes out instead of holding the code to it; what was written must be read before it is kept. */
const rewrite = process.env.UPDATE_SCENARIOS === '1'

const read = (name: string, file: string) => readFileSync(join(folder, name, file), 'utf8')
const kept = (text: string) =>
  text.split('\n').filter((line) => !/^\[unreleased\]:|unreleased\)$/i.test(line))

describe.each(names)('%s', (name) => {
  test('comes out as expected, and a second time changes nothing', () => {
    const [before, notes] = [read(name, 'before.md'), read(name, 'notes.md')]
    const { text, changed } = editChangelog(before, notes)
    const file = join(folder, name, 'after.md')
    if (rewrite || !existsSync(file)) writeFileSync(file, text)
    expect(text).toBe(read(name, 'after.md'))
    expect(changed).toBe(text !== before)
    const again = editChangelog(text, notes)
    expect(again.text).toBe(text)
    expect(again.releases.map(({ action }) => action)).toEqual(['unchanged'])
  })

  test('keeps every line that was there, and has no release twice', () => {
    const [before, after] = [read(name, 'before.md'), read(name, 'after.md')]
    const lines = after.split('\n')
    let at = 0
    for (const line of kept(before).filter((each) => !/^No (?:notable )?changes\.$/.test(each.trim()))) {
      const found = lines.indexOf(line, at)
      // The last line of a file without a line break at its end may have got one.
      expect(found === -1 ? lines.indexOf(line.trimEnd(), at) : found, line).toBeGreaterThanOrEqual(at)
      at = found + 1
    }
    const labels = parseOutline(after).sections.map(({ heading }) => heading.label)
    const had = parseOutline(before).sections.map(({ heading }) => heading.label)
    const twice = (all: string[]) => all.filter((label, index) => all.indexOf(label) !== index)
    expect(twice(labels)).toEqual(twice(had))
  })
})
