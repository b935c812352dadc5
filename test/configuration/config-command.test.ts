import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { localFolder, openService, token } from '../http/service.ts'
import { makeFolder, type Step } from '../support/build-repository.ts'
import { main, minimalEnv } from '../support/main-program.ts'
import { tryProgram } from '../support/run-program.ts'
import { buildClone, historyW, runIn } from './histories.ts'

/** Runs `notewright config` in a new folder with the given files. */
function runConfig(args: string[], files: Record<string, string>) {
  const cwd = makeFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(cwd, dirname(path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  const { status, stdout, stderr } = tryProgram(process.execPath, [main, 'config', ...args], {
    cwd,
    env: minimalEnv,
  })
  return { status, out: Buffer.from(stdout).toString(), errors: Buffer.from(stderr).toString() }
}

const misspelt = 'categories:\n  - tittle: A\n    types: feat\nzero: 1\n'

describe('notewright config check', () => {
  test('3: lists all errors with line and column', () => {
    const { status, out, errors } = runConfig(['check'], { 'notewright.yml': misspelt })
    expect(status).toBe(2)
    expect(out).toBe('')
    expect(errors.split('\n').slice(1)).toEqual([
      'notewright.yml:2:5: categories[0].tittle: is not a known key; did you mean "title"?',
      'notewright.yml:2:5: categories[0].title: is required',
      'notewright.yml:4:1: zero: is not a known key',
      '',
    ])
  })

  test.each([
    [
      '4: an anchor and an alias',
      'other: &x Misc\nchangelog: *x\n',
      [/yml:1:\d+: .*anchor/, /yml:2:\d+: .*alias/],
    ],
    ['4: a duplicate key', 'learn: true\nlearn: false\n', [/yml:2:1: learn: is a duplicate key/]],
    ['4: a list', '- a', [/yml:1:1: must be a mapping/]],
    ['4: 65,537 bytes', '#'.repeat(65_537), [/64 KiB/]],
    [
      '11: no {text}',
      'entries: {line: "{title}"}',
      [/\{title\} is not a placeholder/, /must contain \{text\}/],
    ],
    ['11: two names', 'entries: {line: "{text authors}"}', [/exactly one name/]],
    ['14: a tag without {version}', 'tags: v1', [/\{version\} exactly once/]],
    ['14: a version that is a number', 'versioning: {initial: 1.10}', [/put it in quotes: "1.10"/]],
    ['30: a ticket over http', 'tickets: [{prefix: SHOP-, url: "http://t.example/{number}"}]', [/https:/]],
  ])('%s', (_name, text, expected) => {
    const { status, errors } = runConfig(['check'], { 'notewright.yml': text })
    expect(status).toBe(2)
    const lines = errors.trimEnd().split('\n').slice(1)
    expect(lines).toEqual(expected.map((each) => expect.stringMatching(each)))
  })

  test('13: a pattern that looks like a regular expression is a hint', () => {
    const text = 'rules: [{when: {title: "^feat"}, exclude: true}]'
    const { status, out } = runConfig(['check'], { 'notewright.yml': text })
    expect(status).toBe(0)
    expect(out).toMatch(/^notewright\.yml is valid\.\nhint: notewright\.yml:1:24: .*regular expression.*\n$/)
  })

  test('a file can be named, and JSON is printed', () => {
    const { status, out } = runConfig(['check', 'other.yml', '--json'], { 'other.yml': misspelt })
    expect(status).toBe(2)
    expect(JSON.parse(out)).toMatchObject({ path: 'other.yml', valid: false, errors: [{ line: 2 }, {}, {}] })
  })

  test('rules and tags that match nothing are hints', () => {
    const rules =
      'tags: {ignore: [v0.*, v1.4.*]}\nrules: [{when: {type: feat}, exclude: true}, {when: {scope: nothing}, exclude: true}]\n'
    const path = buildClone([...historyW, 'feat: add search'], { 'notewright.yml': rules })
    expect(runIn(path, ['config', 'check'])).toMatchObject({
      status: 0,
      out: 'notewright.yml is valid.\nhint: notewright.yml: tags.ignore[0] fits no tag.\nhint: notewright.yml: rules[1] matches nothing since the last release.\n',
    })
  })

  test('packages without files, tags that fit nothing and rules of packages are hints', () => {
    const config = `
rules: [{when: {scope: cli}, scope: CLI}, {when: {scope: nothing}, exclude: true}]
packages:
  - {name: core, path: packages/core, rules: [{when: {scope: core}, scope: Core}, {when: {type: perf}, exclude: true}]}
  - {name: cli, path: packages/cli, tags: {pattern: "tool-{version}", ignore: old-*}}
  - {name: web, path: packages/web}
`
    const steps: Step[] = [
      { commit: 'Start', files: ['packages/core/a.ts', 'packages/cli/a.ts'] },
      { tag: 'core@1.0.0' },
      { commit: 'feat(core): cache (#1)', files: ['packages/core/b.ts'] },
      { commit: 'feat(cli): colour (#2)', files: ['packages/cli/b.ts'] },
    ]
    const path = buildClone(steps, { 'notewright.yml': config })
    const hints = (args: string[]) =>
      runIn(path, ['config', 'check', ...args])
        .out.split('\n')
        .filter((line) => line.startsWith('hint: '))
        .map((line) => line.slice('hint: notewright.yml: '.length))
    const ofCore = 'packages[0].rules[1] matches nothing since the last release.'
    expect(hints([])).toEqual([
      'packages[2].path: the package web has no files at HEAD.',
      'packages[1].tags.pattern fits no tag.',
      'packages[1].tags.ignore[0] fits no tag.',
      'packages[2].tags: web@{version} fits no tag.',
      ofCore,
      'rules[1] matches nothing since the last release.',
    ])
    expect(hints(['--package', 'core'])).toContain(ofCore)
    expect(runIn(path, ['config', 'check', '--package', 'cor'])).toMatchObject({ status: 2 })
  })

  test('other files are hints, and no file is an error', () => {
    const { out } = runConfig(['check'], { 'notewright.yml': '', '.github/notewright.yml': '' })
    expect(out).toContain('.github/notewright.yml is ignored, because notewright.yml exists.')
    const missing = runConfig(['check'], {})
    expect(missing.status).toBe(2)
    expect(missing.errors).toContain('no configuration file')
  })
})

describe('notewright config show', () => {
  test('prints each value with its origin', () => {
    const { status, out } = runConfig(['show'], {
      'notewright.yml': 'learn: false\nentries: {fullStop: true}\n',
    })
    expect(status).toBe(0)
    expect(out).toContain('learn: false # notewright.yml\n')
    expect(out).toContain('format: keepachangelog # default\n')
    expect(out).toContain('  fullStop: true # notewright.yml\n  order: importance # default\n')
    const shown = runConfig(['show', '--json'], {
      'notewright.yml': 'learn: false\nentries: {fullStop: true}\n',
    })
    expect(JSON.parse(shown.out)).toEqual(parse(out))
  })
})

test('notewright config schema prints the published schema', () => {
  const published = readFileSync(join(import.meta.dirname, '../../schema/notewright.json'), 'utf8')
  expect(runConfig(['schema'], {}).out).toBe(published)
})

describe('over HTTP', () => {
  test('3: POST /api/v1/config checks a text', async () => {
    const { app } = await openService([localFolder(makeFolder())])
    const answered = await app.inject({
      method: 'POST',
      url: '/api/v1/config',
      headers: { authorization: `Bearer ${token}` },
      payload: { text: misspelt },
    })
    expect(answered.statusCode).toBe(200)
    expect(answered.json()).toMatchObject({ valid: false, effective: null, hints: [] })
    expect(answered.json().errors[0]).toEqual({
      pointer: 'notewright.yml#/categories/0/tittle',
      line: 2,
      column: 5,
      detail: 'is not a known key; did you mean "title"?',
    })
    await app.close()
  })

  test('GET /schema/notewright.json is the JSON Schema', async () => {
    const { app } = await openService([localFolder(makeFolder())])
    const answered = await app.inject({ url: '/schema/notewright.json' })
    expect(answered.json()).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' })
    await app.close()
  })
})
