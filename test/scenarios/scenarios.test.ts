import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { answerSchema } from '../../src/api/answer-schema.ts'
import type { Answer } from '../../src/core/answer.ts'
import { buildRepository, git, type Step } from '../support/build-repository.ts'
import { generateFrom } from '../support/generate-from.ts'

const folder = import.meta.dirname
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

/** Writes the expected files instead of comparing with them; review the result before you commit it. */
const rewrite = process.env.UPDATE_SCENARIOS === '1'

test('there are at least fifty scenarios', () => {
  expect(names.length).toBeGreaterThanOrEqual(50)
})

describe.each(names)('%s', (name) => {
  test('gives the expected text, ledger and warnings', async () => {
    const { origin, ...body } = parseGenerateRequest(name)
    const path = buildRepository(JSON.parse(read(name, 'history.json')) as Step[])
    if (origin !== undefined) git(path, ['remote', 'add', 'origin', origin])
    const answer = await generateFrom(path, body)
    if (rewrite) write(name, answer)
    expect(answer.changelog).toBe(read(name, 'expected.md'))
    expect(`${ledgerOf(answer).join('\n')}\n`).toBe(read(name, 'ledger.txt'))
    expect(answerSchema.parse(answer)).toEqual(answer)
    expect(answer.warnings.filter(({ code }) => code === 'format-fault')).toEqual([])
    // Several entries in the words of the authors may describe one commit.
    const included = new Set(answer.entries.flatMap((entry) => entry.commits))
    expect(included.size + answer.omitted.length).toBe(answer.commitCount)
  })
})

function parseGenerateRequest(name: string): { origin?: string } & Record<string, unknown> {
  return existsSync(join(folder, name, 'request.json')) ? JSON.parse(read(name, 'request.json')) : {}
}

function read(name: string, file: string): string {
  return readFileSync(join(folder, name, file), 'utf8')
}

function write(name: string, answer: Answer): void {
  writeFileSync(join(folder, name, 'expected.md'), answer.changelog)
  writeFileSync(join(folder, name, 'ledger.txt'), `${ledgerOf(answer).join('\n')}\n`)
}

/** The outcome of each commit and the warnings, one per line. */
function ledgerOf({ commitCount, entries, omitted, range, warnings }: Answer): string[] {
  const included = entries.map(
    (entry) =>
      `included ${entry.category}${entry.breaking ? ', breaking' : ''}: ${entry.text} [${entry.commits.length}]`,
  )
  const excluded = omitted.map(({ reason, subject }) => `excluded, ${reason}: ${subject}`)
  return [
    `${commitCount} commits, ${range.relation}`,
    ...included,
    ...excluded,
    ...warnings.map(({ code, detail }) => `warning ${code}: ${detail.replace(/\b[0-9a-f]{12}\b/g, '<sha>')}`),
  ]
}
