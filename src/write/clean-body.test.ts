import { expect, test } from 'vitest'
import { cleanBody } from './clean-body.ts'

test('what an author wrote is kept, what a template, a tool or a mail added is not', () => {
  const body = `<!-- Thank you for contributing!
Please describe your change. -->
## What does this PR do?

Lists are drawn once.

### Checklist

- [x] I have added tests
- [ ] I have updated the docs
* [X] Signed

| before | after |
|--------|-------|
| 70 s   | 54 s  |

On Mon, 2 Feb 2026, Ada wrote:
> Can you do this?
> Thanks

![screenshot](https://example.org/a.png)
The cache is kept between calls.

Closes #12
Signed-off-by: Ada <ada@example.org>
(cherry picked from commit 0123456789)`
  expect(cleanBody(body)).toBe('Lists are drawn once.\n\nThe cache is kept between calls.')
})

test.each([
  'Drops `a | b` and keeps 3 > 2.',
  '# Lists\n\n- one\n- two',
  'Why: the cache was stale.',
  'An open <!-- comment stays',
  '- [link](https://example.org) is no checkbox',
])('%j is kept', (body) => {
  expect(cleanBody(body)).toBe(body)
})

test('a body of a megabyte is read in linear time', () => {
  expect(cleanBody(`## Description${' '.repeat(200_000)}x`)).toContain('x')
  expect(cleanBody(`${' '.repeat(200_000)}x`)).toContain('x')
  for (const part of ['<!--', '|', '> ', '[ ] ', '![', '## '])
    expect(cleanBody(part.repeat(200_000)).length).toBeLessThanOrEqual(part.length * 200_000)
})
