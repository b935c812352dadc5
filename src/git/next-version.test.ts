import { describe, expect, test } from 'vitest'
import type { BumpLevel } from '../core/repository-config.ts'
import { defaultVersioning, type Versioning } from '../core/versioning.ts'
import { nextPreRelease, nextStableVersion } from './next-version.ts'
import { parseVersion } from './version.ts'

function next(
  previous: string | null,
  bump: BumpLevel,
  versioning: Partial<Versioning> = {},
  { taken = [], today = '2026-11-16' }: { taken?: string[]; today?: string } = {},
): string | null {
  const base = {
    previous: previous === null ? null : parseVersion(previous),
    bump,
    taken: new Set(taken),
    today,
  }
  return nextStableVersion({ ...defaultVersioning, ...versioning }, base)
}

test.each<[string, BumpLevel, string]>([
  ['1.4.2', 'major', '2.0.0'],
  ['1.4.2', 'minor', '1.5.0'],
  ['1.4.2', 'patch', '1.4.3'],
  ['1.4', 'patch', '1.4.1'],
  ['2.0', 'minor', '2.1.0'],
])('%s and a %s change make %s', (previous, bump, expected) => {
  expect(next(previous, bump)).toBe(expected)
})

test('changes that do not count make no version', () => {
  expect(next('1.4.2', 'none')).toBeNull()
  expect(next('1.4.2', 'major', { scheme: 'none' })).toBeNull()
})

test('the first version is the configured one', () => {
  expect(next(null, 'major')).toBe('0.1.0')
  expect(next(null, 'patch', { initial: '1.0.0' })).toBe('1.0.0')
})

describe('while the major version is 0', () => {
  test.each<[Versioning['zero'], BumpLevel, string]>([
    ['stay', 'major', '0.5.0'],
    ['stay', 'minor', '0.5.0'],
    ['stay', 'patch', '0.4.1'],
    ['shift', 'major', '0.5.0'],
    ['shift', 'minor', '0.4.1'],
    ['leave', 'major', '1.0.0'],
    ['leave', 'minor', '0.5.0'],
  ])('%s: a %s change makes %s', (zero, bump, expected) => {
    expect(next('0.4.0', bump, { zero })).toBe(expected)
  })
})

describe('calendar versions', () => {
  const calver = (form: string, today: string, taken: string[] = []) =>
    next('1.0.0', 'patch', { scheme: 'calver', calver: form }, { today, taken })

  test.each([
    ['YYYY.MM.MICRO', '2026-02-03', '2026.2.0'],
    ['YY.0M.MICRO', '2026-02-03', '26.02.0'],
    ['0Y.0M.0D', '2006-02-03', '06.02.03'],
    ['YYYY.WW', '2026-01-08', '2026.2'],
    ['YYYY.0W.MICRO', '2026-12-31', '2026.53.0'],
    ['v-YYYY-DD', '2026-12-31', 'v-2026-31'],
  ])('%s on %s is %s', (form, today, expected) => {
    expect(calver(form, today)).toBe(expected)
  })

  test('count the releases of the same date', () => {
    const taken = ['2026.2.0', '2026.2.9', '2026.2.10', '2026.20.99', '2026.2.0-rc.1', '2026.1.40']
    expect(calver('YYYY.MM.MICRO', '2026-02-03', taken)).toBe('2026.2.11')
  })

  test('a taken version without a counter is an error that says what to change', () => {
    expect(() => calver('YYYY.MM', '2026-02-03', ['2026.2'])).toThrow(
      'Add MICRO to versioning.calver, such as "YYYY.MM.MICRO".',
    )
  })
})

test('pre-releases are numbered within their version and channel', () => {
  const versions = ['1.5.0-rc.1', '1.5.0-rc.3', '1.5.0-beta.7', '1.4.0-rc.9', '1.5.0-rc.next'].map(
    (text) => parseVersion(text)!,
  )
  expect(nextPreRelease('1.5.0', 'rc', versions)).toBe('1.5.0-rc.4')
  expect(nextPreRelease('1.5.0', 'alpha', versions)).toBe('1.5.0-alpha.1')
})
