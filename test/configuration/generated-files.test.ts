import { createHash } from 'node:crypto'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { readRepositoryConfig } from '../../src/app/read-repository-config.ts'
import type { Commit } from '../../src/core/commit.ts'
import type { Host } from '../../src/core/host.ts'
import type { Repository } from '../../src/core/repository.ts'
import { ask, localFolder, openService } from '../http/service.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'

type Value = Record<string, unknown>

/** A file, and whether it certainly has an error. */
interface GeneratedFile {
  text: string
  path: string
  isBroken: boolean
}

const template = '{% for e in entries %}\n- {{ e.line }}\n{% endfor %}\n'

/** Valid files that have every key. */
const validFiles: Value[] = [
  {
    tags: 'v{version}',
    scopes: { show: 'prefix', names: { auth: 'Sign-in', 'internal-*': null } },
    categories: [
      { title: 'Breaking changes', kinds: 'breaking' },
      { title: 'Features', types: ['feat'], labels: ['enhancement', 'type: *'], collapse: 3 },
      { title: 'Speed', verbs: ['reduce'], types: 'perf' },
    ],
    other: 'Misc',
    rules: [
      { when: { type: 'docs', path: 'docs/**' }, unless: { label: 'show' }, exclude: 'not for users' },
      { when: { scope: ['ui'], kind: 'added' }, category: 'Speed', scope: 'UI', bump: 'minor' },
      { when: { author: '*[bot]', words: ['wip'], commit: '4ce7e27' }, include: true },
    ],
    tickets: [{ prefix: 'SHOP-', url: 'https://t.example/SHOP-{number}' }],
    contributors: { show: 'all', exclude: 'acme-ci' },
  },
  {
    format: 'simple',
    learn: false,
    guidance: { audience: 'developers', instructions: 'Say backend.', language: 'en', summary: false },
    formats: {
      mail: { base: 'simple', template, title: false },
      keepachangelog: { header: 'Install {version}', bullet: '*', heading: '{version}{ / date}' },
    },
    entries: { line: '{text}{ (references)}', order: 'scope', references: 'commits', links: 'inline' },
  },
  {
    tags: { pattern: ['v{version}', 'rel-{version}'], ignore: 'v0.*', prereleases: 'separate' },
    changelog: { file: 'docs/CHANGES.md', heading: '{version}' },
    versioning: { scheme: 'semver', initial: '1.0.0', zero: 'shift', bump: { dependencies: 'patch' } },
    shared: 'tsconfig.base.json',
    packages: [
      { name: 'core', path: 'packages/core', ignore: 'packages/core/bench' },
      { name: 'cli', path: ['packages/cli'], tags: '{name}-v{version}', versioning: { channel: 'rc' } },
    ],
  },
]

/** The places of a value, as paths. */
function listPlaces(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const below = Object.entries(value).flatMap(([key, each]) =>
    listPlaces(each, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return path.length === 0 ? below : [path, ...below]
}

function replaceAt(value: unknown, [key, ...rest]: (string | number)[], change: (old: unknown) => unknown) {
  if (key === undefined) return change(value)
  const copy: Value = Array.isArray(value) ? ([...value] as unknown as Value) : { ...(value as Value) }
  copy[key] = replaceAt(copy[key], rest, change)
  return copy
}

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })

/** Values that are wrong at every place of a file. */
const wrongValues: unknown[] = [
  { nope: 1 },
  [[[]]],
  -1.5,
  'a\u0000b',
  'a\u202eb',
  'a\u200bb',
  nested(20),
  { __proto__x: { polluted: true } },
  Array.from({ length: 600 }, () => ({})),
]

/** Values that are wrong at most places. */
const oddValues: unknown[] = [
  null,
  true,
  0,
  '',
  '../../etc/passwd',
  '/etc/passwd',
  '.git/hooks/post-commit',
  '{version}{version}',
  '{text authors}',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '*a'.repeat(99),
  'x'.repeat(5000),
  Array.from({ length: 2000 }, (_, index) => `p${index}`),
]

/** Templates that are rejected, or that take too long. */
const hostileTemplates = [
  '{% include "x" %}',
  '{% capture a %}{% endcapture %}',
  '{{ "a" | raw }}',
  '{% for i in (1..9) %}{% endfor %}',
  '{{ relase.version }}',
  '{% for',
]

type Change = (value: Value, at: number) => { value: Value; isBroken: boolean }

const place = (value: Value, at: number) => {
  const places = listPlaces(value)
  return places[at % places.length]!
}

const changes = fc.oneof(
  fc.constantFrom(...wrongValues).map(
    (wrong): Change =>
      (value, at) => ({ value: replaceAt(value, place(value, at), () => wrong) as Value, isBroken: true }),
  ),
  fc.constantFrom(...oddValues).map(
    (odd): Change =>
      (value, at) => ({ value: replaceAt(value, place(value, at), () => odd) as Value, isBroken: false }),
  ),
  fc.constantFrom('tittle', 'constructor', 'toString', '<<', 'a\u202e').map(
    (key): Change =>
      (value) => ({ value: { ...value, [key]: 1 }, isBroken: true }),
  ),
  fc.constantFrom(...hostileTemplates).map(
    (given): Change =>
      (value) => ({ value: { ...value, formats: { mail: { template: given } } }, isBroken: true }),
  ),
  fc.constant<Change>((value) => ({ value: { ...value, 'x-own': { any: [1] } }, isBroken: false })),
)

/** Changes of the text that YAML has and a configuration must not have. */
const textChanges = fc.constantFrom<[(text: string) => string, isBroken: boolean, isCut?: true]>(
  [(text) => text, false],
  [(text) => text, false],
  [(text) => `${text}x-a: &x Misc\nx-b: *x\n`, true],
  [(text) => `${text}__proto__: {polluted: true}\n`, true],
  [(text) => `${text}x-a: !!js/function "x"\n`, true],
  [(text) => `${text}x-a: 1\nx-a: 2\n`, true],
  [(text) => `${text}---\nlearn: true\n`, true],
  [(text) => `${text}x-a: ${'['.repeat(200)}\n`, true],
  [(text) => `${text}# ${'x'.repeat(65_536)}\n`, true],
  [(text) => text.slice(0, Math.floor(text.length / 2)), false, true],
)

const files: fc.Arbitrary<GeneratedFile> = fc
  .record({
    base: fc.constantFrom(...validFiles),
    steps: fc.array(fc.tuple(changes, fc.nat(200)), { maxLength: 3 }),
    textChange: textChanges,
    isJson: fc.boolean(),
  })
  .map(({ base, steps, textChange: [changeText, breaks, isCut], isJson }) => {
    let value = base
    let isBroken = false
    for (const [change, at] of steps) {
      const changed = change(value, at)
      // A later change can replace what an earlier one broke.
      isBroken = changed.isBroken
      value = changed.value
    }
    if (isJson) return { text: JSON.stringify(value, null, 1), path: 'notewright.json', isBroken }
    const text = changeText(stringify(value, { aliasDuplicateObjects: false }))
    return { text, path: 'notewright.yml', isBroken: breaks || (isBroken && !isCut) }
  })

/** The files of this test; the same in every run. */
const sampled = fc.sample(files, { numRuns: 500, seed: Number(process.env.FUZZ_SEED ?? 1) })

test('500 generated files are valid, or every error has a line and a column', async () => {
  let valid = 0
  for (const { text, path, isBroken } of sampled) {
    const { config, errors } = await readRepositoryConfig(text, path)
    const shown = text.slice(0, 2000)
    expect(config === null, shown).toBe(errors.length > 0)
    if (isBroken) expect(errors.length, shown).toBeGreaterThan(0)
    if (config !== null) valid += 1
    const lines = text.split('\n').length
    for (const { line, column, detail, pointer } of errors) {
      expect(line, shown).toBeGreaterThan(0)
      expect(line, shown).toBeLessThanOrEqual(lines)
      expect(column, shown).toBeGreaterThan(0)
      expect(pointer.startsWith('#'), shown).toBe(true)
      expect(detail.length, shown).toBeLessThan(1000)
    }
  }
  expect(valid).toBeGreaterThan(50)
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

describe('over HTTP', () => {
  const root = makeFolder()
  const given = { text: '', path: '' }
  let app: Awaited<ReturnType<typeof openService>>['app']
  beforeAll(async () => {
    const steps = ['Start', { tag: 'v1.0.0' }, 'feat(ui): add search (#1)', 'fix: crash (#2)']
    buildRepository(steps, { path: join(root, 'acme/widget') })
    app = (await openService([withConfigFile(localFolder(root), given)])).app
  })
  afterAll(() => app.close())

  test('no generated file is an internal error, and none is used in part', async () => {
    // Every second one, because each request reads the whole range.
    for (const [index, file] of sampled.filter((_, at) => at % 2 === 0).entries()) {
      Object.assign(given, file)
      // The commit is always the same, so that only another request is not answered from the cache.
      const range = { repoFullName: 'acme/widget', fromRef: 'v1.0.0', diffs: false }
      const response = await ask(app, { ...range, instructions: `Request ${index}` })
      const body = response.json()
      const shown = `${response.statusCode} ${body.detail ?? ''}\n${file.text.slice(0, 2000)}`
      const { errors } = await readRepositoryConfig(file.text, file.path)
      if (response.statusCode === 200) {
        expect(errors, shown).toEqual([])
        const digest = createHash('sha256').update(file.text).digest('hex')
        expect(body.config, shown).toMatchObject({ source: 'file', path: file.path, digest })
      } else if (errors.length > 0) {
        expect([response.statusCode, body.code], shown).toEqual([422, 'config_invalid'])
        expect(body.errors, shown).toHaveLength(errors.length)
        for (const { line, column } of body.errors)
          expect([line > 0, column > 0], shown).toEqual([true, true])
      } else {
        expect([response.statusCode, body.code], shown).toEqual([422, expect.any(String)])
      }
    }
  })
})

/** A host whose repository has a configuration file that the test chooses; everything else is read once. */
function withConfigFile(host: Host, file: { path: string; text: string }): Host {
  let opened: Promise<Repository> | null = null
  const known = new Map<string, Promise<unknown>>()
  const once = <Result>(key: string, read: () => Promise<Result>): Promise<Result> => {
    const found = known.get(key) ?? read()
    known.set(key, found)
    return found as Promise<Result>
  }
  return {
    ...host,
    open: async (access) => {
      opened ??= host.open({ ...access, signal: new AbortController().signal })
      const repository = await opened
      return {
        ...repository,
        resolveRefs: (...refs) => once(`refs ${refs.join()}`, () => repository.resolveRefs(...refs)),
        tags: () => once('tags', () => repository.tags()),
        commits: async function* (range, limit) {
          yield* await once(`commits ${JSON.stringify(range)}`, async () => {
            const commits: Commit[] = []
            for await (const commit of repository.commits(range, limit)) commits.push(commit)
            return commits
          })
        },
        details: async (commits, toSha) => ({
          ...(await once(`details ${commits.length} ${toSha}`, () => repository.details(commits, toSha))),
          configFiles: [{ path: file.path, text: file.text }],
        }),
      }
    },
  }
}
