import { expect, test } from 'vitest'
import { Problem } from '../core/errors.ts'
import { runCommandLine } from './run.ts'

async function run(error: unknown): Promise<{ code: number; said: string }> {
  let said = ''
  const code = await runCommandLine(['generate'], {
    print: () => {},
    complain: (text) => {
      said += text
    },
    makeContext: () => Promise.reject(error),
  })
  return { code, said }
}

test('an error that nobody foresaw is told as a bug of ours, with its places and without its words', async () => {
  const { code, said } = await run(new SyntaxError('the words of a commit'))
  expect(code).toBe(1)
  expect(said).toMatch(/^notewright: An unexpected error stopped the command\. Please report it/)
  expect(said).toMatch(/^SyntaxError$/m)
  expect(said).toMatch(/^ {4}at .*run\.test\.ts:\d+:\d+/m)
  expect(said).not.toContain('the words of a commit')
})

test('a problem is told in its own words, with every further fault, and ends with its exit code', async () => {
  const faults = [
    { pointer: '#/from', detail: 'must be a ref' },
    { pointer: '#/to', detail: 'must not be empty' },
  ]
  const { code, said } = await run(new Problem('ref_not_found', 'There is no such ref.', { faults }))
  expect(code).toBe(3)
  expect(said).toBe('notewright: There is no such ref.\n  to: must not be empty\n')
})
