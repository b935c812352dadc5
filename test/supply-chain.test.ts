import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('every version is exact, and every package is known by the hash of what is in it', () => {
  const { dependencies, devDependencies, overrides } = JSON.parse(read('package.json'))
  for (const version of Object.values({ ...dependencies, ...devDependencies, ...overrides })) {
    expect(version).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/)
  }
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }
  const unknown = Object.entries(packages).filter(
    ([path, { integrity, link, inBundle }]) =>
      path !== '' && !link && !inBundle && !/^sha512-/.test(integrity ?? ''),
  )
  expect(unknown).toEqual([])
  expect(read('package-lock.json')).not.toMatch(/"resolved"/)
})

interface Locked {
  integrity?: string
  link?: boolean
  inBundle?: boolean
}

test('only what is named may run a script when it is installed', () => {
  expect(JSON.parse(read('package.json')).allowScripts).toEqual({ node: true })
})

test('every proof that SECURITY.md names is there', () => {
  const scripts = JSON.parse(read('package.json')).scripts as Record<string, string>
  const rows = read('SECURITY.md')
    .split('\n')
    .filter((line) => /^\|(?! threat | ?-)/.test(line))
  expect(rows.length).toBeGreaterThanOrEqual(12)
  const files = new Set(
    ['src', 'test', 'bench'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`),
    ),
  )
  for (const row of rows) {
    const proofs = [
      ...row
        .split('|')
        .at(-2)!
        .matchAll(/`([^`]+)`/g),
    ].map((found) => found[1]!)
    expect(proofs.length, row).toBeGreaterThan(0)
    for (const proof of proofs) {
      const script = /^npm run (\S+)$/.exec(proof)?.[1]
      expect(script === undefined ? files.has(proof) : script in scripts, proof).toBe(true)
    }
  }
})
