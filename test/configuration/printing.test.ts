import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Answer } from '../../src/core/answer.ts'
import { buildRepository, git, type Step } from '../support/build-repository.ts'
import { generateFrom } from '../support/generate-from.ts'
import { condense, historyP, historyW } from './histories.ts'

function build(steps: Step[]): string {
  const path = buildRepository(steps)
  git(path, ['remote', 'add', 'origin', 'https://github.com/acme/widget.git'])
  return path
}

const pathW = build(historyW)

/** The answer for a history with a configuration file. */
function answerWith(yaml: string, body: Record<string, unknown> = {}, path = pathW): Promise<Answer> {
  const range = path === pathW ? { fromRef: 'v1.4.0', toRef: 'v1.5.0' } : {}
  return generateFrom(path, { ...range, config: parse(yaml), part: 'section', ...body })
}

/** A repository whose range has these commits. */
function history(...steps: Step[]): string {
  return build(['Start', { tag: 'start' }, ...steps])
}

async function notes(yaml: string, body: Record<string, unknown> = {}, path = pathW): Promise<string> {
  return condense((await answerWith(yaml, body, path)).changelog)
}

describe('the examples', () => {
  test('2: conventional, one package', async () => {
    const text = await notes(`
tags: v{version}
scopes: {show: prefix}
categories:
  - {title: Breaking changes, kinds: breaking}
  - {title: Features, types: feat}
  - {title: Bug fixes, types: fix}
  - {title: Performance, types: perf}
`)
    expect(text).toBe(`## [1.5.0] - 2026-01-14
### Breaking changes
- Drop Node 18. Node 20.11 is the oldest supported version. ([#122])
### Features
- **api:** Add cursor pagination to \`/orders\` ([#118])
### Bug fixes
- CVE-2026-31337: **auth:** reject expired refresh tokens ([#124])
- Fix crash when the config file is empty ([#121])
### Performance
- **export:** Stream files over 100 MB ([#128])
### Other changes
- Deprecate \`--legacy-output\`, removal planned for 2.0 ([#127])
`)
  })

  test('2: emoji sections', async () => {
    const answer = await answerWith(`
categories:
  - {title: "⛰️ Features", types: feat}
  - {title: "🐛 Bug Fixes", types: fix}
  - {title: "🚜 Refactor", types: refactor}
  - {title: "📚 Documentation", types: docs}
  - {title: "⚡ Performance", types: perf}
other: "💼 Other"
entries: {breaking: "[**breaking**]", links: none, line: "{*(scope)* }{breaking }{text}{ - (references)}"}
`)
    expect(condense(answer.changelog)).toBe(`## [1.5.0] - 2026-01-14
### ⛰️ Features
- [**breaking**] Drop Node 18. Node 20.11 is the oldest supported version. - (#122)
- *(api)* Add cursor pagination to \`/orders\` - (#118)
### 🐛 Bug Fixes
- *(auth)* CVE-2026-31337: reject expired refresh tokens - (#124)
- Fix crash when the config file is empty - (#121)
### 🚜 Refactor
- Split the router - (#123)
### 📚 Documentation
- Explain retries - (#120)
### ⚡ Performance
- *(export)* Stream files over 100 MB - (#128)
### 💼 Other
- Deprecate \`--legacy-output\`, removal planned for 2.0 - (#127)
`)
    expect(answer.entries.flatMap(({ commits }) => commits)).toHaveLength(8)
    expect(answer.omitted).toHaveLength(4)
    expect(answer.commitCount).toBe(12)
  })

  test('2: a house with its own headings', async () => {
    const yaml = `
tags: {pattern: "v{version}", ignore: v0.*}
changelog: {file: CHANGELOG.md, heading: "{version}{ / date}"}
categories:
  - {title: SECURITY, kinds: security}
  - {title: CHANGE, kinds: [breaking, changed, deprecated, removed]}
  - {title: FEATURE, kinds: added}
  - {title: ENHANCEMENT}
  - {title: PERF, types: perf, verbs: [reduce, optimize, speed]}
  - {title: BUGFIX, kinds: fixed}
rules: [{when: {scope: [ui, promtool], kind: added}, category: ENHANCEMENT}]
scopes: {names: {tsdb: TSDB, promql: PromQL, ui: UI, discovery: Discovery, scrape: Scrape}}
entries: {headings: false, fullStop: true, links: none, line: "[{category}] {scope: }{breaking }{text}{ references}"}
`
    const body = { fromRef: 'v3.1.0', version: '3.2.0', date: '2026-03-08' }
    expect(await notes(yaml, body, build(historyP))).toBe(`## 3.2.0 / 2026-03-08
- [CHANGE] PromQL: Remove the \`holt_winters\` alias. #903
- [FEATURE] Discovery: Add Oracle Cloud service discovery. #902
- [ENHANCEMENT] UI: Add a copy button to rules. #905
- [PERF] Scrape: Reduce allocations when parsing histograms. #904
- [BUGFIX] TSDB: Fix goroutine leak on a corrupt head. #901
`)
  })
})

describe('sections', () => {
  test('8: a document with other titles does not claim Keep a Changelog', async () => {
    const { changelog } = await answerWith('categories: [{title: Features, types: feat}]', {
      part: 'document',
    })
    expect(changelog).not.toContain('The format is based on')
    expect(changelog.match(/^### .*$/gm)).toEqual(['### Features', '### Other changes'])
    const own =
      'categories: [{title: Added, kinds: added}, {title: Fixed, kinds: [fixed, security]}]\nother: Fixed'
    expect((await answerWith(own, { part: 'document' })).changelog).toContain('The format is based on')
  })

  test('7: without categories a rule moves an entry', async () => {
    const text = await notes('rules: [{when: {type: feat}, category: Changed}]')
    expect(text).not.toContain('### Added')
    expect(text).toContain('### Changed\n- **Breaking:** Drop Node 18.')
  })

  test('a long section of a release is collapsed', async () => {
    const yaml =
      'categories: [{title: All, types: [feat, fix, perf], collapse: 2}, {title: Few, kinds: deprecated, collapse: 2}]'
    const { changelog } = await answerWith(yaml, { format: 'github_release' })
    expect(changelog).toContain(
      '### All\n\n<details>\n<summary>5 entries</summary>\n\n* **Breaking:** Drop Node 18.',
    )
    expect(changelog).toMatch(/121\n\n<\/details>\n\n### Few\n\n\* Deprecate/)
    expect(await notes(yaml)).not.toContain('<details>')
  })
})

describe('lines', () => {
  test('11: doubled braces are braces', async () => {
    const text = await notes('entries: {line: "{text} {{x}}"}', { format: 'simple' })
    expect(
      text
        .trimEnd()
        .split('\n')
        .every((line) => line.endsWith(' {x}')),
    ).toBe(true)
  })

  test('all placeholders', async () => {
    const path = history('feat(ui): add search (#7)')
    const line = '{text}|{references}|{authors}|{category}|{scope}|{type}|{breaking}|{labels}|{package}'
    const sha = git(path, ['rev-parse', 'HEAD']).slice(0, 7)
    expect(
      await notes(
        `entries: {line: "${line}|{commit}", links: none}`,
        { fromRef: 'start', format: 'simple' },
        path,
      ),
    ).toBe(`- Add search|#7|Ada|Added|ui|feat||||${sha}\n`)
  })

  test.each([
    ['references', '([#7])'],
    ['inline', '([#7](https://github.com/acme/widget/pull/7))'],
    ['urls', '(https://github.com/acme/widget/pull/7)'],
    ['none', '(#7)'],
  ])('links: %s', async (links, expected) => {
    const path = history('feat: add search (#7)')
    const text = await notes(`entries: {links: ${links}}`, { fromRef: 'start' }, path)
    expect(text).toContain(`- Add search ${expected}\n`)
  })

  test('references to commits are links', async () => {
    const path = history('feat: add search (#7)')
    const sha = git(path, ['rev-parse', 'HEAD']).trim()
    const { changelog } = await answerWith('entries: {references: commits}', { fromRef: 'start' }, path)
    expect(changelog).toContain(`- Add search ([${sha.slice(0, 7)}])\n`)
    expect(changelog).toContain(`[${sha.slice(0, 7)}]: https://github.com/acme/widget/commit/${sha}\n`)
    expect(await notes('entries: {references: none}', { fromRef: 'start' }, path)).toContain('- Add search\n')
  })

  test('30: tickets are references and leave the front of the text', async () => {
    const path = history('fix: SHOP-12 round totals (#9)')
    const yaml = 'tickets: [{prefix: SHOP-, url: "https://t.example/SHOP-{number}"}]'
    const { changelog, entries } = await answerWith(yaml, { fromRef: 'start' }, path)
    expect(changelog).toContain('- Round totals ([#9], [SHOP-12])\n')
    expect(changelog).toContain('[#9]: https://github.com/acme/widget/pull/9\n')
    expect(changelog).toContain('[SHOP-12]: https://t.example/SHOP-12\n')
    expect(entries[0]!.tickets).toEqual([{ id: 'SHOP-12', url: 'https://t.example/SHOP-12' }])
  })

  test('text of commits is escaped, that of the project is not', async () => {
    const path = history('fix(<b>): <img src=x> @everyone [a](https://evil.example) (#9)')
    const text = await notes('entries: {line: "**{text}** <kbd>{type}</kbd>"}', { fromRef: 'start' }, path)
    expect(text).toMatch(/^- \*\*.*\*\* <kbd>fix<\/kbd>$/m)
    expect(text).not.toMatch(/(?<!`)<img|(?<!\\)\[a\]|(?<!`)@everyone/)
  })
})

describe('entries', () => {
  const path = history('feat(b): add beta (#1)', 'feat(a): add alpha (#2)', 'feat: add gamma (#3)')
  const inOrder = async (order: string) => {
    const text = await notes(`entries: {order: ${order}}`, { fromRef: 'start' }, path)
    return [...text.matchAll(/#(\d)/g)].map(([, number]) => number).join('')
  }

  test('are in the configured order', async () => {
    expect(await inOrder('oldest')).toBe('123')
    expect(await inOrder('newest')).toBe('321')
    expect(await inOrder('scope')).toBe('321')
  })

  test.each([
    ['past', 'Added'],
    ['present', 'Adds'],
    ['plain', 'Add'],
  ])('tense: %s', async (tense, verb) => {
    expect(await notes(`entries: {tense: ${tense}, fullStop: true}`, { fromRef: 'start' }, path)).toContain(
      `${verb} gamma. ([#3])`,
    )
  })

  test.each([
    ['prefix', ['- **b:** Add beta ([#1])', '- Add gamma ([#3])']],
    ['suffix', ['- Add beta in b ([#1])', '- Add gamma ([#3])']],
    ['hide', ['- Add beta ([#1])', '- Add gamma ([#3])']],
    ['group', ['### Added\n- Add gamma ([#3])', '#### b\n- Add beta ([#1])']],
  ])('scopes.show: %s', async (show, expected) => {
    const text = await notes(`scopes: {show: ${show}}`, { fromRef: 'start' }, path)
    for (const each of expected) expect(text).toContain(each)
  })

  test('scopes get their names, and null hides one', async () => {
    const yaml = 'scopes: {show: prefix, names: {b: Second part, "*": null}}'
    const text = await notes(yaml, { fromRef: 'start' }, path)
    expect(text).toContain('- **Second part:** Add beta')
    expect(text).toContain('- Add alpha')
  })
})

describe('the text of the authors', () => {
  const path = history(
    'feat(ci): support `a_b` in files. (#1)',
    'fix(core): crash on start (#2)',
    'feat!: drop the old API (#3)\n\nBREAKING CHANGE: use the new API',
    'chore(deps): bump undici from 6.1.0 to 6.2.0 (#4)',
    'chore(deps): bump undici from 6.2.0 to 6.3.0 (#5)',
    'feat: add gamma',
  )
  const printed = async (text: string, more = '', order = 'oldest') => {
    const yaml = `
categories: [{title: All, types: "feat", kinds: [added, fixed, breaking, dependencies]}]
entries: {text: ${text}, order: ${order}, ${more}}
`
    return (await notes(yaml, { fromRef: 'start' }, path)).split('\n').filter((line) => line.startsWith('-'))
  }

  test('a title keeps its spelling, its scope and its full stop, and every change has its own entry', async () => {
    expect(await printed('title', 'line: "{**scope:** }{text}{ (references)}"')).toEqual([
      '- drop the old API. use the new API. ([#3])',
      '- **ci:** support `a_b` in files. ([#1])',
      '- **core:** crash on start ([#2])',
      '- **deps:** bump undici from 6.1.0 to 6.2.0 ([#4])',
      '- **deps:** bump undici from 6.2.0 to 6.3.0 ([#5])',
      '- add gamma',
    ])
  })

  test('a sentence begins with a capital letter', async () => {
    expect(await printed('sentence', 'line: "{*(scope)* }{text}"')).toContain('- *(core)* Crash on start')
    expect(await printed('sentence')).toContain('- **core:** Crash on start ([#2])')
  })

  test('a subject has its type and scope', async () => {
    expect(await printed('subject')).toContain('- fix(core): crash on start ([#2])')
  })

  test('several orders decide one after the other', async () => {
    expect(await printed('title', 'line: "{scope: }{text}"', '[scoped, scope, newest]')).toEqual([
      '- drop the old API. use the new API.',
      '- ci: support `a_b` in files.',
      '- core: crash on start',
      '- deps: bump undici from 6.2.0 to 6.3.0',
      '- deps: bump undici from 6.1.0 to 6.2.0',
      '- add gamma',
    ])
  })
})

describe('formats', () => {
  test('header, footer, title and bullet', async () => {
    const yaml = `
formats:
  github_release: {header: "Install it with \`npm i widget@{version}\`.", footer: "{count} entries since {previousTag}{: compare}"}
  mail: {base: simple, title: News, bullet: "*", headings: true, footer: "-- {project}"}
`
    const release = await notes(yaml, { format: 'github_release' })
    expect(release).toMatch(
      /^## What's Changed\nInstall it with `npm i widget@1\.5\.0`\.\n### Breaking changes\n/,
    )
    expect(release).toMatch(
      /\n6 entries since v1\.4\.0: https:\/\/github\.com\/acme\/widget\/compare\/v1\.4\.0\.\.\.v1\.5\.0\n$/,
    )
    const mail = await answerWith(yaml, { format: 'mail' })
    expect(mail.format).toBe('mail')
    expect(mail.changelog).toMatch(/^## News\n\n### Security\n\n\* /)
    expect(
      await notes('formats: {github_release: {title: false, footer: ""}}', { format: 'github_release' }),
    ).toMatch(/^### Breaking changes\n[\s\S]*pull\/124\n$/)
  })

  test('all contributors of included changes are thanked, except those that are excluded', async () => {
    const text = await notes('contributors: {show: all, exclude: B*}', { format: 'github_release' })
    expect(text).toContain('## Contributors\n* Ada\n* Cy\n**Full Changelog**')
  })
})
