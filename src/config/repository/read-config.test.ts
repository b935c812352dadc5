import { describe, expect, test } from 'vitest'
import { formatFault } from '../../text/format-fault.ts'
import { type ConfigReading, readConfig } from './read-config.ts'

const path = 'notewright.yml'

function errorsOf(text: string, name = path): string[] {
  return linesOf(readConfig(text, name).errors, name)
}

function linesOf(remarks: ConfigReading['errors'], name = path): string[] {
  return remarks.map((each) => formatFault({ ...each, pointer: name + each.pointer }))
}

describe('a valid file', () => {
  test.each(['', '# nothing yet\n', '{}', '---\n', 'x-owner: ada\n$schema: ./schema.json\n'])(
    '%j is an empty configuration',
    (text) => {
      expect(readConfig(text, path)).toEqual({ config: {}, errors: [], hints: [] })
    },
  )

  test('single values are lists, and shortcuts are expanded', () => {
    const { config } = readConfig(
      'tags: v{version}\nchangelog: docs/CHANGES.md\nentries: {references: none}\ncategories: [{title: A, types: feat}]\n',
      path,
    )
    expect(config).toEqual({
      tags: { pattern: ['v{version}'] },
      changelog: { file: 'docs/CHANGES.md' },
      entries: { references: [] },
      categories: [{ title: 'A', types: ['feat'] }],
    })
  })

  test('is also JSON', () => {
    expect(readConfig('{"learn": false}', 'notewright.json').config).toEqual({ learn: false })
    expect(errorsOf('{"learn": false,}', 'notewright.json')).toEqual([
      'notewright.json:1:17: is not strict JSON',
    ])
  })
})

describe('errors', () => {
  test('are all listed in the order of the file', () => {
    expect(errorsOf('categories:\n  - tittle: A\n    types: feat\nzero: 1\n')).toEqual([
      'notewright.yml:2:5: categories[0].tittle: is not a known key; did you mean "title"?',
      'notewright.yml:2:5: categories[0].title: is required',
      'notewright.yml:4:1: zero: is not a known key',
    ])
  })

  test.each([
    ['- a', ['1:1: must be a mapping of keys']],
    ['learn: true\nlearn: false\n', ['2:1: learn: is a duplicate key']],
    [
      'other: &x Misc\nchangelog: *x\n',
      ['1:11: other: must not have an anchor', '2:12: changelog: must not be an alias'],
    ],
    ['other: !!str Misc', ['1:14: other: must not have a tag']],
    ['<<: {learn: true}', ['1:1: ["<<"]: is a merge key']],
    ['learn: true\n---\nlearn: false\n', ['2:1: has a second document']],
    ['learn: [', ['1:9: is not valid YAML']],
    ['[[[[[[[[[[[[[]]]]]]]]]]]]]', ['1:13: is nested deeper than 12 levels']],
    ['other: "a\u200bb"', ['1:8: other: contains the invisible character U+200B']],
    ['other: "a\\u202Eb"', ['1:8: other: contains the invisible character U+202E']],
    ['other: "a\\nb"', ['1:8: other: must be one line']],
    ['other:', ['1:7: other: has no value']],
    ['other: 5', ['1:8: other: must be a string; put it in quotes: "5"']],
    ['versioning: {initial: 1.10}', ['1:23: versioning.initial: must be a string; put it in quotes: "1.10"']],
    ['tags: v1', ['1:7: tags: must contain {version} exactly once']],
    ['tags: "{name}@{version}"', ['1:7: tags: {name} is not a placeholder']],
    ['changelog: /etc/passwd', ['1:12: changelog: must be a path inside the repository']],
    ['changelog: ../CHANGES.md', ['1:12: changelog: must be a path inside the repository']],
    ['shared: [.git/hooks]', ['1:10: shared[0]: must not lead into .git']],
    ['format: mial\nformats: {mail: {}}', ['1:9: format: is not a format; did you mean "mail"?']],
    ['formats: {simple: {base: simple}}', ['1:20: formats.simple.base: simple is a built-in format']],
    ['formats: {Mail: {}}', ['1:11: formats.Mail: must begin with a small letter']],
    ['categories: [{title: A}]', ['1:14: categories[0]: names no labels, types, verbs or kinds']],
    [
      'categories: [{title: A, types: feat}, {title: A, types: fix}]',
      ['1:47: categories[1].title: is the title of another category'],
    ],
    ['rules: [{when: {type: feat}}]', ['1:9: rules[0]: has no effect']],
    ['rules: [{when: {type: feat}, exclude: true, include: true}]', ['1:9: rules[0]: must not have both']],
    ['rules: [{when: {type: feat}, exclude: false}]', ['1:39: rules[0].exclude: must be true or a reason']],
    [
      'rules: [{when: {type: feat}, category: Addad}]',
      ['1:40: rules[0].category: is not the title of a category; did you mean "Added"?'],
    ],
    ['rules: [{exclude: true}]', ['1:9: rules[0].when: is required']],
    ['rules: [{when: {kind: feature}, exclude: true}]', ['1:23: rules[0].when.kind: must be one of "added"']],
    [
      'tickets: [{prefix: SHOP-, url: "http://t.example/{number}"}]',
      ['1:32: tickets[0].url: must be an https: URL'],
    ],
    [
      'tickets: [{prefix: SHOP-, url: "https://{number}.example/"}]',
      ['1:32: tickets[0].url: must have {number} after its host'],
    ],
    ['entries: {references: [pull-requests, issues]}', ['1:39: entries.references[1]: must be one of']],
    ['entries: {headings: "yes"}', ['1:21: entries.headings: must be true or false']],
    [
      'entries: {line: "{title}"}',
      ['1:17: entries.line: {title} is not a placeholder', '1:17: entries.line: must contain {text}'],
    ],
    [
      'entries: {line: "{text authors}"}',
      ['1:17: entries.line: {text authors} must contain exactly one name'],
    ],
    [
      'packages: [{name: a, path: a}, {name: a, path: b}]',
      ['1:39: packages[1].name: is the name of another'],
    ],
  ])('%j', (text, expected) => {
    expect(errorsOf(text)).toEqual(expected.map((line) => expect.stringContaining(`${path}:${line}`)))
  })

  test('a file may have 64 KiB', () => {
    expect(errorsOf(`other: ${'a'.repeat(60)}\n#${'x'.repeat(65_536 - 69)}`)).toEqual([])
    expect(errorsOf('#'.repeat(65_537))).toEqual([expect.stringContaining('is larger than 64 KiB')])
  })

  test('a file may have 500 packages, each with two paths', () => {
    const packages = (count: number, paths: string) =>
      `packages:\n${Array.from({ length: count }, (_, n) => `  - {name: p${n}, path: ${paths}}\n`).join('')}`
    expect(errorsOf(packages(500, '[a/b, c]'))).toEqual([])
    expect(errorsOf(packages(501, 'a'))).toEqual([expect.stringContaining('at most 500')])
    expect(errorsOf(packages(500, '[a, b, c]'))).toEqual([
      expect.stringContaining('1,500 paths of packages; a file may have 1,000'),
    ])
  })

  test('a file may have 1,000 patterns, 200 of them for paths', () => {
    const rules = (key: string, count: number) =>
      `{when: {${key}: [${Array.from({ length: count }, (_, n) => `a${n}`)}]}, exclude: true}`
    expect(errorsOf(`rules: [${rules('path', 100)}, ${rules('path', 100)}]`)).toEqual([])
    expect(errorsOf(`rules: [${[1, 2, 3].map(() => rules('path', 67))}]`)).toEqual([
      expect.stringContaining('201 patterns for paths'),
    ])
    expect(errorsOf(`rules: [${rules('label', 101)}]`)).toEqual([expect.stringContaining('at most 100')])
  })

  test('the first 200 are listed', () => {
    expect(errorsOf(Array.from({ length: 300 }, (_, n) => `k${n}: 1`).join('\n'))).toHaveLength(200)
  })
})

describe('hints', () => {
  test.each(['"^feat"', '"fix.*"', '"\\\\d+"', 'done$'])('%s looks like a regular expression', (pattern) => {
    const { config, hints } = readConfig(`rules: [{when: {title: ${pattern}}, exclude: true}]`, path)
    expect(config).not.toBeNull()
    expect(linesOf(hints)).toEqual([
      expect.stringContaining('1:24: rules[0].when.title: looks like a regular expression'),
    ])
  })

  test('ordinary patterns and paths cause none', () => {
    const text =
      'rules: [{when: {author: "*[bot]", path: [.github/**, "**/.*", "*.md"], label: "type: (a)"}, exclude: true}]'
    expect(readConfig(text, path).hints).toEqual([])
  })
})
