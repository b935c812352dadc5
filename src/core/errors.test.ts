import { expect, test } from 'vitest'
import { asProblem, Problem, problems } from './errors.ts'

test('every problem has a status of its kind, an exit code and a title', () => {
  for (const { status, exit, title } of Object.values(problems)) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(exit).toBeGreaterThanOrEqual(1)
    expect(title).not.toMatch(/^$|\.$/)
  }
})

test('a problem stays what it is, anything else is ours and shows no detail', () => {
  const known = new Problem('rate_limited', 'Wait.', { retryAfter: 3 })
  expect(asProblem(known)).toBe(known)
  const unknown = asProblem(new Error('s3cret'))
  expect(unknown).toMatchObject({ code: 'internal', row: { status: 500 } })
  expect(unknown.message).not.toContain('s3cret')
  expect(asProblem('thrown text').cause).toBe('thrown text')
})
