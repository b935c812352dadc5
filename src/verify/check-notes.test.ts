import { beforeAll, describe, expect, test } from 'vitest'
import { asHistory, sampleHistory, sampleSha } from '../../test/support/sample-history.ts'
import type { SentEntry, SentOmission } from '../core/sent-notes.ts'
import { curate } from '../curate/curate.ts'
import { loadMarkdownParser } from '../text/person-markdown.ts'
import { writeByRules } from '../write/write-by-rules.ts'
import { checkNotes } from './check-notes.ts'
import { createDraftChecker } from './draft-checker.ts'

beforeAll(loadMarkdownParser)

const commits = sampleHistory(
  'feat(api): add cursor pagination to /orders (#1)',
  'fix: crash when the config file is empty (#2)',
  'feat!: drop Node 18 (#3)\n\nBREAKING CHANGE: Node 20 is the oldest supported version.',
  'docs: explain retries',
)
const curated = curate(asHistory(commits), { audience: 'users', paths: [] })
const byRules = writeByRules(curated.changes, null)

interface SentNotes {
  entries?: (Partial<SentEntry> & { text: string })[]
  omit?: (Partial<SentOmission> & { reason: string })[]
  summary?: string
  writtenBy?: 'agent' | 'person'
  partial?: boolean
  rest?: 'rules'
}

function check({ entries = [], omit = [], summary, writtenBy = 'agent', partial = true, rest }: SentNotes) {
  const notes = {
    entries: entries.map((entry) => ({ ids: [], commits: [], category: null, quotes: [], ...entry })),
    omit: omit.map((each) => ({ ids: [], commits: [], ...each })),
    summary: summary ?? null,
    writtenBy,
    ...(rest && { rest }),
  }
  const checks = createDraftChecker(curated.changes, { language: 'en', instructions: null }, [])
  return checkNotes(notes, { curated, commits, byRules, checks, partial })
}

const faultsOf = (sent: SentNotes) => check(sent).faults.map(({ pointer, detail }) => `${pointer} ${detail}`)

const good = [
  { ids: ['pr-1'], text: 'Page through `/orders` with a cursor' },
  { ids: ['pr-2'], text: 'An empty config file no longer causes a crash' },
  { ids: ['pr-3'], text: 'Node 18 is dropped; Node 20 is the oldest supported version' },
]

test.each(['1', '#1', '!1', 'pr-1', 'PR-1', sampleSha(1), sampleSha(1).slice(0, 10)])(
  'the id %s names the change',
  (id) => {
    expect(check({ entries: [{ ids: [id], text: good[0]!.text }] })).toMatchObject({
      faults: [],
      drafts: [{ changeIds: ['pr-1'] }],
    })
  },
)

test('the rules write what is not mentioned, if the writer asks for it', () => {
  const {
    drafts,
    faults,
    uncovered,
    byRules: count,
  } = check({
    ...{ entries: [good[1]!], omit: [{ ids: ['1'], reason: 'Behind a flag' }] },
    ...{ rest: 'rules', partial: false },
  })
  expect({ faults, uncovered, count }).toEqual({ faults: [], uncovered: [], count: 1 })
  expect(drafts.at(-1)).toMatchObject({ changeIds: ['pr-3'], writtenBy: 'rules' })
})

test('a statement that the commits may not support is advice, and quotes justify it', () => {
  const text = 'Page through `/orders` with a cursor because long lists exhausted the browser'
  const { advice, faults } = check({ entries: [{ ids: ['pr-1'], text }] })
  expect(faults).toEqual([])
  expect(advice[0]).toMatchObject({ pointer: '#/entries/0/text' })
  const { title } = curated.changes.find(({ id }) => id === 'pr-1')!
  expect(check({ entries: [{ ids: ['pr-1'], text, quotes: [title] }] }).advice).toEqual([])
})

test.each([
  'Page through `/orders` with a cursor, which is more reliable',
  'Page through `/orders` with a cursor; other endpoints will follow in the next release',
  'Cursor pagination of `/orders` is greatly improved',
])('"%s" is a fault of an agent and advice for a person', (text) => {
  const entries = [{ ids: ['pr-1'], text }]
  expect(faultsOf({ entries })).not.toEqual([])
  expect(faultsOf({ entries: [{ ...entries[0]!, quotes: ['add cursor pagination'] }] })).not.toContainEqual(
    expect.stringContaining('quotes'),
  )
  const person = check({ entries, writtenBy: 'person' })
  expect(person.faults).toEqual([])
  expect(person.advice).not.toEqual([])
})

test('the type of a commit before the text of an agent is removed', () => {
  const text = 'feat(api): page through `/orders` with a cursor'
  expect(check({ entries: [{ ids: ['pr-1'], text }] })).toMatchObject({
    faults: [],
    drafts: [{ text: 'Page through `/orders` with a cursor' }],
  })
})

test('a quote of an agent must be in the commits; that of a person is advice', () => {
  const entries = [{ ...good[0]!, quotes: ['words that are in no commit'] }]
  expect(faultsOf({ entries })).toEqual([
    '#/entries/0/quotes/0 is not in the commits that the entry cites; quote their literal words, or remove it',
  ])
  expect(faultsOf({ entries, writtenBy: 'person' })).toEqual([])
})

test('notes that cite every change are complete, in the order in which they were sent', () => {
  const sent = [good[2]!, good[0]!, good[1]!]
  const { drafts, faults, uncovered } = check({ entries: sent, partial: false })
  expect({ faults, uncovered }).toEqual({ faults: [], uncovered: [] })
  expect(drafts.map(({ changeIds, category, writtenBy }) => [changeIds, category, writtenBy])).toEqual([
    [['pr-3'], 'Removed', 'agent'],
    [['pr-1'], 'Added', 'agent'],
    [['pr-2'], 'Fixed', 'agent'],
  ])
})

describe('a text by the rules', () => {
  test('is always valid and keeps its writer', () => {
    const entries = byRules.map(({ changeIds, text }) => ({ ids: changeIds, text }))
    const { drafts, faults } = check({ entries, partial: false, writtenBy: 'person' })
    expect(faults).toEqual([])
    expect(drafts.map(({ writtenBy }) => writtenBy)).toEqual(['rules', 'rules', 'rules'])
  })

  test('of another change is not valid', () => {
    const entries = [{ ids: ['pr-3'], text: byRules[0]!.text }]
    expect(faultsOf({ entries })).toEqual([
      expect.stringMatching(/^#\/entries\/0\/text says `\/orders`, which is not in the evidence/),
      expect.stringMatching(/it has no word in common with its change/),
    ])
  })
})

describe('each fault says how to fix it', () => {
  test.each<[string, SentNotes, string[]]>([
    [
      'a claim',
      { entries: [{ ids: ['pr-2'], text: 'Crash with an empty config file on Windows' }] },
      [
        '#/entries/0/text says `Windows`, which is not in the evidence; remove it, or cite the change that mentions it',
      ],
    ],
    [
      'unsafe text',
      { entries: [{ ids: ['pr-2'], text: 'Crash when the config file is empty, thanks @ada' }] },
      [
        '#/entries/0/text mentions `@ada`; remove the mention',
        '#/entries/0/text says `@ada`, which is not in the evidence; remove it, or cite the change that mentions it',
      ],
    ],
    [
      'an entry without citation',
      { entries: [{ text: 'Better' }] },
      ['#/entries/0 cites nothing; list the `ids` of the changes or the `commits` that it describes'],
    ],
    [
      'a change cited twice',
      { entries: [good[0]!, { ...good[0]!, ids: [], commits: [sampleSha(1)] }] },
      ['#/entries/1 cites the change `pr-1`, which entries/0 cites already; cite it only once'],
    ],
    [
      'a change in an entry and in omit',
      { entries: [good[0]!], omit: [{ ids: ['pr-1'], reason: 'Dull' }] },
      ['#/omit/0 cites the change `pr-1`, which entries/0 cites already; cite it only once'],
    ],
    [
      'a category that must stay',
      { entries: [{ ...good[2]!, category: 'Changed' }] },
      ['#/entries/0/category its category must stay Removed; remove `category` to keep Removed'],
    ],
    [
      'a category that the evidence does not support',
      { entries: [{ ...good[1]!, category: 'Security' }] },
      [
        '#/entries/0/category its category cannot be Security, because the evidence does not support it; remove `category` to keep Fixed',
      ],
    ],
    [
      'changes that do not belong together',
      { entries: [{ ids: ['pr-1', 'pr-2'], text: 'A cursor for `/orders` and no crash' }] },
      [
        '#/entries/0 it combines changes that have neither a scope nor a word of the title in common; write an entry for each',
      ],
    ],
    [
      'a commit that the rules exclude',
      { entries: [{ commits: [sampleSha(4)], text: 'Explain retries' }] },
      [
        `#/entries/0 the commit \`${sampleSha(4).slice(0, 12)}\` cannot be included (docs: The type is docs.); remove it from the entry`,
      ],
    ],
    [
      'a summary',
      { summary: 'The fastest release ever' },
      [
        '#/summary says `fastest`, which the evidence does not support; remove it, or cite the change that mentions it',
      ],
    ],
    [
      'a missing change',
      { entries: good.slice(0, 2), partial: false },
      [
        `#/entries no entry cites the change \`pr-3\` ("drop Node 18", ${sampleSha(3).slice(0, 12)}); add one, or list the change in \`omit\` with a reason`,
      ],
    ],
  ])('%s', (_what, sent, faults) => {
    expect(faultsOf(sent)).toEqual(faults)
  })
})

describe('omitting', () => {
  test('keeps the given reason', () => {
    const { drafts, faults } = check({ omit: [{ ids: ['pr-1'], reason: 'Behind a flag' }] })
    expect(faults).toEqual([])
    expect(drafts[0]).toMatchObject({
      changeIds: ['pr-1'],
      exclusionReason: 'Omitted by the agent who wrote the notes: Behind a flag',
    })
  })

  test.each(['person', 'agent'] as const)('a must-include change is a warning for a %s', (writtenBy) => {
    const { faults, warnings } = check({ omit: [{ ids: ['pr-3'], reason: 'Announced before' }], writtenBy })
    expect(faults).toEqual([])
    expect(warnings).toEqual([
      {
        code: 'must-tell-left-out',
        detail:
          'The change pr-3 is excluded although it is a breaking change. The reason given: Announced before',
      },
    ])
  })

  test('a commit that the rules exclude is fine', () => {
    expect(faultsOf({ omit: [{ commits: [sampleSha(4)], reason: 'Docs' }] })).toEqual([])
  })
})
