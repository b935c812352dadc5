import { describe, expect, test } from 'vitest'
import { type ErrorContext, quoteMessage, statusErrors } from './rest-errors.ts'

const context: ErrorContext = {
  hostName: 'gitlab',
  url: 'https://git.example.org',
  repoFullName: 'acme/tool',
  token: 'secret-token',
}
const errors = statusErrors({ read: 'read_api', write: 'api', missingIn: () => null })(context)

// The host's clock is years behind ours, so only its own Date header gives the right wait.
const date = 'Sun, 01 Mar 2009 12:00:00 GMT'
const noon = Date.parse(date) / 1000

test.each<[string, Record<string, string>, number | null]>([
  ['seconds', { 'retry-after': '90' }, 90],
  ['a date', { date, 'retry-after': 'Sun, 01 Mar 2009 12:02:00 GMT' }, 120],
  ['a reset timestamp', { date, 'ratelimit-reset': String(noon + 300) }, 300],
  ['a reset timestamp in the other header', { date, 'x-ratelimit-reset': String(noon + 240) }, 240],
  ['a reset in the past', { date, 'ratelimit-reset': String(noon - 5) }, 1],
  ['a reset after a duration', { date, 'ratelimit-reset': '59.2' }, 60],
  ['no time', {}, null],
  ['an invalid time', { 'retry-after': 'soon', 'ratelimit-reset': '-1' }, null],
])('a rate limit with %s', (_what, headers, seconds) => {
  const problem = errors.read({ status: 429, headers: new Headers(headers), text: '' })
  expect(problem).toMatchObject({ code: 'host_rate_limited', retryAfter: seconds })
  const when = seconds === null ? 'a few minutes' : seconds === 1 ? '1 second' : `${seconds} seconds`
  expect(problem.message).toContain(`Try again in ${when}.`)
})

describe('a write', () => {
  const write = (status: number, text = '') => errors.write({ status, headers: new Headers(), text })

  test.each([403, 404])('with status %i needs a token that can write', (status) => {
    expect(write(status)).toMatchObject({
      code: 'scope_missing',
      message: expect.stringContaining('with api'),
    })
  })

  test.each([400, 409, 422])('with status %i is rejected with the message of the host', (status) => {
    expect(write(status, '{"message": "branch exists"}')).toMatchObject({
      code: 'write_refused',
      message: expect.stringContaining(`(${status}: branch exists)`),
    })
  })

  test.each([
    [403, '{"message": "You are not allowed to push into this protected branch"}'],
    [409, '{"message": "Repository rule violations found"}'],
    [422, '{"message": "Tag v1.0.0 is protected"}'],
  ])('with status %i that a rule forbids names the rule', (status, text) => {
    expect(write(status, text)).toMatchObject({
      code: 'write_refused',
      message: expect.stringMatching(
        /^A rule on gitlab protects the branch or the tag \(4\d\d: .*exclude `notewright/,
      ),
    })
  })

  test('to an archived repository says so', () => {
    expect(write(423, '{"message": "Repo is archived"}')).toMatchObject({
      code: 'write_refused',
      message: expect.stringContaining('"acme/tool" is archived on gitlab'),
    })
  })

  test('with another status is a failed read', () => {
    expect(write(401).code).toBe('token_rejected')
    expect(write(500).code).toBe('host_unusable')
  })
})

test.each([
  ['the message of a JSON body', '{"message": "No such branch."}', ': No such branch'],
  ['plain text on one line', 'No such\n branch', ': No such branch'],
  ['nothing of a web page', '<html>Sign in</html>', ''],
  ['nothing of other JSON', '{"error": 1}', ''],
  ['no token', 'bad secret-token', ': bad [redacted]'],
  ['a short text', 'x'.repeat(1000), `: ${'x'.repeat(160)}`],
])('an error quotes %s', (_what, text, quoted) => {
  expect(quoteMessage(text, context.token)).toBe(quoted)
})
