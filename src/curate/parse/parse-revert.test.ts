import { describe, expect, test } from 'vitest'
import { parseFooters } from './parse-footers.ts'
import { parseRevert, type RevertNote } from './parse-revert.ts'

const sha = 'abcdef1234567890abcdef1234567890abcdef12'
const other = '1234567890abcdef1234567890abcdef12345678'
const sentence = `This reverts commit ${sha}.`

function parse(title: string, body = ''): RevertNote | null {
  return parseRevert(title, body, parseFooters(body).footers)
}

describe('a title that says so is a revert', () => {
  test.each<[string, string, Partial<RevertNote>]>([
    ['Revert "Add x"', '', { subject: 'Add x', shas: [] }],
    ['Revert "Add x (#7)"', '', { subject: 'Add x', subjectNumber: 7 }],
    ['Revert "Add x (#7)', sentence, { shas: [sha], isPartial: false }],
    ['Revert “Add x”', '', { subject: 'Add x' }],
    ['Reapply "Add x"', '', { subject: 'Revert "Add x"' }],
    ['revert: Add x', '', { subject: 'Add x' }],
    ['fix(ui): revert: Revert "Add x"', '', { subject: 'Add x' }],
    ['[1.x] Revert "Add x"', '', { subject: 'Add x' }],
    ['Reverts acme/tool#7', '', { pullRequests: [7], subject: null }],
    ['Revert PR 1706', '', { pullRequests: [1706] }],
    ['Revert 61426', '', { pullRequests: [61426] }],
    ['Revert changes from #40497', '', { pullRequests: [40497] }],
    ['Revert the normalization of names (#69161)', '', { pullRequests: [69161] }],
    [`Revert ${sha.slice(0, 9)}`, '', { shas: [sha.slice(0, 9)] }],
    ['Revert the cache', sentence, { shas: [sha], subject: null }],
    ['Revert "Add x"', `This reverts commits ${sha} and ${other}.`, { shas: [sha, other] }],
    [
      'Revert "Add x" and its follow-up',
      `This reverts commits:\n * ${sha}\n * ${other}`,
      { shas: [sha, other] },
    ],
    ['Revert "Add x"', `This reverts commit ${sha}, reversing\nchanges made to ${other}.`, { shas: [sha] }],
  ])('%s %s', (title, body, expected) => {
    expect(parse(title, body)).toMatchObject({ isPartial: false, hasMore: false, ...expected })
  })
})

describe('a body of nothing but the sentence is a revert', () => {
  test.each([
    ['Undo it', sentence],
    ['Undo it', `${sentence}\n\nSigned-off-by: Ada <ada@example.org>`],
    ['Undo it', `This reverts commit ${sha}, reversing\nchanges made to ${other}.`],
    ['Undo it', 'Reverts acme/tool#7'],
    ['Undo it', `Reverts: ${sha}`],
  ])('%s %s', (title, body) => {
    expect(parse(title, body)).not.toBeNull()
  })
})

describe('is no revert', () => {
  test.each([
    ['a quoted revert in a squash body', 'Add y', `* Add y\n\n* Revert "Add x"\n\n${sentence}`],
    ['prose before the sentence', 'Rework x', `The old way failed.\n\n${sentence}`],
    ['a title that only contains the word', 'Add a revert button', ''],
    ['a revert without an object that can be found', 'Revert the cache', ''],
    ['a footer with a number beside other work', 'Rework x', 'Reverts: #7'],
    ['a reapplication by number', 'Reapply #12', ''],
  ])('%s', (_name, title, body) => {
    expect(parse(title, body)).toBeNull()
  })
})

describe('is partial', () => {
  test.each([
    ['Partially revert "Add x"', sentence],
    ['Revert "Add x"', `This partially reverts commit ${sha}.`],
    ['Revert "Add x"', `${sentence}\n\nKeeps the flag.`],
    ['Revert "Add x"', `${sentence}\n\nIt reverts x and replaces it.`],
    ['Revert "Add x"', `This reverts commit ${sha}..${other}.`],
    ['Revert removing x and make it a dependency', sentence],
    ['Revert removing x', `* Revert "Remove x"\n\n${sentence}\n\n* make it a dependency`],
    ['Revert "Add x"', '* Revert "Add x"\n\n* show the weight'],
    ['Revert "Add x"', `* Add x\n\n* Revert "Add x"\n\n${sentence}`],
  ])('%s %s', (title, body) => {
    const note = parse(title, body)
    expect(note === null || note.isPartial).toBe(true)
  })

  test('not because a quoted title has such a word', () => {
    expect(parse('Revert "Support partial updates that keeps order"', sentence)!.isPartial).toBe(false)
  })
})

describe('does other work', () => {
  const revert = `* Revert "Add x"\n\n${sentence}`
  test.each([
    [revert, false],
    [`${revert}\n\n* fix lint`, false],
    [`${revert}\n\n* Update the changelog`, false],
    [`${revert}\n\n* Show the weight of each font`, true],
  ])('%s: %s', (body, expected) => {
    expect(parse('Revert "Add x"', body)!.hasMore).toBe(expected)
  })
})

test('a hostile message takes linear time', () => {
  const long = 'revert "'.repeat(20_000)
  expect(
    parse(`Revert ${long}`, `${sentence}\n${'* a\n\n'.repeat(20_000)}${'keeps '.repeat(20_000)}`),
  ).not.toBe(0)
})
