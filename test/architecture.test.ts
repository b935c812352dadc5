import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { describe, expect, test } from 'vitest'
import { makeFolder } from './support/build-repository.ts'
import { importRules } from './support/import-rules.ts'

const root = join(import.meta.dirname, '..')

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('web/dist/'))
}

const sources = sourcesIn('src')
const editor = sourcesIn('web')

async function findViolations(
  folder: string,
  folders = ['src', 'web'],
): Promise<{ seen: string[]; violations: string[] }> {
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
    violations: output.summary.violations.map((each) => `${each.rule.name}: ${each.from} → ${each.to}`),
  }
}

describe('import rules', () => {
  test('every module is checked and none breaks a rule', async () => {
    const { seen, violations } = await findViolations(root)
    expect(seen.sort()).toEqual([...sources, ...editor].sort())
    expect(violations).toEqual([])
  })

  test.each([
    ['src/curate/a.ts', "import '../render/b.ts'", 'curate-imports-only-itself'],
    ['src/server/a.ts', "import '../curate/b.ts'", 'surfaces-import-app-and-api'],
    ['src/cli/a.ts', "import '../hosts/b.ts'", 'surfaces-import-app-and-api'],
    ['src/mcp/a.ts', "import '../bootstrap/b.ts'", 'only-the-process-entry-imports-bootstrap'],
    ['src/core/a.ts', "import '../curate/b.ts'", 'core-text-and-git-import-nothing-else'],
    ['src/hosts/a.ts', "import '../history/b.ts'", 'hosts-imports-only-itself-http-client'],
    ['src/state/a.ts', "import '../server/b.ts'", 'state-imports-only-itself-observability'],
    ['src/app/a.ts', "import '../hosts/b.ts'", 'app-imports-only-itself'],
    ['src/app/a.ts', "import '../config/environment.ts'", 'only-bootstrap-and-surfaces-read-the-environment'],
    ['src/server/a.ts', "import 'node:child_process'", 'only-the-local-host-starts-processes'],
    ['src/render/a.ts', "import 'node:fs'", 'pure-steps-use-no-node-modules'],
    [
      'web/notes/a.ts',
      "import '../../src/write/b.ts'",
      'the-editor-imports-only-core-text-git-and-the-pure-steps',
    ],
    [
      'web/notes/a.tsx',
      "import '../../src/app/generate.ts'",
      'the-editor-imports-only-core-text-git-and-the-pure-steps',
    ],
    ['web/notes/a.ts', "import 'node:fs'", 'the-editor-uses-no-node-modules'],
    ['src/server/a.ts', "import '../../web/b.ts'", 'src-does-not-import-the-editor'],
    ['src/verify/a.ts', "import './b.ts'", 'no-import-cycle'],
    ['src/verify/a.ts', "import './index.ts'", 'no-index-and-no-utils'],
  ])('the rules reject %s with "%s"', async (path, line, rule) => {
    const folder = makeFolder()
    const write = (file: string, text: string) => {
      mkdirSync(join(folder, file, '..'), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    const target = /'(\..*)'/.exec(line)?.[1]
    if (target !== undefined)
      write(join(path, '..', target), rule === 'no-import-cycle' ? "import './a.ts'" : 'export {}')
    write(path, line)
    const { violations } = await findViolations(folder, [path.split('/', 1)[0]!])
    expect(violations.join('\n')).toContain(rule)
  })
})

describe('one place each for', () => {
  test.each([
    ['the environment', /process\.env\b/, ['src/config/environment.ts']],
    ['the network', /\bfetch\(/, ['src/http-client/http-client.ts']],
    ['process.exit', /process\.exit\b/, ['src/main.ts']],
    [
      'child processes',
      /child_process/,
      ['git-launcher', 'launcher-program', 'start-git'].map((name) => `src/hosts/local/${name}.ts`),
    ],
  ])('%s', (_what, pattern, places) => {
    const users = sources.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')))
    expect(users.toSorted()).toEqual(places)
  })

  test.each([
    [
      'the network',
      /\bfetch\(|XMLHttpRequest|EventSource|WebSocket|sendBeacon/,
      ['web/api-client/request.ts'],
    ],
    ['drafts in the browser', /\bindexedDB\b/, ['web/storage/draft-storage.ts']],
    ['session storage', /\bsessionStorage\b|\blocalStorage\b/, ['web/storage/session.ts']],
    ['text that becomes HTML', /innerHTML|outerHTML|insertAdjacentHTML|document\.write/i, []],
  ])('of the editor: %s', (_what, pattern, httpClients) => {
    const users = editor.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')))
    expect(users).toEqual(httpClients)
  })

  test('the pure steps use no clock and no randomness', () => {
    const pure = sources.filter((path) =>
      /^src\/(?:curate|write|verify|render|changelog|git|text)\//.test(path),
    )
    const users = pure.filter((path) =>
      /Date\.now|new Date\(\)|Math\.random|performance\./.test(readFileSync(join(root, path), 'utf8')),
    )
    expect(pure.length).toBeGreaterThan(20)
    expect(users).toEqual([])
  })
})

describe('the pipeline', () => {
  test('generate.ts stays on one page', () => {
    expect(readFileSync(join(root, 'src/app/generate.ts'), 'utf8').split('\n').length).toBeLessThanOrEqual(60)
  })

  test('the walkthrough names only files that exist', () => {
    const text = readFileSync(join(root, 'docs/walkthrough.md'), 'utf8')
    const named = [...text.matchAll(/`([\w./-]+\/|[\w./-]+\.(?:tsx?|json|md))`/g)].map(([, path]) => path!)
    const names = new Set([...sources, ...editor].map((path) => basename(path)))
    // A section about one folder names the files relative to it.
    const folders = ['', 'src', 'src/curate', 'web', 'test/browser']
    const exists = (path: string) => folders.some((folder) => existsSync(join(root, folder, path)))
    expect(named.length).toBeGreaterThan(80)
    expect(named.filter((path) => !exists(path) && !names.has(path))).toEqual([])
  })

  test('src/ holds main.ts, library.ts and folders only', () => {
    const files = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.map(({ name }) => name).sort()).toEqual(['library.ts', 'main.ts'])
  })
})
