import { expect, test } from 'vitest'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { findEntryPractice } from './entry-practice.ts'

type Predicted = Parameters<typeof findEntryPractice>[0]

function practiceOf(written: number, unwritten: number, excluded = 0): string | null {
  const unit = (id: string, more = {}) => ({
    ...{
      unit: { id } as unknown as ChangeUnit,
      noOp: null,
      exclusion: null,
      prediction: { isIncluded: true },
    },
    ...more,
  })
  const units = [
    ...Array.from({ length: written }, () => unit('written')),
    ...Array.from({ length: unwritten }, () => unit('unwritten')),
    ...Array.from({ length: excluded }, () => unit('excluded', { prediction: { isIncluded: false } })),
  ]
  return findEntryPractice(units as unknown as Predicted, ({ id }) => id === 'written')
}

test('authors who write an entry for three of four changes have a practice', () => {
  expect(practiceOf(9, 3)).toBe(
    'Its authors wrote no entry for the changelog, unlike those of 9 of 12 changes.',
  )
  expect(practiceOf(8, 3)).toBeNull()
})

test('changes that are excluded anyway do not count', () => {
  expect(practiceOf(9, 1, 50)).not.toBeNull()
})

test('a handful of changes is no practice', () => {
  expect(practiceOf(5, 0)).toBeNull()
})
