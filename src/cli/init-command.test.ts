import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CliContext } from './cli-context.ts'
import { initCommand, withAgentsSection } from './init-command.ts'

const marker = '<!-- notewright:begin -->'

test('an empty file gets only the section', () => {
  expect(withAgentsSection('')).toMatch(
    /^<!-- notewright:begin -->\n## Release notes\n[\s\S]+<!-- notewright:end -->\n$/,
  )
})

test('existing text is kept above and below', () => {
  const written = withAgentsSection('# Agents\n\nBe kind.')
  const moved = `${written}\n## After\n`
  expect(written).toMatch(/^# Agents\n\nBe kind\.\n\n<!-- notewright:begin -->/)
  expect(withAgentsSection(moved)).toBe(moved)
})

test('an older section is replaced in place', () => {
  const old = `# Agents\n\n${marker}\nOld text\n<!-- notewright:end -->\n\n## After\n`
  const written = withAgentsSection(old)
  expect(written).not.toContain('Old text')
  expect(written).toMatch(
    /^# Agents\n\n<!-- notewright:begin -->[\s\S]+<!-- notewright:end -->\n\n## After\n$/,
  )
})

test('the section uses the line endings of the file', () => {
  expect(withAgentsSection('# Agents\r\n').replaceAll('\r\n', '')).not.toContain('\n')
})

test('a second run changes nothing, and no existing text is lost', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', marker, '<!-- notewright:end -->', ' ') }),
      (text) => {
        const once = withAgentsSection(text)
        expect(withAgentsSection(once)).toBe(once)
        if (!text.includes(marker)) expect(once.startsWith(text)).toBe(true)
      },
    ),
  )
})

/** Runs the command in a folder of the given files, with the answers of a person. */
async function answer(lines: string[], files: Record<string, string>, flags: string[] = []) {
  const written: Record<string, string> = {}
  const shown: string[] = []
  const input = new PassThrough()
  input.end(lines.map((line) => `${line}\n`).join(''))
  const context = {
    canAsk: true,
    openStdio: () => ({ input, output: new PassThrough() }),
    signal: new AbortController().signal,
    print: () => {},
    printError: (text: string) => shown.push(text),
    openClone: async () => null,
    resolvePath: async (path: string) => (path === '.' ? '/r' : path in files ? `/r/${path}` : null),
    readFile: async (path: string) => (path in files ? Buffer.from(files[path]!) : null),
    listFolder: async () => Object.keys(files).map((name) => ({ name, isFile: true, isFolder: false })),
    openTextFile: async (path: string) => ({
      path,
      pathInTree: path,
      bytes: path in files ? Buffer.from(files[path]!) : null,
      replace: async (text: string) => {
        written[path] = text
      },
    }),
  } satisfies Partial<CliContext> as unknown as CliContext
  await initCommand(new Map(flags.map((flag) => [flag, true])), context)
  return { written, shown }
}

describe('questions', () => {
  const files = { 'cliff.toml': '[git]\ncommit_parsers = [{ message = "^feat", group = "New" }]\n' }

  test('five questions, each with what was found as the default', async () => {
    const { written, shown } = await answer(['', '', '', '', ''], files)
    expect(shown.map((text) => text.replace(/^.*(\[.*\]) $/s, '$1'))).toEqual([
      '[any version]',
      '[found]',
      '[none]',
      '[semver]',
      '[yes]',
    ])
    expect(written['notewright.yml']).toContain('  - {title: New, types: feat}\n')
    expect(written['AGENTS.md']).toContain(marker)
  })

  test('other answers are used', async () => {
    const { written } = await answer(['v{version}, {version}', 'conv', 'none', 'calver', 'n'], files)
    expect(written['notewright.yml']?.replace(/^(?:#.*)?\n/gm, '')).toBe(`tags: ["v{version}", "{version}"]
categories:
  - {title: Breaking changes, kinds: breaking}
  - {title: Features, types: feat}
  - {title: Bug fixes, types: fix}
  - {title: Performance, types: perf}
versioning: {scheme: calver}
`)
    expect(written['AGENTS.md']).toBeUndefined()
  })

  test('an invalid answer is explained', async () => {
    const { shown } = await answer(['v1', '', 'other', '', 'core', 'none', 'x', '', ''], files)
    expect(shown.filter((text) => text.startsWith('  '))).toEqual([
      '  A pattern must contain {version} exactly once, as in v{version}.\n',
      '  Answer with one of found, standard, conventional.\n',
      '  There is no package core. Answer with none.\n',
      '  Answer with one of semver, calver, none.\n',
    ])
  })

  test('with a configuration only the section for agents is in question', async () => {
    const { written, shown } = await answer([''], { 'notewright.yml': '{}' })
    expect(shown).toHaveLength(1)
    expect(Object.keys(written)).toEqual(['AGENTS.md'])
  })

  test('--yes asks nothing', async () => {
    expect((await answer([], files, ['yes'])).shown).toEqual([])
  })

  test('nothing is written if the answers end early', async () => {
    await expect(answer(['', ''], files)).rejects.toThrow('nothing was written')
  })
})
