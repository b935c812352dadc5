import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildClone, historyP, historyW, runIn } from './histories.ts'

const houseStyle = `
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

const sectionP = `## 3.2.0 / 2026-03-08

- [CHANGE] PromQL: Remove the \`holt_winters\` alias. #903
- [FEATURE] Discovery: Add Oracle Cloud service discovery. #902
- [ENHANCEMENT] UI: Add a copy button to rules. #905
- [PERF] Scrape: Reduce allocations when parsing histograms. #904
- [BUGFIX] TSDB: Fix goroutine leak on a corrupt head. #901
`

const read = (folder: string, path = 'CHANGELOG.md') => readFileSync(join(folder, path), 'utf8')

describe('notewright update with a configuration', () => {
  test('2, 32: adds the section in the form of the house, once', () => {
    const old = '# Changelog\n\n## 3.1.0 / 2025-12-01\n\n- [FEATURE] Old thing. #12\n'
    const path = buildClone(historyP, { 'notewright.yml': houseStyle, 'CHANGELOG.md': old })
    const args = ['update', '--version', '3.2.0', '--date', '2026-03-08', '--quiet']
    const shown = runIn(path, [...args, '--dry-run'])
    expect(shown.out).toContain('+## 3.2.0 / 2026-03-08\n')
    expect(read(path)).toBe(old)
    expect(runIn(path, args)).toMatchObject({ status: 0 })
    const updated = old.replace('## 3.1.0', () => `${sectionP}\n## 3.1.0`)
    expect(read(path)).toBe(updated)
    expect(runIn(path, args)).toMatchObject({ status: 0 })
    expect(read(path)).toBe(updated)
  })

  test('a new file begins without a claim of another format', () => {
    const path = buildClone(historyP, { 'notewright.yml': houseStyle })
    runIn(path, ['update', '--version', '3.2.0', '--date', '2026-03-08', '--quiet'])
    expect(read(path)).toBe(
      `# Changelog\n\nAll notable changes to this project will be documented in this file.\n\n${sectionP}`,
    )
  })

  test('configured titles and tickets are in the configured file', () => {
    const config = `
changelog: docs/CHANGES.md
categories: [{title: New things, types: feat}, {title: Additions, types: perf}, {title: Repairs, types: fix}]
tickets: [{prefix: SHOP-, url: "https://t.example/{number}"}]
entries: {links: references}
`
    const steps = [...historyW, 'fix: SHOP-12 round totals (#130)']
    const path = buildClone(steps, { 'notewright.yml': config, 'docs/CHANGES.md': '# Changes\n' })
    const args = ['update', '--from', 'v1.4.0', '--quiet']
    expect(runIn(path, args)).toMatchObject({ status: 0 })
    const text = read(path, 'docs/CHANGES.md')
    expect(text.match(/^###? .*$/gm)).toEqual([
      '## [Unreleased]',
      '### New things',
      '### Additions',
      '### Repairs',
      '### Other changes',
    ])
    expect(text).toContain('- Round totals ([#130], [SHOP-12])\n')
    expect(text).toContain('[SHOP-12]: https://t.example/12\n')
    runIn(path, args)
    expect(read(path, 'docs/CHANGES.md')).toBe(text)
  })

  test('without a configuration the file decides', () => {
    const old = '# Changes\n\n## v1.4.0\n\n### Features\n\n* Old thing (#1)\n'
    const path = buildClone(historyW, { 'CHANGELOG.md': old })
    runIn(path, ['update', '--to', 'v1.5.0', '--quiet'])
    expect(read(path)).toContain('## v1.5.0\n')
  })
})
