import { describe, expect, test } from 'vitest'
import type { Change } from '../core/change.ts'
import type { ScopeStyle, Voice } from '../core/house-style.ts'
import { writeByRules } from './write-by-rules.ts'

function changeOf(title: string, change: Partial<Change> = {}): Change {
  return {
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
  }
}

const noHabits: Voice = { tense: null, fullStop: null, scope: null, capitalAfterScope: null }

function written(title: string, change: Partial<Change> = {}, voice: Partial<Voice> | null = null): string {
  return writeByRules([changeOf(title, change)], voice && { ...noHabits, ...voice })[0]!.text
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

describe('a name in lower case keeps its spelling', () => {
  test.each([
    ['fzf no longer turns off paste mode', 'fzf no longer turns off paste mode'],
    ['pip-tools docs support admonitions', 'pip-tools docs support admonitions'],
    ['npm is found on Windows', 'npm is found on Windows'],
    ['eBPF programs load', 'eBPF programs load'],
    ['added retries', 'Added retries'],
    ['when the queue is full, retries wait', 'When the queue is full, retries wait'],
  ])('in the own words %j', (ownText, text) => {
    expect(written('x', { ownText })).toBe(text)
  })

  test('as the name of the project in a title', () => {
    const texts = (titles: string[], name: string) =>
      writeByRules(
        titles.map((title) => changeOf(title)),
        null,
        name,
      ).map(({ text }) => text)
    expect(texts(['widget no longer exits', "widget's log is shorter"], 'widget')).toEqual([
      'widget no longer exits',
      "widget's log is shorter",
    ])
    expect(texts(['widget no longer exits'], 'gadget')).toEqual(['Widget no longer exits'])
    expect(texts(['update the limit'], 'update')).toEqual(['Update the limit'])
  })

  test('and a project that writes its lines in lower case keeps them', () => {
    const own = ['add retries', 'fix the limit'].map((ownText) => changeOf('x', { ownText }))
    expect(writeByRules(own, null).map(({ text }) => text)).toEqual(['add retries', 'fix the limit'])
  })
})

describe('a list has one tense', () => {
  const texts = (titles: (string | { own: string })[]) =>
    writeByRules(
      titles.map((title) =>
        typeof title === 'string' ? changeOf(title) : changeOf('x', { ownText: title.own }),
      ),
      { ...noHabits, tense: 'past' },
    ).map(({ text }) => text)

  test('that of the project, if every verb can be converted', () => {
    expect(texts(['add retries', "don't wait", 'prefilter lines'])).toEqual([
      'Added retries',
      'Stopped waiting',
      'Prefiltered lines',
    ])
  })

  test('or that of a verb that cannot be converted', () => {
    expect(texts(['add retries', 'fixed the limit', 'yeet `max_size`'])).toEqual([
      'Add retries',
      'Fix the limit',
      'Yeet `max_size`',
    ])
  })

  test('whatever the tense of the own words', () => {
    expect(texts(['add retries', { own: 'Yeet `max_size`' }])).toEqual(['Added retries', 'Yeet `max_size`'])
  })
})

describe('the scope is kept where it helps', () => {
  test.each([
    ['add retries', 'parser', 'parser: Add retries'],
    ['Add retries', 'parser', 'parser: Add retries'],
    ['JSON output is sorted', 'parser', 'parser: JSON output is sorted'],
    ['add retries', 'net/http', '`net/http`: Add retries'],
    ['add retries', 'parser, net/http', 'parser, `net/http`: Add retries'],
    ['add retries', '@acme/core', '`@acme/core`: Add retries'],
    ['add retries', 'plugin-vue', 'plugin-vue: Add retries'],
    ['add retries', 'user', '`user`: Add retries'],
    ['add retries', 'core', 'Add retries'],
    ['add retries', 'ref', 'Add retries'],
    ['add retries', 'chores', 'Add retries'],
    ['add retries', 'docs', 'Add retries'],
    ['add retries', 'rubocop', 'Add retries'],
    ['add retries', 'clippy', 'Add retries'],
    ['add retries', '2026-05-18', 'Add retries'],
    ['add retries to the parser', 'parser', 'Add retries to the parser'],
    ['add a parser', 'parsers', 'Add a parser'],
    ['add upstream completions', 'completions/niri', '`completions/niri`: Add upstream completions'],
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
  ] satisfies [string, Partial<Voice>, string][])('%j with %j', (title, voice, text) => {
    expect(written(title, {}, voice)).toBe(text)
  })

  test.each([
    ['prefix', false, 'parser: added retries to all requests.'],
    ['prefix', true, 'parser: Added retries to all requests.'],
    ['bold', false, 'parser: added retries to all requests.'],
    ['brackets', true, '`[parser]` Added retries to all requests.'],
    ['parentheses', true, '(parser) Added retries to all requests.'],
    ['suffix', null, 'Added retries to all requests (parser).'],
    ['none', null, 'Added retries to all requests.'],
    [null, null, 'parser: Added retries to all requests.'],
  ] satisfies [ScopeStyle | null, boolean | null, string][])(
    'with scopes as %j, capital: %j',
    (scope, capitalAfterScope, text) => {
      const voice: Voice = { tense: 'past', fullStop: true, scope, capitalAfterScope }
      expect(written('add retries to all requests', { scope: 'parser' }, voice)).toBe(text)
    },
  )

  test('and a short text keeps its scope in a project that prints none', () => {
    expect(written('add retries', { scope: 'parser' }, { scope: 'none' })).toBe('parser: Add retries')
  })

  test('and scopes stay in a project that prints none if few titles have one', () => {
    const titles = ['add retries to all requests', 'add a menu for tabs', 'drop the old cache format']
    const changes = titles.map((title, index) => changeOf(title, { scope: index === 0 ? 'net' : null }))
    expect(writeByRules(changes, { ...noHabits, scope: 'none' })[0]!.text).toBe(
      'net: Add retries to all requests',
    )
  })
})

describe('the entries of a list agree in their tense', () => {
  const textsOf = (titles: string[], voice: Voice | null = null) =>
    writeByRules(
      titles.map((title) => changeOf(title)),
      voice,
    ).map(({ text }) => text)

  test('that of most titles, if the project has no habit', () => {
    expect(textsOf(['Add a menu', 'Fixed the tabs', 'Removes the panel', 'Drop the cache'])).toEqual([
      'Add a menu',
      'Fix the tabs',
      'Remove the panel',
      'Drop the cache',
    ])
    expect(textsOf(['Added a menu', 'Fixed the tabs', 'Drop the cache'])).toEqual([
      'Added a menu',
      'Fixed the tabs',
      'Dropped the cache',
    ])
  })

  test('that of the project otherwise, also after "and" and for verbs that the rules add', () => {
    const past: Voice = { ...noHabits, tense: 'past' }
    expect(textsOf(['Introduce new variables and make sure they are read', 'Use the cache'], past)).toEqual([
      'Introduced new variables and made sure they are read',
      'Used the cache',
    ])
    expect(written('crash on start', { type: 'fix' }, past)).toBe('Fixed crash on start')
  })
})

describe('a title that a host cut', () => {
  const title = 'rename the incorrectly documented option to json-target-sp…'

  test('is completed from its commit', () => {
    const subject = 'fix: rename the incorrectly documented option to json-target-spec'
    expect(written(title, { messages: [{ subject, body: '' }] })).toBe(
      'Rename the incorrectly documented option to json-target-spec',
    )
  })

  test('stays as it is if no commit has it', () => {
    expect(written(title)).toBe('Rename the incorrectly documented option to json-target-sp…')
  })
})

test('a quoted title of the type revert is a revert', () => {
  expect(written('"fix(lsp): resolve configs once" #12', { type: 'revert' })).toBe(
    'Revert "resolve configs once"',
  )
})

describe('code and punctuation', () => {
  test.each([
    ['return Map<String, List<int>>', 'Return `Map<String, List<int>>`'],
    ['run "zellij run --session x" again', 'Run `zellij run --session x` again'],
    ['read package.json', 'Read `package.json`.', true],
    ['call the `parse.`', 'Call the `parse`.', true],
    ['support github urls on MacOS', 'Support GitHub URLs on macOS'],
    ['keep http-proxy and github.com/acme/tool', 'Keep http-proxy and `github.com/acme/tool`'],
  ] as [string, string, boolean?][])('%j is written %j', (title, text, fullStop = false) => {
    expect(written(title, {}, { fullStop })).toBe(text)
  })
})

describe("the authors' own text", () => {
  test.each([
    ['fix: keep the cache', 'Keep the cache'],
    ['feat(Sqlite): add a lock', 'Sqlite: Add a lock'],
    ['livestore: fix the ring', 'livestore: fix the ring'],
    ['Add max_size and --all (#12)', 'Add `max_size` and `--all`'],
    ['The *key* argument of **parse** is read', 'The key argument of parse is read'],
    ['|:restart| restarts it', '`:restart` restarts it'],
    ['GHSA-c5c4-8r6x-56w3 fix: reject long names', 'GHSA-c5c4-8r6x-56w3: reject long names'],
    ['Added retries', 'Added retries'],
    ['See `doc.md.`', 'See `doc.md`'],
    ['First sentence. Second one', 'First sentence. Second one.'],
  ])('%j is written %j', (ownText, text) => {
    expect(written('x', { ownText }, { tense: 'plain' })).toBe(text)
  })
})
