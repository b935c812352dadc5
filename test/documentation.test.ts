import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../src/library.ts'
import { buildRepository, git, makeFolder, type Step } from './support/build-repository.ts'
import { type Block, markdownBlocks } from './support/documentation.ts'
import { main, minimalEnv } from './support/main-program.ts'
import { runProgram, tryProgram } from './support/run-program.ts'

/**
 * Runs or checks every code block of the documentation. The first word after the language says how: `illustration` is
 * not run, `service` and `gateway` are run by test/package/package.test.ts, `packages` and `mail` are run with the YAML
 * block before them as the configuration, and a block without such a word is run in a sample clone.
 */
const history: Step[] = [
  'Start',
  { tag: 'v1.4.0' },
  {
    commit: 'feat(api): add cursor pagination to /orders (#118)',
    files: ['packages/core/a.ts', 'src/api/a.ts'],
  },
  'docs: explain retries (#120)',
  'fix: crash when the config file is empty (#121)',
  { tag: 'v1.5.0' },
  { commit: 'feat: add export (#130)', files: ['packages/core/b.ts', 'src/api/b.ts'] },
]
const sample = buildRepository(history)
git(sample, ['checkout', '--quiet', 'main'])

const bin = makeFolder()
const wrapper = `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`
writeFileSync(join(bin, 'notewright'), wrapper, { mode: 0o755 })
const env = { ...minimalEnv, PATH: `${bin}:${process.env.PATH}`, HOME: bin, GIT_CONFIG_GLOBAL: '/dev/null' }

const known = new Set(['illustration', 'service', 'gateway', 'packages', 'mail', 'notewright.yml'])
const title = ({ page, line }: Block) => `${page}:${line}`
const listed = (language: string) =>
  markdownBlocks(language).map((block): [string, Block] => [title(block), block])

test('the words after a language are known', () => {
  const blocks = ['sh', 'json', 'yaml', 'ts', 'toml', 'markdown', 'groovy', ''].flatMap((each) =>
    markdownBlocks(each),
  )
  expect(blocks.filter(({ words }) => words.some((word) => !known.has(word))).map(title)).toEqual([])
})

describe('shell', () => {
  const blocks = listed('sh').filter(
    ([, { page, words, body }]) =>
      page !== 'README.md' &&
      !['illustration', 'service', 'gateway'].some((word) => words.includes(word)) &&
      // The test suite itself.
      !body.startsWith('npm ci'),
  )

  test('there are examples', () => {
    expect(blocks.length).toBeGreaterThan(20)
  })

  /** Commands that have run already and change nothing. */
  const done = new Set<string>()

  test.each(blocks)('%s', (_title, { page, line, words, body }) => {
    const lines = linesOf(body).map((each) =>
      each.replace(/npx (?:--yes )?notewright(?:@[\d.]+)?/g, 'notewright'),
    )
    const isReading =
      words.length === 0 && lines.every((each) => /^notewright (?:generate|next-version) /.test(`${each} `))
    const folder = isReading ? sample : join(makeFolder(), 'widget')
    if (!isReading) runProgram('git', ['clone', '--quiet', sample, folder])
    const config =
      markdownBlocks('yaml', page).findLast((block) => block.line < line)?.body ?? 'format: simple\n'
    if (words.length > 0 || body.includes('config check'))
      writeFileSync(join(folder, 'notewright.yml'), config)
    for (const script of lines) {
      if (isReading && done.has(script)) continue
      done.add(script)
      // No host is called here; package.test.ts publishes to a stand-in.
      const isRemote = / --repo | doctor| release/.test(script) && script.startsWith('notewright ')
      const variables = { ...env, TAG: 'v1.5.0' }
      const { status, stderr } = tryProgram('sh', ['-c', isRemote ? helpOf(script) : script], {
        cwd: folder,
        env: variables,
      })
      const allowed = script.endsWith('--check') ? [0, 6] : [0]
      expect(allowed, `${script}\n${Buffer.from(stderr)}`).toContain(status)
    }
  })
})

/** The commands of a block; one that uses a variable of its own is a script as a whole. */
function linesOf(body: string): string[] {
  if (/^\w+=/m.test(body)) return [`set -e\n${body}`]
  return body
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
}

/** The same command and flags with --help, which fails if the command does not exist. */
function helpOf(script: string): string {
  const [command = '', ...flags] = script.match(/notewright (\S+)|--[a-z-]+/g) ?? []
  return [`${command} --help > help.txt`, ...flags.map((flag) => `grep -qe '${flag}\\b' help.txt`)].join(
    ' && ',
  )
}

describe('JSON', () => {
  test.each(listed('json').filter(([, { words }]) => !words.includes('illustration')))(
    '%s',
    (_title, { body }) => {
      expect(() => JSON.parse(body)).not.toThrow()
    },
  )
})

describe('YAML', () => {
  test.each(listed('yaml'))('%s', async (_title, { body }) => {
    const value = parse(body) as Record<string, unknown>
    expect(value).toBeTypeOf('object')
    const isPipeline = ['on', 'include', 'pipelines', 'jobs', 'notes'].some((key) => key in value)
    if (isPipeline) return
    const { errors } = await readConfig(body, 'notewright.yml')
    expect(errors).toEqual([])
  })
})

test('the picture of the README exists', () => {
  expect(existsSync(join(import.meta.dirname, '../docs/images/editor.webp'))).toBe(true)
})
