import { describe, expect, test } from 'vitest'
import { findSuspicions } from './find-suspicions.ts'
import { prepareEvidence } from './suspicion-evidence.ts'

interface Given {
  title: string
  body?: string
  diff?: string
}

function suspect(text: string, { title, body = '', diff }: Given) {
  const evidence = prepareEvidence([title], [body], body.length, diff === undefined ? [] : [diff])
  return findSuspicions(text, evidence)
}

const detailsOf = (text: string, given: Given) => suspect(text, given).map(({ detail }) => detail)

describe('the lines of a diff', () => {
  const title = 'Define the routes later'
  const diff = '# Needed before Rails gathers routes\nrequire "dashboard" if limit is the default'

  test('support words', () => {
    const text = 'Define the routes before Rails gathers them'
    expect(detailsOf(text, { title })).toContainEqual(expect.stringContaining('`rails`, `gathers`'))
    expect(detailsOf(text, { title, diff })).toEqual([])
  })

  test('support conditions and defaults, but no benefits, causes and promises', () => {
    expect(detailsOf('By default, the routes are defined later', { title, diff })).toEqual([])
    for (const text of [
      'Define the routes later, which is more reliable',
      'Define the routes later because of a race',
      'The routes will be defined later in the next release',
    ])
      expect(detailsOf(text, { title, diff: `${diff}\nreliable race next release` })).not.toEqual([])
  })
})

test('a clause is named once', () => {
  const found = detailsOf('Validate rules, so that invalid ones are found', { title: 'Validate rules' })
  expect(found.filter((detail) => detail.includes('so that'))).toHaveLength(1)
  expect(found.filter((detail) => detail.includes('invalid'))).toHaveLength(1)
})

test('words that are left out are printed as the title has them', () => {
  const title = 'Load optional modules of plugins when the window opens'
  const [found] = suspect('Load modules of plugins when the window opens', { title })
  expect(found).toMatchObject({ kind: 'limit-left-out', detail: 'leaves out `optional` of the title' })
})

test.each([
  ['Accept input surrounded with spaces', 'Accept input with spaces', 'left-out'],
  ['Add `Diff.always` to force updates', 'Force updates of every kind', undefined],
])('"%s" can be shortened to "%s"', (title, text, kind) => {
  const left = suspect(text, { title }).find((each) => each.kind.endsWith('left-out'))
  expect(left?.kind).toBe(kind)
})

describe('the opposite of a title', () => {
  test.each([
    ['Accept spaces around numbers', 'Spaces around numbers are rejected'],
    ['Exclude the network from reports', 'Reports include the network'],
    ['Validate rules of extended files', 'Rules of extended files are not validated'],
    ['Respect timeouts of contexts', 'Timeouts of contexts are no longer respected'],
  ])('"%s" is not "%s"', (title, text) => {
    expect(suspect(text, { title })).toContainEqual(
      expect.objectContaining({ kind: 'opposite', strong: true }),
    )
  })

  test.each([
    ['Reject expired tokens', 'Expired tokens are no longer accepted'],
    ['crash on an empty file', 'An empty file does not crash the program'],
    ['Use zoneinfo instead of pytz', 'pytz is no longer used'],
    ['Inherit validation settings', 'Settings that allow invalid queries are inherited'],
  ])('"%s" can be "%s"', (title, text) => {
    expect(suspect(text, { title }).filter(({ kind }) => kind === 'opposite')).toEqual([])
  })
})

test('parts that belong together may change places, but not what comes before what', () => {
  const order = (text: string, title: string) => suspect(text, { title }).some(({ kind }) => kind === 'order')
  expect(order('Respect the timeouts of contexts', 'Respect contexts with timeouts')).toBe(false)
  expect(order('Close the window before the session', 'Close the session before the window')).toBe(true)
})

test('"support for" names no purpose', () => {
  expect(detailsOf('Drop support for Python 3.8', { title: 'Drop Python 3.8' })).toEqual([])
})

test.each([
  ['Add --json to list', 'New option for list'],
  ['Add /orders/latest', 'New endpoint for latest orders'],
])('the form of a name in "%s" supports "%s"', (title, text) => {
  expect(suspect(text, { title }).filter(({ kind }) => kind === 'words')).toEqual([])
})
