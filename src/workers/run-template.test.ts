import { expect, test } from 'vitest'
import type { TemplateData } from '../render/template/template-data.ts'
import { runTemplate } from './run-template.ts'

const data = { entries: [], commitCount: 12, release: { version: '1.5.0' } } as unknown as TemplateData
const run = (template: string, signal = new AbortController().signal) =>
  runTemplate(template, data, { signal })

test('a template runs in a thread of its own', async () => {
  expect(await run('{{ commitCount }} commits')).toEqual({ text: '12 commits\n', printed: [] })
})

test('a failure has its place', async () => {
  expect(await run('a\n{{ nothing }}')).toEqual({
    failure: 'undefined variable: nothing',
    line: 2,
    column: 4,
  })
})

test('a caller who left ends the thread', async () => {
  const gone = new AbortController()
  const running = run('x', gone.signal)
  gone.abort(new Error('gone'))
  await expect(running).rejects.toThrow('gone')
})
