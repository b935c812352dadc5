import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { describe, expect, test } from 'vitest'
import { makeFolder } from './build-repository.ts'
import { importRules } from './import-rules.ts'
import { measureFunctions } from './measure-code.ts'

const root = join(import.meta.dirname, '..')

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('web/dist/'))
}

const sources = sourcesIn('src')
const editor = sourcesIn('web')

async function breachesIn(
  folder: string,
  folders = ['src', 'web'],
): Promise<{ seen: string[]; breaches: string[] }> {
  const { options, ...ruleSet } = importRules
  const cruised = await cruise(folders, {
    ...options,
    baseDir: folder,
    ruleSet,
    validate: true,
  } as Parameters<typeof cruise>[1])
  const output = cruised.output as ICruiseResult
  return {
    seen: output.modules
      .map((each) => each.source)
      .filter((path) => /^(?:src|web)\//.test(path) && !path.endsWith('.css')),
    breaches: output.summary.violations.map((each) => `${each.rule.name}: ${each.from} → ${each.to}`),
  }
}

describe('who imports whom', () => {
  test('every module is seen and none breaks a rule', async () => {
    const { seen, breaches } = await breachesIn(root)
    expect(seen.sort()).toEqual([...sources, ...editor].sort())
    expect(breaches).toEqual([])
  })

  test.each([
    ['src/curate/a.ts', "import '../render/b.ts'", 'curate-imports-only-itself-and-the-ground-floor'],
    ['src/surface/a.ts', "import '../curate/b.ts'", 'a-surface-asks-generate-and-never-a-step-or-a-host'],
    ['src/surface/a.ts', "import '../hosts/b.ts'", 'a-surface-asks-generate-and-never-a-step-or-a-host'],
    ['src/types/a.ts', "import '../curate/b.ts'", 'the-ground-floor-imports-nothing-above-it'],
    ['src/hosts/a.ts', "import '../history/b.ts'", 'hosts-import-only-the-ground-floor-and-the-door-out'],
    ['src/state/a.ts', "import '../surface/b.ts'", 'state-imports-only-the-ground-floor'],
    ['src/history/a.ts', "import '../config.ts'", 'only-the-world-and-surfaces-know-the-configuration'],
    ['src/history/a.ts', "import '../generate.ts'", 'generate-is-imported-by-surfaces-only'],
    ['src/surface/a.ts', "import 'node:child_process'", 'one-door-to-other-processes'],
    ['src/render/a.ts', "import 'node:fs'", 'pure-steps-use-no-machine'],
    ['web/desk/a.ts', "import '../../src/write/b.ts'", 'the-editor-knows-the-pure-steps-and-nothing-else'],
    ['web/desk/a.tsx', "import '../../src/generate.ts'", 'the-editor-knows-the-pure-steps-and-nothing-else'],
    ['web/desk/a.ts', "import 'node:fs'", 'the-editor-uses-no-machine'],
    ['src/surface/a.ts', "import '../../web/b.ts'", 'the-service-does-not-know-the-editor'],
    ['src/verify/a.ts', "import './b.ts'", 'no-circle'],
    ['src/verify/a.ts', "import './index.ts'", 'no-index-and-no-utils'],
  ])('a breach in %s by "%s" is found', async (path, line, rule) => {
    const folder = makeFolder()
    const write = (file: string, text: string) => {
      mkdirSync(join(folder, file, '..'), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    const target = /'(\..*)'/.exec(line)?.[1]
    if (target !== undefined)
      write(join(path, '..', target), rule === 'no-circle' ? "import './a.ts'" : 'export {}')
    write(path, line)
    const { breaches } = await breachesIn(folder, [path.split('/', 1)[0]!])
    expect(breaches.join('\n')).toContain(rule)
  })
})

describe('one door each', () => {
  test.each([
    ['the environment', /process\.env\b/, ['src/config.ts']],
    ['the network', /\bfetch\(/, ['src/net/door.ts']],
    ['the end of the process', /process\.exit\b/, ['src/main.ts']],
    ['other processes', /child_process/, ['src/hosts/local/git-process.ts']],
  ])('%s', (_what, pattern, doors) => {
    const users = sources.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')))
    expect(users).toEqual(doors)
  })

  test.each([
    ['the network', /\bfetch\(|XMLHttpRequest|EventSource|WebSocket|sendBeacon/, ['web/service/ask.ts']],
    ['the browser’s store of drafts', /\bindexedDB\b/, ['web/keep/drafts.ts']],
    ['the tab’s own store', /\bsessionStorage\b|\blocalStorage\b/, ['web/keep/session.ts']],
    ['text that becomes HTML', /innerHTML|outerHTML|insertAdjacentHTML|document\.write/i, []],
  ])('of the editor: %s', (_what, pattern, doors) => {
    const users = editor.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')))
    expect(users).toEqual(doors)
  })

  test('the pure steps know no clock and no chance', () => {
    const pure = sources.filter((path) =>
      /^src\/(?:curate|write|verify|render|update)\/|inline-text/.test(path),
    )
    const users = pure.filter((path) =>
      /Date\.now|new Date\(\)|Math\.random|performance\./.test(readFileSync(join(root, path), 'utf8')),
    )
    expect(pure.length).toBeGreaterThan(20)
    expect(users).toEqual([])
  })
})

describe('the page that tells the story', () => {
  test('generate.ts stays on one page', () => {
    expect(readFileSync(join(root, 'src/generate.ts'), 'utf8').split('\n').length).toBeLessThanOrEqual(60)
  })

  test('Node is at least as new as the package asks', () => {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
    expect(major > 22 || (major === 22 && minor >= 19)).toBe(true)
  })
})

const mostLines = 60
const mostParameters = 3
const mostFileLines = 220

/** Functions with more parameters, and why. */
const moreParameters: Record<string, string> = {
  'src/render/markdown.ts printText': 'the printer of Markdown calls it so',
  'src/render/plain-lines.ts printList': 'the printer of Markdown calls it so',
  'src/render/plain-lines.ts printDefinition': 'the printer of Markdown calls it so',
}

describe('what one can keep in mind', () => {
  const functions = [...sources, ...editor].flatMap((path) =>
    measureFunctions(path, readFileSync(join(root, path), 'utf8')).map((each) => ({ ...each, path })),
  )

  test('no function is longer than a page', () => {
    const long = functions.filter(({ lines }) => lines > mostLines)
    expect(functions.length).toBeGreaterThan(1000)
    expect(long.map(({ path, name, lines }) => `${path} ${name} has ${lines} lines`)).toEqual([])
  })

  test('what is more than three parameters is an object', () => {
    const many = functions.filter(({ parameters }) => parameters > mostParameters)
    expect(many.map(({ path, name }) => `${path} ${name}`)).toEqual(Object.keys(moreParameters))
  })

  test('no file is long but for those that say why', () => {
    const long = [...sources, ...editor].filter((path) => {
      const lines = readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length
      return lines > mostFileLines
    })
    expect(long).toEqual([])
  })

  test('functions are found wherever they stand', () => {
    const text = [
      'export const one = (a: number, { b, c }: { b: number; c: number }) => a + b + c',
      'class Two {',
      '  #three = 1',
      '  four(a: string): string {',
      '    return [a].map((each) => each + this.#three).join()',
      '  }',
      '}',
      'export default { async *five() {} }',
    ].join('\n')
    expect(measureFunctions('sample.ts', text)).toEqual([
      { name: 'one', lines: 1, parameters: 2 },
      { name: 'four', lines: 3, parameters: 1 },
      { name: 'a function in line 5', lines: 1, parameters: 1 },
      { name: 'five', lines: 1, parameters: 0 },
    ])
  })
})
