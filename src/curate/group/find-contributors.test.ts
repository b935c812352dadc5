import { expect, test } from 'vitest'
import { asHistory, parseSample, sampleHistory, sampleSha } from '../../../test/support/sample-history.ts'
import { curate } from '../curate.ts'
import { findAuthors, findContributors, isBot, isHuman } from './find-contributors.ts'

const person = (name: string, email = `${name}@example.org`) => ({ name, email, login: null })

test.each([
  ['dependabot[bot]', true],
  ['renovate', true],
  ['Renovate Bot', true],
  ['github-actions', true],
  ['Ada', false],
  ['Abbot', false],
  ['renovate fan', false],
  ['copilot-swe-agent[bot]', false],
  ['claude[bot]', false],
])('%s is a bot: %s', (name, bot) => {
  expect(isBot(person(name))).toBe(bot)
})

test.each([
  [person('Claude Opus', 'noreply@anthropic.com'), false],
  [person('Cursor', 'cursoragent@cursor.com'), false],
  [person('Copilot', '198982749+Copilot@users.noreply.github.com'), false],
  [person('copilot-swe-agent[bot]', '1+copilot-swe-agent[bot]@users.noreply.github.com'), false],
  [person('renovate[bot]'), false],
  [person('Claude Monnet', 'claude@example.org'), true],
  [person('Jules'), true],
])('$name is a person: %s', (person, expected) => {
  expect(isHuman(person)).toBe(expected)
})

test('a coding agent is neither an author beside a person nor a contributor', () => {
  const message = 'Add x\n\nCo-authored-by: Claude <noreply@anthropic.com>'
  const { changes, contributors } = curate(asHistory(sampleHistory({ message, author: person('Ada') })), {
    audience: 'users',
    paths: [],
  })
  expect(changes[0]!.authors.map(({ name }) => name)).toEqual(['Ada'])
  expect(contributors.map(({ name }) => name)).toEqual(['Ada'])
})

test('authors and co-authors appear once, in any spelling of name or address', () => {
  const commits = parseSample(
    sampleHistory(
      { message: 'a', author: person('Bob', 'bob@example.org') },
      { message: 'b\n\nCo-authored-by: BOB <other@example.org>', author: person('Ada', 'ada@example.org') },
      { message: 'c', author: person('A. L.', 'ADA@example.org') },
    ),
  )
  expect(findAuthors(commits.toReversed()).map(({ name }) => name)).toEqual(['Bob', 'Ada'])
})

test('the person who merged is not an author', () => {
  const merge = { message: 'M', author: person('Max'), parents: [sampleSha(1), sampleSha(8)] }
  const commits = parseSample(sampleHistory('a', merge))
  expect(findAuthors(commits).map(({ name }) => name)).toEqual(['Ada'])
  expect(findAuthors(commits.slice(0, 1)).map(({ name }) => name)).toEqual(['Max'])
})

test('contributors are people, the earliest first, and first contributions are unknown', () => {
  const commits = parseSample(
    sampleHistory(
      { message: 'a', author: person('Bob') },
      { message: 'b', author: person('dependabot[bot]') },
      { message: 'c\n\nCo-authored-by: Eve <eve@example.org>', author: person('Ada') },
      { message: 'd', author: person('', '') },
    ),
  )
  expect(findContributors(commits, null)).toEqual(
    ['Bob', 'Ada', 'Eve'].map((name) => ({ name, login: null, first: null })),
  )
})
