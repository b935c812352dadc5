import { describe, expect, test } from 'vitest'
import { compareVersions, readVersion, sameVersion } from './version.ts'

describe('versions', () => {
  test.each([
    ['1.2.3', { scope: '', numbers: [1, 2, 3], pre: [] }],
    ['v1.2', { scope: '', numbers: [1, 2], pre: [] }],
    ['1.2.3-rc.1', { scope: '', numbers: [1, 2, 3], pre: ['rc', '1'] }],
    ['v1.2.3-4', { scope: '', numbers: [1, 2, 3], pre: ['4'] }],
    ['1.2.3+build.5', { scope: '', numbers: [1, 2, 3], pre: [] }],
    ['1.0b2', { scope: '', numbers: [1, 0], pre: ['b2'] }],
    ['core@1.2.3', { scope: 'core', numbers: [1, 2, 3], pre: [] }],
    ['@acme/core@1.2.3', { scope: '@acme/core', numbers: [1, 2, 3], pre: [] }],
    ['cli/v1.2.3', { scope: 'cli', numbers: [1, 2, 3], pre: [] }],
    ['release-1.2.3', { scope: '', numbers: [1, 2, 3], pre: [] }],
    ['curl-8_21_0', { scope: 'curl', numbers: [8, 21, 0], pre: [] }],
    ['REL_17_2', { scope: '', numbers: [17, 2], pre: [] }],
    ['2026.11.0', { scope: '', numbers: [2026, 11, 0], pre: [] }],
  ])('%s is read', (name, version) => {
    expect(readVersion(name)).toEqual(version)
  })

  test.each(['latest', '2026-11-15', '', 'v', 'next-release', 'words 1.2.3'])('%j is none', (name) => {
    expect(readVersion(name)).toBeNull()
  })

  test('go by their numbers, and a release after what came before it', () => {
    const names = ['1.10.0', '1.9.0', '1.10.0-rc.10', '1.10.0-rc.2', '1.10.0-beta', '1.10']
    const sorted = names.toSorted((a, b) => compareVersions(readVersion(a)!, readVersion(b)!))
    expect(sorted).toEqual(['1.9.0', '1.10.0-beta', '1.10.0-rc.2', '1.10.0-rc.10', '1.10.0', '1.10'])
  })

  test('are the same with and without a v, and of different packages never', () => {
    expect(sameVersion(readVersion('v1.2.0')!, readVersion('1.2')!)).toBe(true)
    expect(sameVersion(readVersion('core@1.2.0')!, readVersion('1.2.0')!)).toBe(true)
    expect(sameVersion(readVersion('core@1.2.0')!, readVersion('cli@1.2.0')!)).toBe(false)
  })
})
