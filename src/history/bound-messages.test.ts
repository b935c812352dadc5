import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleHistory } from '../../test/support/sample-history.ts'
import { boundMessages } from './bound-messages.ts'

const million = 1024 * 1024

describe('the messages of a range', () => {
  test('stay as they are if they are short on average, also a long one', () => {
    const messages = ['x'.repeat(16_000), ...Array.from({ length: 300 }, (_, index) => `fix: ${index}`)]
    const commits = sampleHistory(...messages)
    expect(boundMessages(commits)).toEqual({ commits, cut: [] })
  })

  test('of which all are long are cut to the same length, and short ones stay', () => {
    const messages = [...Array.from({ length: 400 }, () => 'x'.repeat(16_000)), 'fix: short']
    const { commits, cut } = boundMessages(sampleHistory(...messages))
    const lengths = [...new Set(commits.map(({ message }) => message.length))]
    expect(lengths.toSorted((one, other) => one - other)).toEqual(['fix: short'.length, 3079])
    expect(cut).toHaveLength(400)
  })

  test('are bounded in total, and those that are cut begin as before', () => {
    const message = fc
      .integer({ min: 1, max: 60_000 })
      .map((length) => 'é😀x'.repeat(length).slice(0, length))
    fc.assert(
      fc.property(fc.array(message, { maxLength: 60 }), (messages) => {
        const { commits } = boundMessages(sampleHistory(...messages))
        const total = commits.reduce((sum, { message }) => sum + message.length, 0)
        expect(total).toBeLessThanOrEqual(million)
        for (const { message } of commits)
          expect(messages.some((each) => each.startsWith(message))).toBe(true)
      }),
      { numRuns: 20 },
    )
  })
})
