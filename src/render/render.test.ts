import { describe, expect, test } from 'vitest'
import type { Contributor } from '../core/change.ts'
import type { Entry } from '../core/entry.ts'
import type { Format } from '../core/format.ts'
import { checkFormat } from '../verify/check-format.ts'
import { listPrinted, type RenderInput, render } from './render.ts'

const home = 'https://github.com/acme/tool'
const sha = '0123456789abcdef0123456789abcdef01234567'

function entry(text: string, more: Partial<Entry> = {}): Entry {
  return {
    id: `commit-${text}`,
    category: 'Added',
    text,
    breaking: false,
    notability: 0.5,
    scope: null,
    importance: 0.5,
    commits: [sha],
    pullRequests: [],
    authors: ['Ada'],
    labels: [],
    writtenBy: 'rules',
    evidence: [],
    ...more,
  }
}

function printed(format: Format, entries: Entry[], more: Partial<RenderInput> = {}) {
  return render({
    format,
    entries,
    highlights: [],
    areas: 'auto',
    scopeStyle: null,
    range: {
      fromRef: 'v1.0.0',
      toRef: 'v1.1.0',
      fromSha: 'a',
      toSha: 'b',
      compareUrl: `${home}/compare/v1.0.0...v1.1.0`,
      relation: 'ancestor',
    },
    commitCount: entries.length,
    version: '1.1.0',
    date: '2026-01-02',
    part: 'section',
    releaseConfig: null,
    summary: null,
    changelog: null,
    contributors: [],
    web: { kind: 'github', url: home },
    ...more,
  })
}

const withoutWeb: Partial<RenderInput> = {
  web: null,
  range: { fromRef: 'v1', toRef: 'v2', fromSha: 'a', toSha: 'b', compareUrl: null, relation: 'ancestor' },
}

const mixed = [
  entry('Fix a crash', { category: 'Fixed', pullRequests: [3] }),
  entry('Add `x`', { pullRequests: [12, 4], authors: ['Ada', 'Bob', 'Eve'] }),
  entry('Reject names', { category: 'Security' }),
  entry('CVE-2026-12345: reject more names', { category: 'Security' }),
  entry('Rename y', { breaking: true }),
]

describe('keepachangelog', () => {
  test('prints the categories in order, breaking changes and advisories first, and link definitions at the end', () => {
    expect(printed('keepachangelog', mixed).text).toBe(`## [1.1.0] - 2026-01-02

### Added

- **Breaking:** Rename y
- Add \`x\` ([#12], [#4])

### Fixed

- Fix a crash ([#3])

### Security

- CVE-2026-12345: reject more names
- Reject names

[1.1.0]: ${home}/compare/v1.0.0...v1.1.0
[#3]: ${home}/pull/3
[#4]: ${home}/pull/4
[#12]: ${home}/pull/12
`)
  })

  test('prints a complete document with its preamble', () => {
    expect(printed('keepachangelog', [entry('Add x')], { part: 'document' }).text).toMatch(
      /^# Changelog\n\nAll notable .*\n\nThe format is based on \[Keep a Changelog\]\(https:\/\/keepachangelog\.com\/en\/2\.0\.0\/\)\.\n\n## \[1\.1\.0\]/,
    )
  })

  test('claims Semantic Versioning if the repository does', () => {
    const changelog = { path: 'CHANGELOG.md', text: '# Changes\n\nWe follow SemVer.\n\n## 1.0.0\n' }
    expect(printed('keepachangelog', [], { part: 'document', changelog }).text).toContain(
      '\nThe format is based on [Keep a Changelog](https://keepachangelog.com/en/2.0.0/), and this project adheres to [Semantic Versioning](https://semver.org/spec/v2.0.0.html).\n',
    )
    expect(printed('keepachangelog', [], { changelog }).text).not.toContain('semver')
  })

  test.each([
    [{ version: null, date: '2026-01-02' }, '## [Unreleased]'],
    [{ version: '1.1.0', date: null }, '## [1.1.0]'],
    [{ version: '1.1.0-rc.1', date: '2026-01-02' }, '## [1.1.0-rc.1] - 2026-01-02'],
  ])('has a heading with the known version and date: %j', (known, heading) => {
    expect(printed('keepachangelog', [], known).text.split('\n')[0]).toBe(heading)
  })

  test('has no links without a web address', () => {
    expect(printed('keepachangelog', [entry('Add x', { pullRequests: [3] })], withoutWeb).text).toBe(
      '## [1.1.0] - 2026-01-02\n\n### Added\n\n- Add x (#3)\n',
    )
  })

  test('marks merge requests as GitLab does', () => {
    const web = { kind: 'gitlab' as const, url: 'https://gitlab.com/a/b' }
    const { text } = printed('keepachangelog', [entry('Add x', { pullRequests: [3] })], { web })
    expect(text).toContain('- Add x ([!3])\n')
    expect(text).toContain('[!3]: https://gitlab.com/a/b/-/merge_requests/3\n')
  })
})

describe('a release', () => {
  const contributors: Contributor[] = [
    { name: 'Ada', login: 'ada', first: true },
    { name: 'Bob', login: 'bob', first: false },
    { name: 'Eve', login: null, first: null },
  ]

  test('lists new contributors only if they are known, with their pull request', () => {
    const entries = [
      entry('Add x', { authors: ['bob'], pullRequests: [3] }),
      entry('Add y', { authors: ['ada'], pullRequests: [4] }),
    ]
    const unknown = { name: 'Zoe', login: 'zoe', first: null }
    const { text } = printed('github_release', entries, { contributors: [...contributors, unknown] })
    expect(text.match(/^.*first contribution.*$/gm)).toEqual([
      `* @ada made their first contribution in ${home}/pull/4`,
    ])
  })

  test('cites a change of several commits by the newest of them', () => {
    const newest = 'f'.repeat(40)
    expect(printed('github_release', [entry('Add x', { commits: [sha, newest] })]).text).toContain(
      `in [fffffff](${home}/commit/${newest})`,
    )
  })

  test('prints breaking changes, categories, new contributors and the full changelog', () => {
    const entries = [
      entry('Add x', { pullRequests: [3, 4], authors: ['ada', 'Eve', 'bob'] }),
      entry('Fix y', { category: 'Fixed', authors: ['Eve'] }),
      entry('Drop z', { category: 'Removed', breaking: true, pullRequests: [5], authors: ['bob'] }),
    ]
    expect(printed('github_release', entries, { contributors }).text).toBe(`## What's Changed

### Breaking changes

* Drop z by @bob in ${home}/pull/5

### Added

* Add x by @ada, Eve and @bob in ${home}/pull/3, ${home}/pull/4

### Fixed

* Fix y by Eve in [0123456](${home}/commit/${sha})

## New Contributors

* @ada made their first contribution in ${home}/pull/3

**Full Changelog**: ${home}/compare/v1.0.0...v1.1.0
`)
  })

  test('prints plain references without a web address', () => {
    const entries = [entry('Add x', { pullRequests: [3] }), entry('Add y')]
    expect(printed('local_release', entries, withoutWeb).text).toBe(`## What's Changed

### Added

* Add x by Ada in #3
* Add y by Ada in \`0123456\`

**Full Changelog**: \`v1...v2\`
`)
  })

  test('removes the full stop before the author', () => {
    const entries = [entry('Add x.'), entry('Add y. It is fast.')]
    const { text } = printed('github_release', entries, withoutWeb)
    expect(text).toContain('* Add x by Ada in')
    expect(text).toContain('* Add y. It is fast. by Ada in')
  })

  test('never mentions a name that only looks like a login', () => {
    expect(
      printed('github_release', [entry('Add x', { authors: ['@ada'] })], { contributors }).text,
    ).toContain('by `@ada` in')
  })

  test('is cut by whole entries, the least notable first, with a note and a warning', () => {
    const entries = Array.from({ length: 1000 }, (_, index) =>
      entry(`${index} ${'word '.repeat(40).trim()}`, { notability: index % 2 }),
    )
    const { text, warnings } = printed('github_release', entries)
    const kept = text.match(/^\* \d+ /gm)!.map((start) => Number.parseInt(start.slice(2), 10))
    expect(text.length).toBeLessThanOrEqual(125_000)
    expect(text.length).toBeGreaterThan(115_000)
    expect(kept.filter((index) => index % 2 === 1).length).toBe(Math.min(500, kept.length))
    expect(kept).toEqual(kept.toSorted((a, b) => a - b))
    expect(text).toContain(`And ${1000 - kept.length} more, on the page linked below.`)
    expect(text).toMatch(/\n\*\*Full Changelog\*\*: \S+\n$/)
    expect(warnings).toMatchObject([
      {
        code: 'text-cut',
        detail: expect.stringContaining(`the ${1000 - kept.length} least notable of 1000 entries`),
      },
    ])
  })

  test('that is cut has no link without a web address', () => {
    const entries = Array.from({ length: 1000 }, (_, index) => entry(`${index} ${'word '.repeat(40).trim()}`))
    expect(printed('local_release', entries, withoutWeb).text).toMatch(/\nAnd \d+ more\.\n/)
  })

  test('that fits is not cut', () => {
    expect(printed('github_release', mixed).warnings).toEqual([])
  })
})

describe('simple', () => {
  test('prints a flat list, breaking changes first, then security, each with its reference', () => {
    expect(printed('simple', mixed).text).toBe(`- **Breaking:** Rename y (0123456)
- Reject names (0123456)
- CVE-2026-12345: reject more names (0123456)
- Add \`x\` (#12, #4)
- Fix a crash (#3)
`)
  })
})

test.each<[Format, string]>([
  ['keepachangelog', '## [1.1.0] - 2026-01-02\n\nNO\n\n'],
  ['github_release', "## What's Changed\n\nNO\n\n**Full"],
  ['simple', 'NO\n'],
])('%s prints a phrase if there are no entries', (format, text) => {
  for (const [commitCount, phrase] of [
    [0, 'No changes.'],
    [3, 'No notable changes.'],
  ] as const)
    expect(printed(format, [], { commitCount }).text).toContain(text.replace('NO', phrase))
})

test('the other texts are never cut', () => {
  const entries = Array.from({ length: 700 }, (_, index) => entry(`${index} ${'word '.repeat(40)}`))
  for (const format of ['keepachangelog', 'simple'] as const)
    expect(printed(format, entries).text.match(/^- /gm)).toHaveLength(700)
})

describe('the scope before a text', () => {
  const scoped = (text: string, scope: string, scopeStyle: 'prefix' | null = null) =>
    printed('simple', [entry(text, { scope })], { scopeStyle }).text.replace(/ \(.*\n/, '')

  test('is bold, after an advisory as well', () => {
    expect(scoped('api: Add cursors', 'api')).toBe('- **api:** Add cursors')
    expect(scoped('`net/http`: Add cursors', 'net/http')).toBe('- **`net/http`:** Add cursors')
    expect(scoped('CVE-2026-31337: auth: reject tokens', 'auth')).toBe(
      '- CVE-2026-31337: **auth:** reject tokens',
    )
  })

  test('stays plain where the project writes it plainly, or where it is no scope', () => {
    expect(scoped('api: Add cursors', 'api', 'prefix')).toBe('- api: Add cursors')
    expect(scoped('Note: add cursors', 'api')).toBe('- Note: add cursors')
  })
})

describe('a release with .github/release.yml', () => {
  const none = { labels: [], authors: [] }
  const releaseConfig = {
    exclude: { labels: ['skip'], authors: ['helper[bot]'] },
    categories: [
      { title: 'Breaking 🛠', labels: ['breaking'], exclude: none },
      { title: 'Features', labels: ['feature'], exclude: { labels: ['internal'], authors: [] } },
      { title: 'Other', labels: ['*'], exclude: none },
    ],
  }
  const entries = [
    entry('Add x', { labels: ['feature'] }),
    entry('Drop y', { labels: ['breaking', 'feature'], breaking: true }),
    entry('Tidy z', { labels: ['feature', 'internal'] }),
    entry('Skip it', { labels: ['skip'] }),
    entry('By a bot', { authors: ['helper[bot]'] }),
  ]

  test('uses the first matching category, in order, and the exclusions', () => {
    const { text, warnings } = printed('github_release', entries, { releaseConfig })
    expect(text.match(/^(?:###|\*) .*?(?= by |$)/gm)).toEqual([
      '### Breaking 🛠',
      '* Drop y',
      '### Features',
      '* Add x',
      '### Other',
      '* Tidy z',
    ])
    expect(warnings.map(({ code }) => code)).toEqual(['left-out-by-release-config'])
  })

  test('excludes entries from the highlights as well', () => {
    const printedTexts = (format: Format) =>
      listPrinted({ entries, format, web: null, releaseConfig }).map(({ text }) => text)
    expect(printedTexts('github_release')).toEqual(['Add x', 'Drop y', 'Tidy z'])
    expect(printedTexts('keepachangelog')).toHaveLength(entries.length)
  })

  test('warns if entries match no category', () => {
    const strict = { ...releaseConfig, categories: releaseConfig.categories.slice(0, 2) }
    const { text, warnings } = printed('hosting_release', entries, { releaseConfig: strict })
    expect(text).not.toContain('Tidy z')
    expect(warnings[0]?.detail).toContain('3 of 5 entries')
  })

  test.each(['keepachangelog', 'simple', 'gitlab_release'] as const)('does not affect %s', (format) => {
    expect(printed(format, entries, { releaseConfig }).text).toBe(printed(format, entries).text)
  })
})

describe('long notes', () => {
  const long = Array.from({ length: 30 }, (_, index) =>
    entry(`${index % 2 ? 'cli' : 'api'}: text ${index}`, {
      id: `${index}`,
      scope: index % 2 ? 'cli' : 'api',
    }),
  )

  test.each(['keepachangelog', 'github_release', 'simple'] as const)(
    'are grouped by area, in %s',
    (format) => {
      const { text } = printed(format, long)
      expect(text).toMatch(format === 'simple' ? /\*\*api\*\*\n\n- Text 0\b/ : /#### api\n\n[-*] Text 0\b/)
      expect(checkFormat(text, { format, part: 'section' })).toEqual([])
    },
  )

  test.each(['keepachangelog', 'github_release', 'simple'] as const)(
    'begin with their highlights, in %s',
    (format) => {
      const { text } = printed(format, long, { highlights: long.slice(0, 3) })
      expect(text).toMatch(
        /\*\*Highlights\*\*\n\n[-*] \*\*api:\*\* text 0\n[-*] \*\*cli:\*\* text 1\n[-*] \*\*api:\*\* text 2\n\n/,
      )
      expect(checkFormat(text, { format, part: 'section' })).toEqual([])
    },
  )
})
