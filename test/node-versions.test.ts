import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { engines, devDependencies } = JSON.parse(read('package.json'))
/** The oldest Node that users may have, and the one that development and CI use. */
const oldest: string = engines.node.replace('>=', '')
const current: string = devDependencies.node
const currentMajor = current.split('.')[0]!

// npm falls back to the installed Node without a warning if install scripts are disabled.
test('tests run on the Node version of package.json', () => {
  expect(process.versions.node).toBe(current)
})

test('CONTRIBUTING.md states the versions of package.json', () => {
  const text = read('CONTRIBUTING.md')
  expect(text).toContain(`| users | ${oldest} or newer |`)
  expect(text).toContain(`| development and CI | ${current} |`)
})

test.each(['README.md', 'docs/getting-started.md', 'src/main.ts'])(
  '%s names the oldest supported version',
  (path) => {
    expect(read(path)).toContain(`Node ${oldest} or newer`)
  },
)

test.each([
  '.github/workflows/ci.yml',
  '.github/workflows/audit.yml',
  '.github/workflows/release.yml',
  '.github/workflows/docs.yml',
])('%s uses the current major version', (path) => {
  const versions = [...read(path).matchAll(/node-version: "?(\d+)"?/g)].map(([, major]) => major)
  expect(versions.length).toBeGreaterThan(0)
  expect(new Set(versions)).toEqual(new Set([currentMajor]))
})

test('action.yml is started by the current major version', () => {
  expect(read('action.yml')).toContain(`using: node${currentMajor}\n`)
})

test.each(['Dockerfile', 'docs/guides/other-ci.md', 'docs/guides/gitlab-ci.md', 'templates/notewright.yml'])(
  '%s uses images of the current major version',
  (path) => {
    const versions = [...read(path).matchAll(/\bnode:(\d+)/g)].map(([, major]) => major)
    expect(versions.length).toBeGreaterThan(0)
    expect(new Set(versions)).toEqual(new Set([currentMajor]))
  },
)

test('the package is tested on the oldest and the current version', () => {
  const script = read('test/package/nodes.ts')
  expect(script).toContain(`'${oldest}.0'`)
  expect(script).toContain(`'${current}'`)
})
