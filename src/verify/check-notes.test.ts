import { describe, expect, test } from 'vitest'
import { asHistory, sampleHistory, sampleSha } from '../../test/support/sample-history.ts'
import type { SentEntry, SentOmission } from '../core/sent-notes.ts'
import { curate } from '../curate/curate.ts'
import { writeByRules } from '../write/write-by-rules.ts'
import { checkNotes } from './check-notes.ts'
import { createDraftChecker } from './draft-checker.ts'

const commits = sampleHistory(
  'feat(api): add cursor pagination to /orders (#1)',
  'fix: crash when the config file is empty (#2)',
  'feat!: drop Node 18 (#3)\n\nBREAKING CHANGE: Node 20 is the oldest supported version.',
  'docs: explain retries',
)
const curated = curate(asHistory(commits), { audience: 'users', paths: [] })
const byRules = writeByRules(curated.changes, null)

interface Sent {
  entries?: (Partial<SentEntry> & { text: string })[]
  omit?: (Partial<SentOmission> & { reason: string })[]
  summary?: string
  writtenBy?: 'agent' | 'person'
  partial?: boolean
}

function check({ entries = [], omit = [], summary, writtenBy = 'agent', partial = true }: Sent) {
  const notes = {
    entries: entries.map((entry) => ({ ids: [], commits: [], category: null, ...entry })),
    omit: omit.map((each) => ({ ids: [], commits: [], ...each })),
    summary: summary ?? null,
    writtenBy,
  }
  const checks = createDraftChecker(curated.changes, { language: 'en', instructions: null }, [])
  return checkNotes(notes, { curated, commits, byRules, checks, partial })
}

const faultsOf = (sent: Sent) => check(sent).faults.map(({ pointer, detail }) => `${pointer} ${detail}`)

const good = [
  { ids: ['pr-1'], text: 'Page through `/orders` with a cursor' },
  { ids: ['pr-2'], text: 'An empty config file no longer causes a crash' },
  { ids: ['pr-3'], text: 'Node 18 is dropped; Node 20 is the oldest supported version' },
]

test('notes that tell every change are whole, in the order in which they were sent', () => {
  const sent = [good[2]!, good[0]!, good[1]!]
  const { drafts, faults, uncovered } = check({ entries: sent, partial: false })
  expect({ faults, uncovered }).toEqual({ faults: [], uncovered: [] })
  expect(drafts.map(({ changeIds, category, writtenBy }) => [changeIds, category, writtenBy])).toEqual([
    [['pr-3'], 'Removed', 'agent'],
    [['pr-1'], 'Added', 'agent'],
    [['pr-2'], 'Fixed', 'agent'],
  ])
})

describe("the rules' own words", () => {
  test('pass as they are, and stay theirs', () => {
    const entries = byRules.map(({ changeIds, text }) => ({ ids: changeIds, text }))
    const { drafts, faults } = check({ entries, partial: false, writtenBy: 'person' })
    expect(faults).toEqual([])
    expect(drafts.map(({ writtenBy }) => writtenBy)).toEqual(['rules', 'rules', 'rules'])
  })

  test('of another change do not', () => {
    const entries = [{ ids: ['pr-3'], text: byRules[0]!.text }]
    expect(faultsOf({ entries })).toEqual([
      expect.stringMatching(/^#\/entries\/0\/text says `\/orders`, which is nowhere in the evidence/),
      expect.stringMatching(/it has no word in common with its change/),
    ])
  })
})

describe('what is wrong is said, with what to do', () => {
  test.each<[string, Sent, string[]]>([
    [
      'a claim',
      { entries: [{ ids: ['pr-2'], text: 'Crash with an empty config file on Windows' }] },
      [
        '#/entries/0/text says `Windows`, which is nowhere in the evidence; leave it out, or cite the change that says so',
      ],
    ],
    [
      'unsafe text',
      { entries: [{ ids: ['pr-2'], text: 'Crash when the config file is empty, thanks @ada' }] },
      [
        '#/entries/0/text mentions `@ada`; take it out',
        '#/entries/0/text says `@ada`, which is nowhere in the evidence; leave it out, or cite the change that says so',
      ],
    ],
    [
      'an entry about nothing',
      { entries: [{ text: 'Better' }] },
      ['#/entries/0 cites nothing; say what it is about by `ids` of changes or `commits`'],
    ],
    [
      'a change told twice',
      { entries: [good[0]!, { ...good[0]!, ids: [], commits: [sampleSha(1)] }] },
      ['#/entries/1 tells the change `pr-1`, which entries/0 settles already; cite it in one place only'],
    ],
    [
      'a change both told and left out',
      { entries: [good[0]!], omit: [{ ids: ['pr-1'], reason: 'Dull' }] },
      ['#/omit/0 leaves out the change `pr-1`, which entries/0 settles already; cite it in one place only'],
    ],
    [
      'a category that must stay',
      { entries: [{ ...good[2]!, category: 'Changed' }] },
      ['#/entries/0/category its category must stay Removed; leave `category` out to keep Removed'],
    ],
    [
      'a category that the evidence does not bear out',
      { entries: [{ ...good[1]!, category: 'Security' }] },
      [
        '#/entries/0/category its category cannot be Security: the evidence does not say so; leave `category` out to keep Fixed',
      ],
    ],
    [
      'changes that do not belong together',
      { entries: [{ ids: ['pr-1', 'pr-2'], text: 'A cursor for `/orders` and no crash' }] },
      [
        '#/entries/0 it puts changes together that have neither a place nor a name in common; write an entry for each',
      ],
    ],
    [
      'a commit that the rules leave out',
      { entries: [{ commits: [sampleSha(4)], text: 'Explain retries' }] },
      [
        `#/entries/0 the commit \`${sampleSha(4).slice(0, 12)}\` cannot be told (docs: The type is docs.); leave it out of \`commits\``,
      ],
    ],
    [
      'a summary',
      { summary: 'The fastest release ever' },
      [
        '#/summary says `fastest`, and the evidence says nothing of the kind; leave it out, or cite the change that says so',
      ],
    ],
    [
      'changes that nobody tells',
      { entries: good.slice(0, 2), partial: false },
      [
        `#/entries no entry tells the change \`pr-3\` ("drop Node 18", ${sampleSha(3).slice(0, 12)}); write one that cites it, or list it in \`omit\` with a reason`,
      ],
    ],
  ])('%s', (_what, sent, faults) => {
    expect(faultsOf(sent)).toEqual(faults)
  })
})

describe('leaving out', () => {
  test('needs a reason, and is told with it', () => {
    const { drafts, faults } = check({ omit: [{ ids: ['pr-1'], reason: 'Behind a flag' }] })
    expect(faults).toEqual([])
    expect(drafts[0]).toMatchObject({
      changeIds: ['pr-1'],
      leftOut: 'Left out by the agent who wrote the notes: Behind a flag',
    })
  })

  test('what must be told is not for an agent to do', () => {
    expect(faultsOf({ omit: [{ ids: ['pr-3'], reason: 'Dull' }] })).toEqual([
      "#/omit/0 the change `pr-3` must be told, since it breaks something; write an entry for it, the rules' words will do",
    ])
  })

  test('what must be told is for a person to do, and is said aloud', () => {
    const { faults, warnings } = check({
      omit: [{ ids: ['pr-3'], reason: 'Told before' }],
      writtenBy: 'person',
    })
    expect(faults).toEqual([])
    expect(warnings).toEqual([
      {
        code: 'must-tell-left-out',
        detail: 'The change pr-3 is excluded although it breaks something. The reason given: Told before',
      },
    ])
  })

  test('what is left out anyway is fine', () => {
    expect(faultsOf({ omit: [{ commits: [sampleSha(4)], reason: 'Docs' }] })).toEqual([])
  })
})
