import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editChangelog } from '../../src/changelog/edit-changelog.ts'
import { parseOutline } from '../../src/changelog/parse-outline.ts'

const words = fc
  .array(
    fc.constantFrom('search', 'orders', 'crash', 'config', 'node', 'footer', 'dark', 'mode', 'é', '`x`'),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((list) => list.join(' '))
const number = fc.integer({ min: 1, max: 60 })
const version = fc
  .tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.constantFrom('', '', '-rc.1'))
  .map(([major, minor, patch, pre]) => `${major}.${minor}.${patch}${pre}`)

const oddBlock = fc.constantFrom(
  'Words of a person.',
  '> A quote',
  '```\n## [9.9.9] - no heading\n```',
  '<!--\n## [8.8.8]\n-->',
  '<details>\n\n- inside\n\n</details>',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '---',
  '    code',
  '1. one\n2. two',
  '[docs]: https://example.org/docs',
)
const item = fc.oneof(
  words.map((text) => `- ${text}`),
  fc.tuple(words, number).map(([text, n]) => `- ${text} ([#${n}])`),
  fc.tuple(words, number).map(([text, n]) => `- ${text} (#${n})\n  - nested`),
  words.map((text) => `* ${text}`),
)
const group = fc
  .tuple(
    fc.constantFrom('### Added', '### Fixed', '### Bug Fixes', '### Ours', '**Changed**', ''),
    fc.array(item, { maxLength: 3 }),
  )
  .map(([name, items]) => [name, items.join('\n')].filter(Boolean).join('\n\n'))
const heading = fc.oneof(
  fc.constantFrom('## [Unreleased]', '## Unreleased', '## Next', 'Unreleased\n----------'),
  fc
    .tuple(
      version,
      fc.constantFrom('## [@] - 2026-01-01', '## @ (2026-01-01)', '# v@', '@ / 2026-01-01\n=====', '### @'),
    )
    .map(([name, form]) => form.replace('@', name)),
)
const section = fc
  .tuple(heading, fc.array(fc.oneof({ weight: 3, arbitrary: group }, oddBlock), { maxLength: 3 }))
  .map(([title, blocks]) => [title, ...blocks].join('\n\n'))
const definitions = fc
  .array(
    fc.oneof(
      version.map((name) => `[${name}]: https://example.org/compare/a...v${name}`),
      number.map((n) => `[#${n}]: https://example.org/pull/${n}`),
      fc.constant('[unreleased]: https://example.org/compare/v1.0.0...HEAD'),
    ),
    { maxLength: 4 },
  )
  .map((lines) => lines.join('\n'))

/** Files as people have them: in order or not, with any line breaks, with or without an end. */
const file = fc
  .record({
    mark: fc.constantFrom('', '\ufeff'),
    title: fc.constantFrom('', '# Changelog', 'History\n=======', '# Changelog\n\nAll of it.'),
    sections: fc.array(section, { maxLength: 4 }),
    links: definitions,
    lineBreak: fc.constantFrom('\n', '\r\n'),
    end: fc.constantFrom('', '\n', '\n\n\n'),
  })
  .map(({ mark, title, sections, links, lineBreak, end }) => {
    const text = [title, ...sections, links].filter(Boolean).join('\n\n') + end
    return mark + text.replaceAll('\n', lineBreak)
  })

const notes = fc
  .record({
    title: fc.oneof(
      fc.constant('[Unreleased]'),
      version.map((name) => `[${name}] - 2026-02-02`),
    ),
    groups: fc.uniqueArray(
      fc.tuple(
        fc.constantFrom('Added', 'Changed', 'Fixed', 'Security'),
        fc.array(fc.tuple(words, fc.option(number)), { minLength: 1, maxLength: 3 }),
      ),
      { selector: ([name]) => name, maxLength: 3 },
    ),
  })
  .map(({ title, groups }) => {
    const numbers = groups.flatMap(([, entries]) => entries.flatMap(([, n]) => n ?? []))
    const label = /\[(.*)\]/.exec(title)![1]!
    const order = ['Added', 'Changed', 'Fixed', 'Security']
    const body = groups
      .toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
      .map(([name, entries]) => {
        const lines = entries.map(([text, n]) => `- ${text}${n === null ? '' : ` ([#${n}])`}`)
        return `### ${name}\n\n${lines.join('\n')}`
      })
    const tag = label === 'Unreleased' ? 'HEAD' : `v${label}`
    const links = [
      `[${label}]: https://example.org/compare/v0.9.0...${tag}`,
      ...new Set(numbers.map((n) => `[#${n}]: https://example.org/pull/${n}`)),
    ]
    return `## ${title}\n\n${body.length === 0 ? 'No changes.' : body.join('\n\n')}\n\n${links.join('\n')}\n`
  })

/** Whether one text is another with something put in between: every byte is there, in its order. */
function isKeptIn(before: string, after: string): boolean {
  let at = 0
  for (const letter of after) if (at < before.length && before[at] === letter) at += letter.length
  return at === before.length
}

/** What an update may touch beside putting in: the address of what is not released yet, and our own phrase. */
const fixed = (text: string) =>
  text.replace(/(\/compare\/)[^\s]+?(\.\.\.HEAD)/g, '$1$2').replace(/No (?:notable )?changes\./g, '')

describe('for random files and notes', () => {
  test('what was there is there after, byte for byte and in order, and twice is once', () => {
    fc.assert(
      fc.property(file, notes, (before, given) => {
        const once = editChangelog(before, given)
        expect(isKeptIn(fixed(before), fixed(once.text))).toBe(true)
        expect(editChangelog(once.text, given).text).toBe(once.text)
        expect(once.changed).toBe(once.text !== before)
      }),
      { numRuns: 2000 },
    )
  })

  test('lines are never broken, and every line outside the touched section stays whole', () => {
    fc.assert(
      fc.property(file, notes, (before, given) => {
        fc.pre(before.trim() !== '')
        const { text } = editChangelog(before, given)
        const lines = text.replace('\ufeff', '').split(/\r\n|\n/)
        let at = 0
        for (const line of fixed(before.replace('\ufeff', '')).split(/\r\n|\n/)) {
          const found = lines.findIndex((each, index) => index >= at && fixed(each) === line)
          expect(found, line).toBeGreaterThanOrEqual(at)
          at = found + 1
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('every entry is included, no release or link definition appears twice, and line breaks are consistent', () => {
    fc.assert(
      fc.property(file, notes, (before, given) => {
        const { text, releases } = editChangelog(before, given)
        const [release] = releases
        const entries = given.split('\n').filter((line) => line.startsWith('- '))
        expect(release!.added.length + release!.known).toBe(entries.length)
        const labels = (source: string) =>
          parseOutline(source).sections.filter(({ heading }) => heading.label.endsWith(release!.label)).length
        expect(labels(text)).toBeLessThanOrEqual(Math.max(1, labels(before)))
        const keys = (source: string) => parseOutline(source).definitions.map(({ key }) => key)
        const added = keys(text).length - keys(before).length
        expect(new Set(keys(text)).size - new Set(keys(before)).size).toBe(added)
        if (before.includes('\r\n')) expect(text.replaceAll('\r\n', '')).not.toContain('\n')
        else expect(text).not.toContain('\r')
        expect(text.startsWith('\ufeff')).toBe(before.startsWith('\ufeff'))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('whatever the size of a file', () => {
  const release = (n: number) =>
    `## [1.${n}.0] - 2026-01-01\n\n### Fixed\n\n${`- Something was wrong with the part of number ${n} ([#${n}])\n`.repeat(20)}\n`
  const given =
    '## [2.0.0] - 2026-02-02\n\n### Added\n\n- Search ([#9999])\n\n[2.0.0]: https://example.org/compare/v1.0.0...v2.0.0\n[#9999]: https://example.org/pull/9999\n'

  test('a file of five megabytes is updated like a small one', () => {
    const releases = Array.from({ length: 4100 }, (_, index) => release(4100 - index))
    const before = `# Changelog\n\n${releases.join('')}`
    expect(before.length).toBeGreaterThan(5_000_000)
    const { text } = editChangelog(before, given)
    expect(
      text.startsWith(
        '# Changelog\n\n## [2.0.0] - 2026-02-02\n\n### Added\n\n- Search ([#9999])\n\n## [1.4100.0]',
      ),
    ).toBe(true)
    expect(text.length - before.length).toBeLessThan(300)
    expect(editChangelog(text, given).changed).toBe(false)
  })

  test.each([
    ['one line', 'a'.repeat(2_000_000)],
    ['brackets', '['.repeat(500_000)],
    ['numbers', '1'.repeat(500_000)],
    ['bullets', '- '.repeat(500_000)],
    ['bullets in lines', '-\n'.repeat(200_000)],
    ['deep lists', Array.from({ length: 2000 }, (_, index) => `${' '.repeat(index)}- a`).join('\n')],
    ['headings', '## 1.0.0\n'.repeat(100_000)],
    ['spaces', `## ${' '.repeat(500_000)}1.0.0`],
    ['hashes', '#'.repeat(500_000)],
    ['references', `## [Unreleased]\n\n${'- a (#1) '.repeat(100_000)}`],
    ['entries alike', `## [Unreleased]\n\n${'- search orders crash\n'.repeat(50_000)}`],
    ['addresses', '[a]: b\n'.repeat(100_000)],
    ['comments', '<!--'.repeat(200_000)],
    ['stars', '*'.repeat(500_000)],
  ])('a file of hostile %s is updated like any other', (_name, before) => {
    expect(editChangelog(before, given).text.length).toBeGreaterThan(before.length)
  })
})
