import { describe, expect, test } from 'vitest'
import type { Change } from '../core/change.ts'
import type { Voice } from '../core/house-style.ts'
import { writeByRules } from './write-by-rules.ts'

function written(title: string, change: Partial<Change> = {}, voice: Voice | null = null): string {
  const changes = [
    {
      id: 'commit-1',
      title,
      type: null,
      scope: null,
      category: 'Changed' as const,
      breaking: false,
      breakingNotes: [],
      advisories: [],
      notability: 0.5,
      importance: 0.5,
      commits: ['0123456789abcdef'],
      messages: [{ subject: 'x', body: '' }],
      pullRequests: [],
      authors: [],
      labels: [],
      sources: [],
      requestBodies: [],
      paths: [],
      evidence: [],
      ...change,
    },
  ]
  return writeByRules(changes, voice)[0]!.text
}

describe('a sentence begins with a capital', () => {
  test.each([
    ['add retries', 'Add retries'],
    ['éviter les doublons', 'Éviter les doublons'],
    ['npm is found on Windows', 'npm is found on Windows'],
    ['widget-cli adds a mode', 'widget-cli adds a mode'],
    ['widget-top --all sorts by size', 'widget-top `--all` sorts by size'],
    ['re-add the menu', 'Re-add the menu'],
    ['useState is memoized', '`useState` is memoized'],
    ['max_size is read', '`max_size` is read'],
    ['iOS builds', 'iOS builds'],
    ['--quiet is quiet', '`--quiet` is quiet'],
    ['`parse` is faster', '`parse` is faster'],
  ])('%j is written %j', (title, text) => {
    expect(written(title)).toBe(text)
  })
})

describe('the scope is kept where it helps', () => {
  test.each([
    ['add retries', 'parser', 'Add retries in parser'],
    ['add retries', 'net/http', 'Add retries in `net/http`'],
    ['add retries', 'parser, net/http', 'Add retries in parser, `net/http`'],
    ['add retries', '@acme/core', 'Add retries in `@acme/core`'],
    ['add retries', 'api', 'Add retries'],
    ['add retries to the parser', 'parser', 'Add retries to the parser'],
    ['add a parser', 'parsers', 'Add a parser'],
    ['add upstream completions', 'completions/niri', 'Add upstream completions in `completions/niri`'],
    ['add retries', 'a very long scope that goes on for more than forty characters', 'Add retries'],
    ['add retries', null, 'Add retries'],
  ])('%j of %j is written %j', (title, scope, text) => {
    expect(written(title, { scope })).toBe(text)
  })
})

describe('a breaking note follows the title', () => {
  test.each([
    [['use v2 instead'], 'Drop v1. Use v2 instead.'],
    [['use v2 instead.', 'run the migration'], 'Drop v1. Use v2 instead. Run the migration.'],
    [['Drop v1'], 'Drop v1'],
    [['drop v1.'], 'Drop v1'],
    [[''], 'Drop v1'],
  ])('%j', (breakingNotes, text) => {
    expect(written('drop v1', { breakingNotes })).toBe(text)
  })

  test('and of a long one only the first sentence', () => {
    const note = `The old endpoint is gone. ${'There is much more to say. '.repeat(20)}`
    expect(written('drop v1', { breakingNotes: [note] })).toBe('Drop v1. The old endpoint is gone.')
  })
})

describe('an advisory leads its entry, once', () => {
  test.each([
    ['Reject long names', ['CVE-2026-12345'], 'CVE-2026-12345: reject long names'],
    ['Reject long names (CVE-2026-12345)', ['CVE-2026-12345'], 'CVE-2026-12345: reject long names'],
    ['CVE-2026-12345: reject long names', ['CVE-2026-12345'], 'CVE-2026-12345: reject long names'],
    ['Fixed CVE-2026-12345 -- Checked names', ['CVE-2026-12345'], 'CVE-2026-12345: checked names'],
    ['Active Storage: check names', ['CVE-2026-12345'], 'CVE-2026-12345: Active Storage: check names'],
    ['Drop Node 18', ['CVE-2026-12345'], 'CVE-2026-12345: drop Node 18'],
    ['Fix CVE-2026-12345', ['CVE-2026-12345'], 'CVE-2026-12345: fix the vulnerability'],
    [
      'Patch x for CVE-2026-12345 and CVE-2026-12346',
      ['CVE-2026-12345', 'CVE-2026-12346'],
      'CVE-2026-12345, CVE-2026-12346: patch x for the vulnerabilities',
    ],
    ['XSS in comments', ['CVE-2026-1234', 'CVE-2026-5678'], 'CVE-2026-1234, CVE-2026-5678: XSS in comments'],
  ])('%j', (title, advisories, text) => {
    expect(written(title, { advisories })).toBe(text)
  })
})

describe('a text', () => {
  test.each([
    ['thank @ada for #12 and more', 'Thank `@ada` for #12 and more'],
    ['show <b> as it is', 'Show `<b>` as it is'],
    ['stop on closes #12 in titles', 'Stop on closes `#12` in titles'],
  ])('is harmless: %j', (title, text) => {
    expect(written(title)).toBe(text)
  })

  test.each(['', '`', '``` ` ``', '[skip ci]', ':bug:', '.'])(
    'of an empty title names the commit: %j',
    (title) => {
      expect(written(title)).toBe('Change 0123456, which has no title')
    },
  )

  test('has at most about 300 characters, cut between words', () => {
    const text = written('word '.repeat(200))
    expect(text.length).toBeLessThanOrEqual(300)
    expect(text).toMatch(/^Word(?: word)+…$/)
  })

  test.each([
    ['words', `${'word '.repeat(55)}\`code span that goes on and on and on\` end`],
    ['a code span of two ticks', `${'word '.repeat(55)}\`\`code \` span that goes on and on\`\` end`],
  ])('that is cut inside %s has its code closed', (_what, title) => {
    const text = written(title)
    const ticks = text.match(/`+/g) ?? []
    expect(text.length).toBeLessThanOrEqual(301)
    expect(ticks.at(0)).toBe(ticks.at(-1))
  })

  test('is not cut inside a character', () => {
    expect(written('😀'.repeat(400)).isWellFormed()).toBe(true)
    expect(written('😀'.repeat(400))).not.toContain('\ufffd')
  })
})

describe("a project's own voice is kept", () => {
  test.each([
    ['add retries', { tense: 'past', fullStop: null }, 'Added retries'],
    ['Adds retries', { tense: 'plain', fullStop: null }, 'Add retries'],
    ['Fixed retries', { tense: 'present', fullStop: null }, 'Fixes retries'],
    ['Retries wait longer', { tense: 'past', fullStop: null }, 'Retries wait longer'],
    ['add retries', { tense: null, fullStop: true }, 'Add retries.'],
    ['add retries', { tense: null, fullStop: false }, 'Add retries'],
    ['', { tense: 'past', fullStop: true }, 'Change 0123456, which has no title'],
  ] satisfies [string, Voice, string][])('%j with %j', (title, voice, text) => {
    expect(written(title, {}, voice)).toBe(text)
  })

  test('and the scope comes after the verb', () => {
    expect(written('add retries', { scope: 'parser' }, { tense: 'past', fullStop: true })).toBe(
      'Added retries in parser.',
    )
  })
})
