import { expect, test } from 'vitest'
import { Regression, type RegressionOptions } from './regression.ts'

const options: RegressionOptions = {
  classes: 1,
  featureScales: { action: 1, description: 1, origin: 3 },
  learningRate: 0.4,
  passes: 4,
  regularisation: 1e-3,
}
const examples = [
  { rows: [0, 1], baseScores: [0], target: 0 },
  { rows: [0, 2], baseScores: [0], target: -1 },
]

function withRows(count: number, regression = new Regression(options)): Regression {
  for (let row = 0; row < count; row += 1) regression.addRow('description')
  return regression
}

test('growing the table does not change what was learned', () => {
  const early = withRows(5000)
  const late = withRows(3)
  for (const regression of [early, late]) regression.learn(examples)
  withRows(4997, late)
  for (const regression of [early, late]) regression.learn(examples)
  expect([0, 1, 2].map((row) => late.weightOf(row))).toEqual([0, 1, 2].map((row) => early.weightOf(row)))
  expect(early.weightOf(1)).toBeGreaterThan(0)
  expect(early.weightOf(2)).toBeLessThan(0)
})

test('extreme base scores give finite results', () => {
  const regression = new Regression({ ...options, classes: 3 })
  regression.addRow('action')
  regression.learn([{ rows: [0], baseScores: [2000, 0, -2000], target: 1 }])
  const shifts = regression.computeShifts([0], 1)
  expect(shifts.every(Number.isFinite)).toBe(true)
  expect(shifts[1]).toBeGreaterThan(shifts[0]!)
})
