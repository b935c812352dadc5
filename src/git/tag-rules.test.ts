import { describe, expect, test } from 'vitest'
import { defaultTagRules, nameTag, readReleaseTag, type TagRules, versionOfTag } from './tag-rules.ts'

const withPatterns = (...patterns: string[]): TagRules => ({ ...defaultTagRules, patterns })

describe('a project without patterns', () => {
  test.each(['v1.2.0', '1.2.0', 'release-1.2.0', 'core@1.2.0'])('%s is a release', (name) => {
    expect(readReleaseTag(name, defaultTagRules)?.numbers).toEqual([1, 2, 0])
  })

  test.each(['v1', 'latest', '016.5', 'nightly-build'])('%s is none', (name) => {
    expect(readReleaseTag(name, defaultTagRules)).toBeNull()
  })

  test('spells new tags like the newest release', () => {
    expect(nameTag('1.3.0', defaultTagRules, 'release-1.2.0')).toBe('release-1.3.0')
    expect(nameTag('1.3.0', defaultTagRules, '1.2.0')).toBe('1.3.0')
    expect(nameTag('0.1.0', defaultTagRules, null)).toBe('v0.1.0')
  })
})

describe('a project with patterns', () => {
  const rules = withPatterns('core@{version}', 'v{version}-core')

  test('reads tags of every pattern, and no others', () => {
    expect(readReleaseTag('core@1.3.0', rules)?.numbers).toEqual([1, 3, 0])
    expect(readReleaseTag('v1.2.0-rc.1-core', rules)?.pre).toEqual(['rc', '1'])
    for (const name of ['v1.3.0', 'core@', 'core@next', 'Core@1.3.0', 'cli@1.3.0', 'v-core'])
      expect(readReleaseTag(name, rules)).toBeNull()
  })

  test('shows versions without the rest of the tag', () => {
    expect(versionOfTag('core@1.3.0', rules)).toBe('1.3.0')
    expect(versionOfTag('v1.2.0-core', rules)).toBe('1.2.0')
    expect(versionOfTag('v1.2.0', rules)).toBe('1.2.0')
  })

  test('names new tags by the first one', () => {
    expect(nameTag('1.4.0', rules, 'v1.3.0-core')).toBe('core@1.4.0')
  })

  test('a moving tag is never a release', () => {
    expect(readReleaseTag('v4', withPatterns('v{version}'))).toBeNull()
  })
})

test('an ignored tag is no release', () => {
  const rules = { ...defaultTagRules, isIgnored: (name: string) => name.startsWith('v0.') }
  expect(readReleaseTag('v0.301.0', rules)).toBeNull()
  expect(readReleaseTag('v3.1.0', rules)).not.toBeNull()
})
