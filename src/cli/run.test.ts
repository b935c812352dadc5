import { expect, test } from 'vitest'
import { Problem } from '../core/errors.ts'
import { runCommandLine } from './run.ts'

async function run(error: unknown): Promise<{ code: number; printed: string }> {
  let printed = ''
  const code = await runCommandLine(['generate'], {
    print: () => {},
    printError: (text) => {
      printed += text
    },
    colorSupport: { output: false, error: false },
    makeContext: () => Promise.reject(error),
  })
  return { code, printed }
}

test('an unexpected error is reported as an internal error, with its stack and without its message', async () => {
  const { code, printed } = await run(new SyntaxError('the text of a commit'))
  expect(code).toBe(1)
  expect(printed).toMatch(/^notewright: Internal error\. Please report it/)
  expect(printed).toMatch(/^SyntaxError$/m)
  expect(printed).toMatch(/^ {4}at .*run\.test\.ts:\d+:\d+/m)
  expect(printed).not.toContain('the text of a commit')
})

test('a problem prints its message and every further fault, and returns its exit code', async () => {
  const faults = [
    { pointer: '#/from', detail: 'must be a ref' },
    { pointer: '#/to', detail: 'must not be empty' },
  ]
  const { code, printed } = await run(new Problem('ref_not_found', 'There is no such ref.', { faults }))
  expect(code).toBe(3)
  expect(printed).toBe('notewright: There is no such ref.\n  to: must not be empty\n')
})
