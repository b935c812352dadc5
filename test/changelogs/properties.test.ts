import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editChangelog } from '../../src/changelog/edit-changelog.ts'
import { parseOutline } from '../../src/changelog/parse-outline.ts'

const sentence = (...vocabulary: string[]) =>
  fc.array(fc.constantFrom(...vocabulary), { minLength: 2, maxLength: 14 }).map((list) => list.join(' '))
const words = sentence('search', 'orders', 'crash', 'config', 'node', 'footer', 'dark', '`x_y`', 'é')
// Other words than in the file: which similar entries are the same is a matter of its own.
const newWords = sentence('retry', 'upload', 'export', 'theme', 'cache', 'login', 'mirror', '`a_b`', 'ü')
const version = fc
  .tuple(fc.nat(3), fc.nat(9), fc.nat(3), fc.constantFrom('', '', '', '-rc.1'))
  .map(([major, minor, patch, pre]) => `${major}.${minor}.${patch}${pre}`)
const date = fc
  .tuple(
    fc.integer({ min: 2020, max: 2026 }),
    fc.integer({ min: 10, max: 12 }),
    fc.integer({ min: 10, max: 28 }),
  )
  .map((parts) => parts.join('-'))

/** The forms of headings, groups and entries of one file; `@` is the version, `D` the date. */
interface Shape {
  heading: string
  unreleased: string
  group: string
  item: string
  path: string
}

const markdown: fc.Arbitrary<Shape> = fc.record({
  heading: fc.constantFrom(
    '## [@] - D',
    '## <small>[@](https://example.org/v@) (D)</small>',
    '## **@** (D)',
    '# v@ / D',
    '## Version @',
    '## Widget @ (D)',
    '## 🚀 @',
    '@ (D)\n=====',
    '### core@@ (D)',
    '## D, Version @',
    '## [@](https://example.org/v@) - D [YANKED]',
    '<h2>@ (D)</h2>',
    'v@ - D',
  ),
  unreleased: fc.constantFrom(
    '## main / (unreleased)',
    '## [unreleased]',
    '## Next',
    '## Upcoming',
    '# HEAD',
    '## vNext',
    '## Unreleased (YYYY-MM-DD)',
    '<!-- next-header -->\n\n## [Unreleased] - ReleaseDate',
  ),
  group: fc.constantFrom('', '### G', '#### G', '**G**', '**G:**', 'G:', '### 🎉 G', '### :tada: G'),
  item: fc.constantFrom(
    '- T',
    '* T (#N)',
    '- T ([#N](https://example.org/pull/N))',
    '  * T',
    '1. T',
    '* [BUGFIX] T #N',
    '- Fixed: T',
    '- fix: T',
    '- T.\n  More of it (#N).',
    '- T by @ada in https://example.org/pull/N',
    '- [#N](https://example.org/pull/N): T',
  ),
  path: fc.constantFrom('CHANGELOG.md', 'HISTORY'),
})
const restructured: fc.Arbitrary<Shape> = fc.record({
  heading: fc.constantFrom('@ (D)\n------------------', '.. _v@:\n\nVersion @\n-------------'),
  unreleased: fc.constantFrom('Unreleased\n----------', 'Next\n----'),
  group: fc.constantFrom('', 'G\n^^^^^^^^^^', '**G**'),
  item: fc.constantFrom('- T', '* T (:pr:`N`)', '- T (`#N <https://example.org/pull/N>`_)'),
  path: fc.constant('CHANGES.rst'),
})
const asciidoc: fc.Arbitrary<Shape> = fc.record({
  heading: fc.constantFrom('== @ (D)', '[[v@]]\n== Version @', '= @ ='),
  unreleased: fc.constantFrom('== Unreleased', '== Next'),
  group: fc.constantFrom('', '=== G', '.G', '*G*'),
  item: fc.constantFrom('* T', '- T (#N)', '* T (https://example.org/pull/N[#N])'),
  path: fc.constantFrom('NEWS.adoc', 'readme.txt'),
})
const oddBlock = fc.constantFrom(
  'Words of a person.',
  '<details>\n<summary>More</summary>\n\n- inside\n\n</details>',
  '<!--\n## [9.9.9]\n-->',
  '```\n## Unreleased\n```',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '## Ignore – for maintainers to copy-paste\n\n### Unreleased',
  '---',
)

const file = fc
  .record({
    shape: fc.oneof({ weight: 3, arbitrary: markdown }, restructured, asciidoc),
    title: fc.constantFrom('', '---\ntitle: Changes\n---', 'All changes of the project.'),
    hasUnreleased: fc.boolean(),
    sections: fc.array(
      fc.record({
        version,
        date,
        groups: fc.array(
          fc.tuple(
            fc.constantFrom('Added', 'Fixed', 'Bug Fixes', 'Ours'),
            fc.array(fc.tuple(words, fc.nat(60)), { maxLength: 3 }),
          ),
          { maxLength: 3 },
        ),
        odd: fc.option(oddBlock, { freq: 5 }),
      }),
      { maxLength: 5 },
    ),
    lineBreak: fc.constantFrom('\n', '\n', '\r\n'),
    gap: fc.constantFrom('\n', '\n\n', '\n\n', '\n\n\n'),
    end: fc.constantFrom('', '\n', '\n\n'),
  })
  .map(({ shape, title, hasUnreleased, sections, lineBreak, gap, end }) => {
    const printed = sections.map((section, index) => {
      const heading =
        index === 0 && hasUnreleased
          ? shape.unreleased
          : shape.heading
              .replaceAll('@@', '@~')
              .replaceAll(/@(?!~)/g, section.version)
              .replaceAll('@~', `@${section.version}`)
              .replaceAll('D', section.date)
      const groups = section.groups.map(([name, items]) => {
        const lines = items.map(([text, n]) => shape.item.replaceAll('T', text).replaceAll('N', String(n)))
        return [shape.group.replace('G', name), lines.join('\n')].filter(Boolean).join('\n\n')
      })
      return [heading, ...groups, section.odd ?? ''].filter(Boolean).join('\n\n')
    })
    const text = [title, ...printed].filter(Boolean).join(gap) + end
    return { path: shape.path, before: text.replaceAll('\n', lineBreak) }
  })

const notes = fc
  .record({
    release: fc.option(fc.tuple(version, date)),
    groups: fc.uniqueArray(
      fc.tuple(
        fc.constantFrom('Added', 'Changed', 'Removed', 'Fixed'),
        fc.array(fc.tuple(newWords, fc.option(fc.integer({ min: 100, max: 200 }))), {
          minLength: 1,
          maxLength: 3,
        }),
      ),
      { selector: ([name]) => name, minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ release, groups }) => {
    const label = release?.[0] ?? 'Unreleased'
    const body = groups.map(([name, entries]) => {
      const lines = entries.map(([text, n]) => `- ${text}${n === null ? '' : ` ([#${n}])`}`)
      return `### ${name}\n\n${lines.join('\n')}`
    })
    const numbers = new Set(groups.flatMap(([, entries]) => entries.flatMap(([, n]) => n ?? [])))
    const links = [...numbers].map((n) => `[#${n}]: https://example.org/pull/${n}`)
    return `## [${label}]${release ? ` - ${release[1]}` : ''}\n\n${body.join('\n\n')}\n\n${links.join('\n')}\n`
  })

describe('for any file of these shapes', () => {
  test('removing the inserted lines gives the original, and a second run changes nothing', () => {
    fc.assert(
      fc.property(file, notes, ({ before, path }, given) => {
        fc.pre(before.trim() !== '')
        const { text } = editChangelog(before, given, { path })
        expect(withoutInserted(before, text)).toBe(before)
        expect(editChangelog(text, given, { path }).text).toBe(text)
      }),
      { numRuns: 1500 },
    )
  })

  test('no release appears twice, and every entry is there or was there', () => {
    fc.assert(
      fc.property(file, notes, ({ before, path }, given) => {
        fc.pre(before.trim() !== '')
        const { text, releases } = editChangelog(before, given, { path })
        const entries = given.split('\n').filter((line) => line.startsWith('- '))
        expect(releases[0]!.added.length + releases[0]!.known).toBe(entries.length)
        const count = (source: string) =>
          parseOutline(source, { path }).sections.filter(
            ({ heading }) => heading.label === releases[0]!.label,
          ).length
        expect(count(text)).toBeLessThanOrEqual(Math.max(1, count(before)))
      }),
      { numRuns: 800 },
    )
  })
})

/** Takes the lines of the original out of the result, in order and byte for byte. */
function withoutInserted(before: string, after: string): string {
  const split = (text: string) => text.split(/(?<=\n)/)
  const lines = split(before)
  const kept: string[] = []
  for (const line of split(after)) {
    const next = lines[kept.length]
    // The last line of a file may get the line break that it did not have.
    const isLast = kept.length === lines.length - 1 && line.trimEnd() === next
    if (next !== undefined && (line === next || isLast)) kept.push(next)
  }
  return kept.join('')
}
