import { expect, test } from 'vitest'
import { Regression, type RegressionOptions } from './regression.ts'

const manner: RegressionOptions = {
  classes: 1,
  voices: { deed: 1, word: 1, place: 3 },
  pace: 0.4,
  passes: 4,
  pull: 1e-3,
}
const lessons = [
  { rows: [0, 1], known: [0], right: 0 },
  { rows: [0, 2], known: [0], right: -1 },
]

function withRows(count: number, regression = new Regression(manner)): Regression {
  for (let row = 0; row < count; row += 1) regression.addRow('word')
  return regression
}

test('what was learned is the same, whether room was made for further traits before or after', () => {
  const early = withRows(5000)
  const late = withRows(3)
  for (const regression of [early, late]) regression.learn(lessons)
  withRows(4997, late)
  for (const regression of [early, late]) regression.learn(lessons)
  expect([0, 1, 2].map((row) => late.weightOf(row))).toEqual([0, 1, 2].map((row) => early.weightOf(row)))
  expect(early.weightOf(1)).toBeGreaterThan(0)
  expect(early.weightOf(2)).toBeLessThan(0)
})

test('what is known for certain already leaves numbers that can be used', () => {
  const regression = new Regression({ ...manner, classes: 3 })
  regression.addRow('deed')
  regression.learn([{ rows: [0], known: [2000, 0, -2000], right: 1 }])
  const shifts = regression.shiftsOf([0], 1)
  expect(shifts.every(Number.isFinite)).toBe(true)
  expect(shifts[1]).toBeGreaterThan(shifts[0]!)
})
