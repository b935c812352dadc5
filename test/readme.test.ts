import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const scenarios = join(import.meta.dirname, 'scenarios')

test('the notes that the README shows are notes that the program writes', () => {
  const shown = [...readme.matchAll(/^```markdown\n([\s\S]*?)^```$/gm)].map(([, text]) => text!)
  const written = readdirSync(scenarios, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readFileSync(join(scenarios, name, 'expected.md'), 'utf8'))
  expect(shown.length).toBeGreaterThan(0)
  for (const text of shown) expect(written).toContain(text)
})

test('the README begins with a sentence, a command and real notes', () => {
  const start = readme.split('\n').slice(0, 30).join('\n')
  expect(start).toMatch(/^# Notewright\n\n[A-Z][^\n]{20,200}\.\n/)
  expect(start).toMatch(/^```\nnpm ci && npm run -s notewright -- generate\n```$/m)
  expect(start).toMatch(/^```markdown\n- .+\n/m)
})

test('every page and folder that the README links to is there', () => {
  const links = [...readme.matchAll(/\]\((?!https?:|#)([^)\s]+)\)/g)].map(([, path]) => path!)
  expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([])
  const titles = [...readme.matchAll(/^#{1,4} (.+)$/gm)].map(([, title]) => anchorOf(title!))
  const anchors = [...readme.matchAll(/\]\(#([^)\s]+)\)/g)].map(([, anchor]) => anchor!)
  expect(anchors.filter((anchor) => !titles.includes(anchor))).toEqual([])
})

/** The anchor that hosts give to a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}
