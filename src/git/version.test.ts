import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareVersions, isPreRelease, isSameVersion, parseVersion, type Version } from './version.ts'

const parse = (text: string) => parseVersion(text)!

describe('parseVersion', () => {
  test.each([
    ['1.2.3', { numbers: [1, 2, 3], pre: [], post: [] }],
    ['1.2', { numbers: [1, 2], pre: [], post: [] }],
    ['1.2.3.4', { numbers: [1, 2, 3, 4], pre: [], post: [] }],
    ['1.2.3-rc.1', { numbers: [1, 2, 3], pre: ['rc', '1'], post: [] }],
    ['1.2.3-4', { numbers: [1, 2, 3], pre: ['4'], post: [] }],
    ['1.2.3+build.5', { numbers: [1, 2, 3], pre: [], post: [] }],
    ['1.0b2', { numbers: [1, 0], pre: ['b2'], post: [] }],
    ['5.9.Final', { numbers: [5, 9], pre: [], post: [] }],
    ['1.2.0.post1', { numbers: [1, 2, 0], pre: [], post: ['post1'] }],
    ['2026.11.0', { numbers: [2026, 11, 0], pre: [], post: [] }],
    ['20261115093000', { numbers: [20261115093000], pre: [], post: [] }],
  ])('reads %s', (text, version) => {
    expect(parseVersion(text)).toEqual(version)
  })

  test.each(['', 'v1.2.3', 'latest', '2026-11-15', '1.2.3 beta', '1'.repeat(40)])('rejects %j', (text) => {
    expect(parseVersion(text)).toBeNull()
  })
})

describe('compareVersions', () => {
  test.each([
    [['1.9.0', '1.10.0-beta', '1.10.0-rc.2', '1.10.0-rc.10', '1.10.0', '1.10.0.post1', '1.10.1']],
    [['1.0-rc2', '1.0-rc10', '1.0']],
    [['1.0.0-9', '1.0.0-10', '1.0.0-1a', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta']],
    [['1.0.0-9007199254740992', '1.0.0-9007199254740993', '1.0.0-90071992547409920']],
    [['2025.12.1', '2026.1', '2026.1.0.1']],
  ])('orders %j', (names) => {
    const sorted = names.toReversed().toSorted((a, b) => compareVersions(parse(a), parse(b)))
    expect(sorted).toEqual(names)
  })

  test('takes missing numbers for zero and ignores build metadata', () => {
    expect(isSameVersion(parse('1.2'), parse('1.2.0'))).toBe(true)
    expect(isSameVersion(parse('1.2.0+linux.1'), parse('1.2.0+mac'))).toBe(true)
    expect(isSameVersion(parse('1.2.0-rc.1'), parse('1.2.0'))).toBe(false)
  })
})

describe('every version', () => {
  const digits = fc.oneof(fc.nat(12).map(String), fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String))
  const identifier = fc.oneof(
    digits,
    fc.constantFrom('a', 'b', 'alpha', 'beta', 'rc', 'RC', 'rc2', 'rc10', '1a', '10a', 'post1', 'x-y'),
  )
  const core = fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }).map((numbers) => numbers.join('.'))
  const pre = fc.array(identifier, { minLength: 1, maxLength: 3 }).map((parts) => `-${parts.join('.')}`)
  const build = fc.constantFrom('', '+1', '+build.9')
  const text = fc
    .tuple(core, fc.oneof(fc.constant(''), pre), build)
    .map((parts) => parts.join(''))
    .filter((each) => parseVersion(each) !== null)
  const version: fc.Arbitrary<Version> = text.map(parse)
  const sign = (one: Version, other: Version) => Math.sign(compareVersions(one, other))

  test('has one place in the order: comparing is antisymmetric', () => {
    fc.assert(fc.property(version, version, (a, b) => sign(a, b) === -sign(b, a) || sign(a, b) === 0))
    fc.assert(fc.property(version, (a) => compareVersions(a, a) === 0))
  })

  test('has one place in the order: comparing is transitive', () => {
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        const [low, middle, high] = [a, b, c].toSorted(compareVersions)
        expect(sign(low!, middle!)).toBeLessThanOrEqual(0)
        expect(sign(middle!, high!)).toBeLessThanOrEqual(0)
        expect(sign(low!, high!)).toBeLessThanOrEqual(0)
        if (sign(a, b) === 0) expect(sign(a, c)).toBe(sign(b, c))
      }),
    )
  })

  test('is older than its release when it is a pre-release', () => {
    fc.assert(
      fc.property(core, pre, (numbers, suffix) => {
        const candidate = parseVersion(`${numbers}${suffix}`)
        fc.pre(candidate !== null && isPreRelease(candidate))
        expect(sign(candidate, parse(numbers))).toBe(-1)
      }),
    )
  })

  test('compares numeric identifiers as numbers, however large they are', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 40n }),
        fc.bigInt({ min: 0n, max: 10n ** 40n }),
        (a, b) => {
          const order = a < b ? -1 : a > b ? 1 : 0
          expect(sign(parse(`1.0.0-rc.${a}`), parse(`1.0.0-rc.${b}`))).toBe(order)
        },
      ),
    )
  })

  test('is the same with any build metadata', () => {
    fc.assert(
      fc.property(core, fc.oneof(fc.constant(''), pre), build, build, (numbers, suffix, one, other) => {
        fc.pre(parseVersion(`${numbers}${suffix}`) !== null)
        expect(isSameVersion(parse(`${numbers}${suffix}${one}`), parse(`${numbers}${suffix}${other}`))).toBe(
          true,
        )
      }),
    )
  })
})
