import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseHeader, stripEmoji, stripTicket } from './parse-header.ts'

const plain = { type: null, scope: null, breaking: false }

describe('a header', () => {
  test.each([
    ['feat: add retries', { type: 'feat', description: 'add retries' }],
    ['feat(api): add retries', { type: 'feat', scope: 'api', description: 'add retries' }],
    ['feat[api]: add retries', { type: 'feat', scope: 'api', description: 'add retries' }],
    ['feat!: add retries', { type: 'feat', breaking: true, description: 'add retries' }],
    ['feat(api)!: add retries', { type: 'feat', scope: 'api', breaking: true, description: 'add retries' }],
    ['fix(a/b-c): x', { type: 'fix', scope: 'a/b-c', description: 'x' }],
    ['fix(): x', { type: 'fix', description: 'x' }],
    ['Feature: add retries', { type: 'feat', description: 'add retries' }],
    ['BUGFIX: crash', { type: 'fix', description: 'crash' }],
    ['fix:no space', { type: 'fix', description: 'no space' }],
    ['fix(api):no space', { type: 'fix', scope: 'api', description: 'no space' }],
  ])('reads the conventional %j', (line, header) => {
    expect(parseHeader(line)).toEqual({ ...plain, ...header })
  })

  test.each([
    ['[fix] crash', { type: 'fix', description: 'crash' }],
    ['[Feature]: add retries', { type: 'feat', description: 'add retries' }],
    ['[parser] crash', { scope: 'parser', description: 'crash' }],
    ['[parser] fix: crash', { type: 'fix', scope: 'parser', description: 'crash' }],
    ['[BREAKING] feat(api): drop v1', { type: 'feat', scope: 'api', breaking: true, description: 'drop v1' }],
    ['Feat/nuget config rule', { type: 'feat', description: 'nuget config rule' }],
    ['Bugfix/1352 wrong lines in reports', { type: 'fix', description: 'wrong lines in reports' }],
    ['(fix): crash', { type: 'fix', description: 'crash' }],
    ['(feat) tabs', { type: 'feat', description: 'tabs' }],
    ['(maybe) tabs', { type: null, description: '(maybe) tabs' }],
    ['[fix][parser] crash', { type: 'fix', scope: 'parser', description: 'crash' }],
  ])('reads the bracketed %j', (line, header) => {
    expect(parseHeader(line)).toEqual({ ...plain, ...header })
  })

  test.each([
    ['Fixed #12 -- Added tabs', { description: 'Added tabs' }],
    ['[6.0.x] Fixed #12, #13 -- Added tabs', { description: 'Added tabs' }],
    ['Refs #12 -- Readded tabs', { description: 'Readded tabs' }],
    ['fix #12: tabs that are lost', { type: 'fix', description: 'tabs that are lost' }],
    ['Fix #12 - Allow tabs', { description: 'Allow tabs' }],
    ['Bug 123456 - Keep tabs', { description: 'Keep tabs' }],
    ['gh-123: Keep tabs', { description: 'Keep tabs' }],
    ['#12: feat(ui): tabs', { type: 'feat', scope: 'ui', description: 'tabs' }],
    ['Fixed #12', { description: 'Fixed #12' }],
    ['Fix 12: tabs', { description: 'Fix 12: tabs' }],
  ])('reads what follows the number in front of %j', (line, header) => {
    expect(parseHeader(line)).toEqual({ ...plain, ...header })
  })

  test.each([
    ['backport: fix(lsp): crash', { type: 'fix', scope: 'lsp', description: 'crash' }],
    ['[Backport release-0.12] feat: tabs', { type: 'feat', description: 'tabs' }],
    ['[BACKPORT-3.4] Allow tabs', { description: 'Allow tabs' }],
    ['#1: #2: #3: #4: x', { description: '#4: x' }],
    ['[1.x] [2.x] [3.x] [4.x] x', { description: '[4.x] x' }],
    ['backport: backport: backport: backport: x', { description: 'backport: x' }],
    ['[8-1-stable] Allow tabs', { description: 'Allow tabs' }],
    ['[2.X] Allow tabs', { description: 'Allow tabs' }],
    ['[release/1.4] Allow tabs', { description: 'Allow tabs' }],
    ['v1.16: ci: update', { type: 'ci', description: 'update' }],
    ['[stable-diffusion] Allow tabs', { scope: 'stable-diffusion', description: 'Allow tabs' }],
  ])('skips the branch, and at most three prefixes, in front of %j', (line, header) => {
    expect(parseHeader(line)).toEqual({ ...plain, ...header })
  })

  test.each([
    ['fix: crash; test: the crash', { type: 'fix', description: 'crash' }],
    ['fix: crash; tell; test: it', { type: 'fix', description: 'crash; tell' }],
    ['refactor: parts; fix(api): crash', { type: 'fix', scope: 'api', description: 'crash' }],
    ['fix: crash; feat: retries; docs: both', { type: 'feat', description: 'retries; crash' }],
    ['chore: tidy; feat!: drop v1', { type: 'feat', breaking: true, description: 'drop v1' }],
    ['feat!: drop v1; feat: retries', { type: 'feat', breaking: true, description: 'drop v1; retries' }],
    ['docs: why; test: how', { type: 'docs', description: 'why' }],
    ['fix: crash; see: the log', { type: 'fix', description: 'crash; see: the log' }],
    ['crash; test: the crash', { description: 'crash; test: the crash' }],
  ])('reads the several types of %j', (line, header) => {
    expect(parseHeader(line)).toEqual({ ...plain, ...header })
  })

  test.each([
    ['net/http: close idle connections', { scope: 'net/http', description: 'close idle connections' }],
    ['parser, lexer: keep tabs', { scope: 'parser, lexer', description: 'keep tabs' }],
    ['*: keep tabs', { scope: '*', description: 'keep tabs' }],
    ['tsdb(wal): x', { scope: 'tsdb/wal', description: 'x' }],
    ['@acme/core: x', { scope: '@acme/core', description: 'x' }],
    ['core!: drop v1', { scope: 'core', breaking: true, description: 'drop v1' }],
  ])('reads the area in front of %j', (line, header) => {
    expect(parseHeader(line)).toEqual({ ...plain, ...header })
  })

  test.each([
    ['BREAKING: drop v1', { breaking: true, description: 'drop v1' }],
    ['BREAKING CHANGE: drop v1', { breaking: true, description: 'drop v1' }],
    ['breaking(api): drop v1', { scope: 'api', breaking: true, description: 'drop v1' }],
    [
      'Breaking change: feat(api): drop v1',
      { type: 'feat', scope: 'api', breaking: true, description: 'drop v1' },
    ],
  ])('is breaking with a leading word: %j', (line, header) => {
    expect(parseHeader(line)).toEqual({ ...plain, ...header })
  })

  test.each([
    [':bug: fix: crash', { type: 'fix', description: 'crash' }],
    ['✨ feat: stars', { type: 'feat', description: 'stars' }],
    ['👩‍💻 Add profiles', { description: 'Add profiles' }],
    ['⬆️ Raise limits', { description: 'Raise limits' }],
  ])('loses a leading emoji: %j', (line, header) => {
    expect(parseHeader(line)).toEqual({ ...plain, ...header })
  })

  test.each([
    'Add retries',
    'std::vector grows twice',
    'https://example.org is down',
    'C:\\temp is not writable',
    '12:30 is shown as 0:30',
    '[docs](https://example.org) is a link',
    'feat:',
    'feat(:',
    'this is not a prefix: it is prose',
    'first this, then that: prose',
    '',
  ])('takes %j as it is', (line) => {
    expect(parseHeader(line)).toEqual({ ...plain, description: line })
  })

  test.each(
    Object.entries({
      feat: ['feat', 'feature', 'features', 'add', 'added', 'new'],
      fix: ['fix', 'fixed', 'fixes', 'bugfix', 'bug', 'hotfix'],
      perf: ['perf', 'performance'],
      change: ['change', 'changed', 'enhancement', 'enh', 'improvement', 'improve'],
      security: ['security', 'sec'],
      deprecate: ['deprecate', 'deprecated', 'deprecation'],
      remove: ['remove', 'removed'],
      revert: ['revert'],
      docs: ['docs', 'doc', 'documentation'],
      test: ['test', 'tests', 'testing'],
      chore: ['chore', 'misc', 'internal', 'wip'],
      ci: ['ci'],
      build: ['build'],
      style: ['style', 'lint', 'format'],
      refactor: ['refactor', 'refact', 'cleanup'],
      deps: ['deps', 'dep', 'dependencies'],
      release: ['release'],
    }),
  )('of the type %s is known by each of its spellings', (type, spellings) => {
    for (const spelling of spellings) {
      expect(parseHeader(`${spelling}(api)!: x`)).toEqual({
        ...{ type, scope: 'api', breaking: true, description: 'x' },
      })
    }
  })

  test.each(['breaking', 'breaking change', 'Breaking-Change', 'BREAKING CHANGES'])(
    'is breaking by the words %j in front, and no other part of it is',
    (words) => {
      expect(parseHeader(`${words}: drop v1`)).toEqual({ ...plain, breaking: true, description: 'drop v1' })
      expect(parseHeader(`${words}(): drop v1`)).toEqual({ ...plain, breaking: true, description: 'drop v1' })
      expect(parseHeader(`[${words}] drop v1`)).toEqual({ ...plain, breaking: true, description: 'drop v1' })
    },
  )

  test.each([
    ['api::v2 is gone', { description: 'api::v2 is gone' }],
    ['file://x is opened', { description: 'file://x is opened' }],
    ['a:b', { scope: 'a', description: 'b' }],
    ['a: b', { scope: 'a', description: 'b' }],
    ['A:b', { description: 'A:b' }],
    ['A: b', { scope: 'A', description: 'b' }],
    [':b', { description: ':b' }],
    ['fix/one', { description: 'fix/one' }],
    ['odd (api): x', { description: 'odd (api): x' }],
    ['fix(api: x', { description: 'fix(api: x' }],
    ['fix api): x', { description: 'fix api): x' }],
    ['ABC-123: x', { description: 'ABC-123: x' }],
    ['GHSA-2f8r-h3xm: x', { description: 'GHSA-2f8r-h3xm: x' }],
    ['42: x', { description: '42: x' }],
    ['[] x', { description: '[] x' }],
    ['[a] x', { scope: 'a', description: 'x' }],
    ['[a]', { description: '[a]' }],
    ['[two words] x', { description: '[two words] x' }],
  ])('distinguishes a prefix from similar text: %j', (line, header) => {
    expect(parseHeader(line)).toEqual({ ...plain, ...header })
  })

  test('has a prefix of at most sixty characters, and a thousand in all', () => {
    const long = 'a'.repeat(59)
    expect(parseHeader(`${long}: x`).scope).toBe(long)
    expect(parseHeader(`${long}a: x`).scope).toBeNull()
    expect(parseHeader(`[${'a'.repeat(58)}] x`).scope).toBe('a'.repeat(58))
    expect(parseHeader(`[${'a'.repeat(59)}] x`).scope).toBeNull()
    expect(parseHeader('x'.repeat(1_001)).description).toHaveLength(1_000)
  })

  test('reads at most three prefixes', () => {
    expect(parseHeader('[a] [b] [c] [d] x').description).toBe('[d] x')
  })

  test('is read from any string, and its description and scope are words of that string', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), headerish), (line) => {
        const { description, scope } = parseHeader(line)
        expect(line).toContain(description)
        expect(line).toContain(scope ?? '')
      }),
    )
  })
})

const headerish = fc
  .array(
    fc.constantFrom('feat', 'fix', '(', ')', '[', ']', '!', ':', ' ', 'BREAKING', 'x/y', '✨', ':bug:'),
    {
      maxLength: 12,
    },
  )
  .map((words) => words.join(''))

test.each([
  [':sparkles: Add', 'Add'],
  ['  🚀🚀 Go', 'Go'],
  ['👍🏽 ok', 'ok'],
  ['2 apples', '2 apples'],
  ['#1 priority', '#1 priority'],
  ['Add :sparkles:', 'Add :sparkles:'],
])('emoji and digits: %j begins as %j', (text, bare) => {
  expect(stripEmoji(text)).toBe(bare)
})

test.each([
  ['[ABC-123] Add retries', 'Add retries'],
  ['ABC-123 Add retries', 'Add retries'],
  ['ABC-123: Add retries', 'Add retries'],
  ['ABC-123 - Add retries', 'Add retries'],
  ['CVE-2026-12345: reject long names', 'CVE-2026-12345: reject long names'],
  ['UTF-8 names', 'UTF-8 names'],
  ['Add ABC-123', 'Add ABC-123'],
])('%j without its ticket is %j', (description, bare) => {
  expect(stripTicket(description)).toBe(bare)
})

test.each([
  ['(prometheus): fix the order', { type: null, scope: 'prometheus', description: 'fix the order' }],
  [
    '[beta 1.97] fix(publish): avoid a deadlock',
    { type: 'fix', scope: 'publish', description: 'avoid a deadlock' },
  ],
  ['(almost) all rows: sorted', { scope: null }],
])('%j is parsed', (line, header) => {
  expect(parseHeader(line)).toMatchObject(header)
})
