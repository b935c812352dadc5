import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Change } from '../core/change.ts'
import { writeByRules } from '../write/write-by-rules.ts'
import { createDraftChecker } from './draft-checker.ts'

function change(more: Partial<Change>): Change {
  return {
    ...{ id: 'c1', title: 'add tabs', type: null, scope: null, category: 'Changed', breaking: false },
    ...{ breakingNotes: [], advisories: [], notability: 0.5, importance: 0.5, commits: ['0123456789'] },
    ...{ messages: [], pullRequests: [], authors: [], labels: [], sources: [], requestBodies: [], paths: [] },
    evidence: [],
    ...more,
  }
}

function checkerOf(...changes: Change[]) {
  return createDraftChecker(changes, { language: 'en', instructions: null }, [])
}

const words =
  'add fix remove drop not without only all never tabs panes list order default when empty config file server optional nested non-interactive `--json` parseFile http 3 1.2.0 because faster to for and in of'
const title = fc
  .array(fc.constantFrom(...words.split(' ')), { minLength: 1, maxLength: 9 })
  .map((list) => list.join(' '))
const body = fc.array(title, { maxLength: 3 }).map((lines) => lines.join('\n'))

const textFaults = ({ unsafe, statements }: { unsafe: string[]; statements: string[] }) => [
  ...unsafe,
  ...statements,
]

describe('for any evidence', () => {
  const anyChange = fc
    .record({ title, body, breaking: fc.boolean() })
    .map(({ title: text, body: more, breaking }) =>
      change({
        title: text,
        breaking,
        messages: [{ subject: text, body: more }],
        sources: [`${text}\n\n${more}`],
      }),
    )

  test('the title has no suspicion and no fault about its subject', () => {
    fc.assert(
      fc.property(anyChange, (given) => {
        const checker = checkerOf(given)
        const draft = { changeIds: ['c1'], category: given.category, text: given.title }
        expect(checker.suspect(draft)).toEqual([])
        expect(checker.isCopy(draft)).toBe(true)
        expect(textFaults(checker.checkParts(draft))).toEqual([])
      }),
    )
  })

  test('the text by rules has no strong suspicion and no unsupported claim', () => {
    fc.assert(
      fc.property(anyChange, (given) => {
        const checker = checkerOf(given)
        const [draft] = writeByRules([given], null)
        expect(checker.suspect(draft!).filter(({ strong }) => strong)).toEqual([])
        const faults = textFaults(checker.checkParts(draft!))
        expect(faults.filter((fault) => fault.startsWith('says') || fault.includes('in common'))).toEqual([])
      }),
    )
  })
})

describe('names of the range', () => {
  const renamed = change({ id: 'c2', title: 'rename metric jobs_done to jobs_finished' })

  test('a name that the range renamed is not stated', () => {
    const added = change({ title: 'add a metric', sources: ['add a metric\n\nIt is called jobs_done.'] })
    const { checkParts } = checkerOf(added, renamed)
    const draft = { changeIds: ['c1'], category: 'Changed' as const, text: 'Add the metric `jobs_done`' }
    expect(textFaults(checkParts(draft))).toEqual([
      'says `jobs_done`, which the range renamed to `jobs_finished`; use the new name',
    ])
    const own = { ...draft, changeIds: ['c2'], text: 'Rename the metric `jobs_done` to `jobs_finished`' }
    expect(textFaults(checkParts(own))).toEqual([])
  })

  test('a name that corrects a typo of the message is accepted if it exists', () => {
    const typo = change({ title: 'add recieveData to the client' })
    const draft = { changeIds: ['c1'], category: 'Changed' as const, text: 'Add `receiveData` to the client' }
    expect(textFaults(checkerOf(typo).checkParts(draft))).toHaveLength(1)
    const elsewhere = change({ id: 'c2', title: 'document it', paths: ['src/receiveData.ts'] })
    expect(textFaults(checkerOf(typo, elsewhere).checkParts(draft))).toEqual([])
  })
})

describe('other spellings of what the evidence says', () => {
  test.each([
    [
      'Support shells in `poetry env activate`',
      'support shells in `env activate`',
      ['src/poetry/console.py'],
    ],
    ['Make `Level::fromName` ignore case', 'make fromName ignore case', ['src/Level.php']],
    ['Support TLS 1.3', 'TLS1.3 support', []],
    ['Fix building on 32-bit targets', 'unblock building on 32bit targets', []],
    ['Turn off OSC 8 links', 'disable OSC8 links', []],
    ['Add the attribute `THEME_DARK`', 'add the attributes THEME_{DARK,LIGHT}', []],
    ['Tests: fix a flaky case', 'fix flaky case', ['test/flaky.rb']],
    ['Add the attribute to the configuration directory', 'add attr to config dir', []],
    [
      'Windows service: stop it when the supervisor is dead',
      'stop when the supervisor is dead',
      ['lib/winsvc.rb'],
    ],
  ])('%s', (text, given, paths) => {
    const { checkParts } = checkerOf(change({ title: given, paths, sources: [given] }))
    expect(textFaults(checkParts({ changeIds: ['c1'], category: 'Changed', text }))).toEqual([])
  })

  test('a title that begins with Remove may be Removed', () => {
    const { checkParts } = checkerOf(change({ title: 'remove the fuzzer' }))
    const draft = { changeIds: ['c1'], category: 'Removed' as const, text: 'Remove the fuzzer' }
    expect(checkParts(draft).category).toEqual([])
  })
})
