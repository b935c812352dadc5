import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compilePathPattern,
  compilePathPatterns,
  compilePattern,
  type Matcher,
  PatternIndex,
  unlimitedBudget,
} from './match-pattern.ts'

const matches = (pattern: string, value: string) => compilePattern(pattern)(value, unlimitedBudget)
const matchesPath = (pattern: string, path: string) => compilePathPattern(pattern)(path, unlimitedBudget)

describe('patterns for values', () => {
  test.each([
    ['*[bot]', 'dependabot[bot]', true],
    ['*[bot]', 'dependabo', false],
    ['bug', 'Bug', true],
    ['bug', 'bugs', false],
    ['type: bug*', 'Type: bugfix', true],
    ['?', '🎉', true],
    ['?', 'ab', false],
    ['a\\*b', 'a*b', true],
    ['a\\*b', 'axb', false],
    ['^feat', 'feat', false],
    ['*', '', true],
    ['', '', true],
    ['caf\u00e9', 'cafe\u0301', true],
    ['{a,b}', 'a', false],
  ])('%s and %s: %s', (pattern, value, expected) => {
    expect(matches(pattern, value)).toBe(expected)
  })

  test('agree with a regular expression', () => {
    const letters = (alphabet: string) => fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 12 })
    fc.assert(
      fc.property(letters('ab*?'), letters('ab'), (pattern, value) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's')
        expect(matches(pattern, value)).toBe(expression.test(value))
      }),
    )
  })

  test('the steps of a hostile pattern are bounded, and a budget ends them', () => {
    const budget = { steps: 50_000_000 }
    const hostile = compilePattern('*a'.repeat(99) + '*b')
    expect(hostile('a'.repeat(1000), budget)).toBe(false)
    expect(budget.steps).toBeGreaterThan(49_500_000)
    expect(() => hostile('a'.repeat(1000), { steps: 1000 })).toThrow('takes more than')
  })

  test('a value without the letters of the pattern takes few steps', () => {
    const budget = { steps: 1000 }
    expect(compilePattern(`*${'a'.repeat(150)}b*`)('ab'.repeat(500), budget)).toBe(false)
    expect(compilePattern('*\\**')('a*b', budget)).toBe(true)
    expect(compilePattern('*😀*')('ein 😀', budget)).toBe(true)
    expect(compilePathPattern('src/**/*.rs')('src/a/b.ts', budget)).toBe(false)
    expect(budget.steps).toBeGreaterThan(800)
  })
})

describe('patterns for paths', () => {
  test.each([
    ['docs', 'docs/a/b.md', true],
    ['docs/', 'docs/a.md', true],
    ['docs/**', 'docs/a/b.md', true],
    ['docs/**', 'docs', true],
    ['docs', 'src/docs/a.md', false],
    ['**/docs', 'src/docs/a.md', true],
    ['*.md', 'a.md', true],
    ['*.md', 'docs/a.md', false],
    ['**/*.md', 'docs/guide/a.md', true],
    ['**/*.md', 'a.md', true],
    ['packages/*/src', 'packages/core/src/a.ts', true],
    ['packages/*/src', 'packages/a/b/src/a.ts', false],
    ['packages/**/src', 'packages/a/b/src/a.ts', true],
    ['a/**/b/**/c', 'a/x/b/y/z/c/d', true],
    ['a/**/b/**/c', 'a/x/b/y/z', false],
    ['docs?', 'docs', false],
    ['**', 'anything/at/all', true],
    ['a/b/c', 'a/b', false],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(matchesPath(pattern, path)).toBe(expected)
  })
})

describe('an index of patterns', () => {
  const collect = (index: PatternIndex<Matcher>, value: string) => {
    const found = new Set<Matcher>()
    index.collect(value, found, { steps: 1000 })
    return found
  }

  test('finds every pattern that matches a value', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'B', 'é', '/', '*', '?', '\\'), maxLength: 12 })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), text, (patterns, value) => {
        const matchers = patterns
          .flatMap((each) => [compilePattern(each), compilePathPattern(each)])
          .filter(({ needs }) => needs !== null)
        const index = new PatternIndex<Matcher>()
        for (const matcher of matchers) index.add(matcher, matcher)
        const found = collect(index, value)
        for (const each of matchers) if (each(value, unlimitedBudget)) expect(found.has(each)).toBe(true)
      }),
    )
  })

  test('leaves out patterns whose letters the value does not have', () => {
    const index = new PatternIndex<Matcher>()
    const [cache, docs] = [compilePattern('*cache*'), compilePattern('docs*')]
    for (const matcher of [cache, docs]) index.add(matcher, matcher)
    expect([...collect(index, 'Update the Cache')]).toEqual([cache])
    expect([...collect(index, 'x')]).toEqual([])
  })
})

describe('several patterns for paths', () => {
  test('match what one of them matches', () => {
    const names = fc.array(fc.constantFrom('a', 'b', 'É', '*', '**', 'b?', '.', ''), { maxLength: 4 })
    const paths = fc.array(fc.constantFrom('a', 'b', 'bc', 'é'), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(names, { maxLength: 5 }), paths, (given, path) => {
        const patterns = given.map((each) => each.join('/')).filter((each) => each !== '')
        const value = path.join('/')
        expect(compilePathPatterns(patterns)(value, unlimitedBudget)).toBe(
          patterns.some((each) => matchesPath(each, value)),
        )
      }),
    )
  })

  test('500 folders take hardly more steps than one', () => {
    const budget = { steps: 100 }
    const folders = Array.from({ length: 500 }, (_, index) => `packages/p${index}`)
    expect(compilePathPatterns(folders)('packages/p499/src/a/b/c/d.ts', budget)).toBe(true)
    expect(budget.steps).toBeGreaterThan(80)
  })
})
