import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildRepository, type Step } from './support/build-repository.ts'
import { markdownBlocks, pages } from './support/documentation.ts'
import { generateFrom } from './support/generate-from.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

describe('the README', () => {
  test('begins with a sentence and has at most 150 lines', () => {
    expect(readme).toMatch(/^# Notewright\n\n[A-Z][^\n]{20,200}\.\n/)
    expect(readme.split('\n').length).toBeLessThanOrEqual(150)
  })

  test('has the commands that run the program and its tests in a fresh clone', () => {
    expect(readme).toMatch(/^npm ci && npm run -s notewright -- generate$/m)
    expect(readme).toMatch(/^npm ci && npm test$/m)
  })

  test('shows what the program makes of these commits', async () => {
    const rows = [...readme.matchAll(/^\| `(.+)` \| (.+) \|$/gm)].map(([, title, outcome]) => ({
      title: title!,
      outcome: outcome!,
    }))
    expect(rows.length).toBeGreaterThan(10)
    const steps: Step[] = rows.map(({ title, outcome }) => {
      const advisories = outcome.match(/CVE-[\d-]+/g) ?? []
      const commit = [title, ...advisories.map((id) => `* fix(${id}): update`)].join('\n\n')
      // The rows say what kind of files the excluded commits change.
      if (outcome.includes('documentation')) return { commit, files: ['README.md'] }
      if (outcome.includes('tooling')) return { commit, files: ['.github/workflows/check.yml'] }
      // As in the real commit, whose title says least: its message adds something, and it changes tests and documentation.
      if (title.startsWith('Composite'))
        return {
          commit: `${commit}\n\n* add required rules`,
          files: ['config/rule.go', 'config/rule_test.go', 'README.md'],
        }
      return { commit }
    })
    const answer = await generateFrom(buildRepository(['Start', ...steps]), {
      fromRef: `HEAD~${rows.length}`,
    })
    const outcomes = [
      ...answer.entries.map(({ category, text }) => `**${category}:** ${text}`),
      ...answer.omitted.map(({ detail }) => `excluded: ${detail}`),
    ]
    expect(outcomes.toSorted()).toEqual(rows.map(({ outcome }) => outcome).toSorted())
  })
})

test('the notes that the documentation shows are notes that the program writes', () => {
  const scenarios = join(import.meta.dirname, 'scenarios')
  const written = readdirSync(scenarios, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readFileSync(join(scenarios, name, 'expected.md'), 'utf8'))
  const shown = markdownBlocks('markdown')
  expect(shown.length).toBeGreaterThan(0)
  for (const { body } of shown) expect(written).toContain(body)
})

describe('links', () => {
  const repository = 'https://github.com/notewright/notewright/'
  const folders = ['blob/main/', 'tree/main/', 'edit/main/']

  test.each(pages.map(({ path, text }) => [path, text]))('%s', (path, text) => {
    const prose = text.replace(/^ *```[\s\S]*?^ *```$/gm, '').replace(/`[^`\n]*`/g, '')
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)
    const broken = links.filter((link) => {
      const folder = folders.find((each) => link.startsWith(repository + each))
      if (folder) return !existsSync(join(root, link.slice(repository.length + folder.length)))
      if (/^[a-z]+:/.test(link)) return false
      const [file = '', anchor] = link.split('#', 2)
      const target = file === '' ? path : join(dirname(path), file)
      if (!existsSync(join(root, target))) return true
      return anchor !== undefined && !anchorsOf(readFileSync(join(root, target), 'utf8')).includes(anchor)
    })
    expect(broken).toEqual([])
  })
})

/** The anchors that hosts and the site give to the headings of a document. */
function anchorsOf(text: string): string[] {
  const titles = [...text.matchAll(/^#{1,4} (.+)$/gm)].map(([, title]) => title!.toLowerCase())
  return titles.map((title) => title.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'))
}
